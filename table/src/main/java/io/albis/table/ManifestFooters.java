// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.table;

import io.albis.format.error.AlbisIOException;
import io.albis.format.internal.layout.FileLayout;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.ManifestFile;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.Sections;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.UUID;

/** Reads parts of manifests: their footers, and single sections. Thread-safe. */
public final class ManifestFooters {

  private final Storage storage;
  private final UUID tableId;

  /** Manifests of a table. */
  public ManifestFooters(Storage storage, UUID tableId) {
    this.storage = storage;
    this.tableId = tableId;
  }

  /**
   * Reads a footer.
   *
   * @throws AlbisIOException if it cannot be read
   */
  public ManifestFile read(ManifestRef ref) {
    try {
      return readFooter(ref);
    } catch (IOException e) {
      throw failed(ref, e);
    }
  }

  /**
   * The data files of a manifest; none if it does not exist any more.
   *
   * @throws AlbisIOException if it cannot be read
   */
  public List<DataFileRef> filesIfPresent(ManifestRef ref) {
    try {
      return readFooter(ref).files();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw failed(ref, e);
    }
  }

  private ManifestFile readFooter(ManifestRef ref) throws IOException {
    try (ReadableFile file = storage.openFile(ref.path())) {
      long length = Math.min(file.length(), (long) ref.footerLength() + FileLayout.TAIL_LENGTH);
      byte[] bytes = file.readBytes(file.length() - length, Math.toIntExact(length));
      return ManifestFile.decode(FileEnd.of(ref.path(), file.length(), bytes), ref, tableId);
    }
  }

  /**
   * Reads all sections at once.
   *
   * @return the end of the file, from the first section on
   * @throws AlbisIOException if it cannot be read
   */
  public FileEnd sections(ManifestRef ref, ManifestFile footer) {
    try (ReadableFile file = storage.openFile(ref.path())) {
      long start = footer.sections().start();
      byte[] bytes = file.readBytes(start, Math.toIntExact(file.length() - start));
      return FileEnd.of(ref.path(), file.length(), bytes);
    } catch (IOException e) {
      throw failed(ref, e);
    }
  }

  /**
   * Reads a section.
   *
   * @param index of the section
   * @throws AlbisIOException if it cannot be read
   */
  public ColumnGroupSection section(ManifestRef ref, ManifestFile footer, int index) {
    Sections sections = footer.sections();
    try (ReadableFile file = storage.openFile(ref.path())) {
      return footer.section(index, file.readBytes(sections.offset(index), sections.length(index)));
    } catch (IOException e) {
      throw failed(ref, e);
    }
  }

  private static AlbisIOException failed(ManifestRef ref, IOException cause) {
    return new AlbisIOException("Failed to read " + ref.path() + ": " + cause.getMessage(), cause);
  }
}
