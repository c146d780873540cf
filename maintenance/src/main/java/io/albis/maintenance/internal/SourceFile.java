// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.error.AlbisIOException;
import io.albis.format.error.CorruptFileException;
import io.albis.format.internal.layout.FileLayout;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.DataFileFooter;
import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.Extent;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.FileKind;
import io.albis.format.internal.metadata.FileTail;
import io.albis.format.internal.metadata.ManifestFile;
import io.albis.format.internal.metadata.SectionKind;
import io.albis.format.internal.metadata.Sections;
import io.albis.storage.ReadableFile;
import java.io.IOException;
import java.util.UUID;

/** The metadata of a data file from which extents are copied. For one thread. */
final class SourceFile {

  /** Sections of up to this length are read together. */
  private static final long MAX_SECTIONS = 16 << 20;

  private final DataFileRef ref;
  private final OpenSources files;
  private final DataFileFooter footer;
  private final ManifestFile manifest;

  /** With all sections, if they are not too long. */
  private final FileEnd end;

  private int lastGroupId;
  private ColumnGroupSection lastSection;

  private SourceFile(DataFileRef ref, OpenSources files, DataFileFooter footer, FileEnd end) {
    this.ref = ref;
    this.files = files;
    this.footer = footer;
    this.manifest = footer.asManifest(ref.path());
    this.end = end;
  }

  /**
   * Reads the footer.
   *
   * @throws AlbisIOException if it cannot be read
   */
  static SourceFile open(DataFileRef ref, OpenSources files) {
    try {
      ReadableFile file = files.get(ref.path());
      FileEnd end = end(ref, file, (long) ref.footerLength() + FileLayout.TAIL_LENGTH);
      DataFileFooter footer = DataFileFooter.decode(end, ref);
      footer.tail().requireWritable(ref.path());
      long length = file.length() - footer.sections().start();
      if (length <= MAX_SECTIONS) {
        end = end(ref, file, length);
      }
      return new SourceFile(ref, files, footer, end);
    } catch (IOException e) {
      throw failed(ref, e);
    }
  }

  /**
   * Reads the footer of a file to which nothing refers.
   *
   * @throws AlbisIOException if it cannot be read
   */
  static SourceFile open(String path, OpenSources files) {
    DataFileRef unknown = new DataFileRef(path, 0, new UUID(0, 0), 0);
    try {
      ReadableFile file = files.get(path);
      FileTail tail = FileTail.decode(end(unknown, file, FileLayout.TAIL_LENGTH), FileKind.DATA);
      return open(new DataFileRef(path, file.length(), tail.id(), tail.footerLength()), files);
    } catch (IOException e) {
      throw failed(unknown, e);
    }
  }

  private static FileEnd end(DataFileRef ref, ReadableFile file, long wanted) throws IOException {
    long length = Math.min(file.length(), wanted);
    byte[] bytes = file.readBytes(file.length() - length, Math.toIntExact(length));
    return FileEnd.of(ref.path(), file.length(), bytes);
  }

  private static AlbisIOException failed(DataFileRef ref, IOException cause) {
    return new AlbisIOException("Failed to read " + ref.path() + ": " + cause.getMessage(), cause);
  }

  /** How a manifest refers to it. */
  DataFileRef ref() {
    return ref;
  }

  /** Path, relative to the table's directory. */
  String path() {
    return ref.path();
  }

  /** The footer. */
  DataFileFooter footer() {
    return footer;
  }

  /**
   * An extent with its segments.
   *
   * @param columnGroupId in this file
   * @param rowGroup position in this file
   * @throws CorruptFileException if it does not exist
   */
  Extent extent(int columnGroupId, int rowGroup) {
    ColumnGroupSection section = section(columnGroupId);
    int index = section == null ? -1 : section.find(rowGroup);
    if (index < 0) {
      throw new CorruptFileException(
          ref.path(),
          footer.sections().start(),
          "extent of row group " + rowGroup + " in column group " + columnGroupId,
          "one, as a manifest says",
          "none");
    }
    return section.extent(index);
  }

  /** The extents of a column group; null if there are none. */
  ColumnGroupSection section(int columnGroupId) {
    if (columnGroupId != lastGroupId) {
      lastSection = read(columnGroupId);
      lastGroupId = columnGroupId;
    }
    return lastSection;
  }

  private ColumnGroupSection read(int columnGroupId) {
    Sections sections = footer.sections();
    int index = sections.find(SectionKind.EXTENTS, columnGroupId);
    if (index < 0) {
      return null;
    }
    long offset = sections.offset(index);
    int length = sections.length(index);
    if (end.contains(offset, length)) {
      return manifest.section(index, end.copy(offset, length));
    }
    try {
      return manifest.section(index, files.get(ref.path()).readBytes(offset, length));
    } catch (IOException e) {
      throw failed(ref, e);
    }
  }
}
