// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.error.AlbisIOException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.internal.metadata.ColumnStatistics;
import io.albis.format.internal.metadata.DataFileFooter;
import io.albis.format.internal.metadata.SectionKind;
import io.albis.format.internal.metadata.Sections;
import io.albis.reader.internal.table.FileMetadata;
import io.albis.reader.internal.table.SectionReader;
import io.albis.reader.internal.table.TableFiles;
import io.albis.reader.internal.table.TableRowGroups;
import io.albis.reader.internal.verify.TableVerifier;
import io.albis.storage.Storage;
import io.albis.storage.internal.backend.FileLocation;
import io.albis.table.TableStorages;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.function.LongConsumer;

/**
 * A data file that is read on its own, whether or not a table refers to it. It has the same scans,
 * vectors and row views as a {@link Table}.
 *
 * <pre>{@code
 * try (AlbisFile file = AlbisFile.open("/data/sales.albis");
 *     RowCursor cursor = file.scan().select("id", "price").rows()) {
 *   ...
 * }
 * }</pre>
 *
 * <p>Opening it reads the last 64 KiB, and a second time only if the footer is longer. A scan reads
 * the metadata of the columns that it needs.
 */
public final class AlbisFile extends Dataset {

  private final String path;
  private final DataFileFooter footer;

  private AlbisFile(
      String uri,
      ReadOptions options,
      Storage storage,
      TableFiles files,
      String path,
      Opened opened) {
    super(
        uri,
        options,
        storage,
        files,
        new TableRowGroups(files, opened.footer.asSnapshot(path), opened.sections));
    this.path = path;
    this.footer = opened.footer;
  }

  private record Opened(DataFileFooter footer, SectionReader sections) {}

  /** Opens a file, as {@link #open(String, ReadOptions)}. */
  public static AlbisFile open(String uri) {
    return open(uri, ReadOptions.defaults());
  }

  /**
   * Opens a file.
   *
   * @param uri of the file, or a local path
   * @param options of which {@link ReadOptions#snapshot} has no meaning
   * @throws TableNotFoundException if there is no such file
   * @throws io.albis.format.error.CorruptFileException if it is not an Albis data file, or corrupt
   * @throws io.albis.format.error.UnsupportedVersionException if it was written by a newer version
   * @throws AlbisIOException if it cannot be read
   * @throws IllegalArgumentException if the URI does not name a file
   */
  public static AlbisFile open(String uri, ReadOptions options) {
    FileLocation location = FileLocation.of(uri);
    return announced(
        TableStorages.open(
            uri,
            location.directory(),
            options.storageOptions(),
            storage -> open(uri, options, storage, location.name())));
  }

  private static AlbisFile open(String uri, ReadOptions options, Storage storage, String name) {
    try {
      if (!storage.exists(name)) {
        throw new TableNotFoundException("Cannot open " + uri + ": there is no such file");
      }
    } catch (IOException e) {
      throw new AlbisIOException("Failed to check for " + uri + ": " + e.getMessage(), e);
    }
    TableFiles files = new TableFiles(storage);
    try {
      Opened opened =
          files.dataFile(
              name,
              end -> {
                DataFileFooter footer = DataFileFooter.decode(end);
                return new Opened(
                    footer,
                    new SectionReader(files, new FileMetadata(footer.asManifest(name), end)));
              });
      return new AlbisFile(uri, options, storage, files, name, opened);
    } catch (RuntimeException e) {
      files.close();
      throw e;
    }
  }

  /** Returns the id of the file, by which tables refer to it. */
  public UUID fileId() {
    return footer.fileId();
  }

  /** Returns the length of the file, in bytes. */
  public long length() {
    return footer.ref(path).length();
  }

  /** Returns the program that wrote the file. */
  public String createdBy() {
    return footer.createdBy();
  }

  /** Returns the number of row groups. */
  public int rowGroupCount() {
    return footer.rowGroups().count();
  }

  @Override
  List<ColumnStatistics> storedStatistics() {
    Sections sections = footer.sections();
    int index = sections.find(SectionKind.STATISTICS, 0);
    return index < 0
        ? List.of()
        : footer.statistics(context().files().bytes(path, sections, index));
  }

  @Override
  Verification runVerification(LongConsumer progress) {
    return TableVerifier.ofFile(context(), footer, progress).run();
  }
}
