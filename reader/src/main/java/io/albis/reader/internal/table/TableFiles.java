// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.table;

import io.albis.format.error.AlbisException;
import io.albis.format.error.AlbisIOException;
import io.albis.format.error.CorruptFileException;
import io.albis.format.error.NotATableException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.layout.FileLayout;
import io.albis.format.metadata.DataFile;
import io.albis.format.metadata.Extent;
import io.albis.format.metadata.ManifestFile;
import io.albis.format.metadata.ManifestRef;
import io.albis.format.metadata.SectionRef;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.metadata.TablePaths;
import io.albis.storage.FileInfo;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** Reads the metadata files of a table. Thread-safe. */
public final class TableFiles {

  private final Storage storage;

  private final OpenFiles dataFiles = new OpenFiles(this::open);

  /**
   * Whether reads of data files may block, according to the last file that was read; null before
   * the first read.
   */
  private final AtomicReference<Boolean> mayBlock = new AtomicReference<>();

  public TableFiles(Storage storage) {
    this.storage = storage;
  }

  /** Registers a use of a shared data file; it is opened when it is first needed. */
  public OpenFiles.Use use(String path) {
    return dataFiles.use(path);
  }

  /** The location of the table. */
  public Storage storage() {
    return storage;
  }

  /** Returns the ids of all snapshots, ascending. */
  public List<Long> snapshotIds() {
    List<Long> ids = new ArrayList<>();
    try {
      for (FileInfo file : storage.list(TablePaths.METADATA_DIRECTORY)) {
        OptionalLong id = TablePaths.snapshotId(file.name());
        id.ifPresent(ids::add);
      }
    } catch (NoSuchFileException e) {
      throw missing();
    } catch (IOException e) {
      throw new AlbisIOException(
          "Failed to list the snapshots of " + storage.root() + ": " + e.getMessage(), e);
    }
    if (ids.isEmpty()) {
      throw missing();
    }
    ids.sort(Long::compare);
    return ids;
  }

  private RuntimeException missing() {
    try {
      if (!storage.exists("")) {
        return new TableNotFoundException(
            "Cannot open table " + storage.root() + ": there is no such directory");
      }
    } catch (IOException e) {
      return new AlbisIOException("Failed to check for " + storage.root(), e);
    }
    return new NotATableException(
        "Cannot open table "
            + storage.root()
            + ": the directory holds no Albis table (expected "
            + TablePaths.METADATA_DIRECTORY
            + " with at least one snapshot)");
  }

  /**
   * Reads a snapshot.
   *
   * @throws TableNotFoundException if there is no snapshot with this id
   */
  public SnapshotFile snapshot(long id) {
    String path = TablePaths.snapshot(id);
    try (ReadableFile file = storage.openFile(path)) {
      long length = file.length();
      if (length > Integer.MAX_VALUE - 64) {
        throw new CorruptFileException(path, 0, "length", "below 2 GiB", length);
      }
      return decode(file, 0, (int) length, bytes -> SnapshotFile.decode(bytes, path, id));
    } catch (NoSuchFileException e) {
      throw new TableNotFoundException(
          "Cannot open snapshot "
              + id
              + " of table "
              + storage.root()
              + ": there is none (the snapshots are "
              + snapshotIds()
              + ")",
          e);
    } catch (IOException e) {
      throw failed(path, e);
    }
  }

  public ManifestFile manifest(ManifestRef ref, UUID tableId) {
    int length = ref.footerLength() + FileLayout.TAIL_LENGTH;
    try (ReadableFile file = open(ref.path())) {
      requireLength(file, ref);
      long start = ref.length() - length;
      return decode(file, start, length, bytes -> ManifestFile.decode(bytes, ref, tableId));
    } catch (IOException e) {
      throw failed(ref.path(), e);
    }
  }

  /**
   * All bytes of a manifest file.
   *
   * @throws CorruptFileException if its length differs from that in the snapshot
   */
  public byte[] manifestBytes(ManifestRef ref) {
    try (ReadableFile file = open(ref.path())) {
      requireLength(file, ref);
      return file.readBytes(0, Math.toIntExact(ref.length()));
    } catch (IOException e) {
      throw failed(ref.path(), e);
    }
  }

  /** The extents of one column group. */
  public List<Extent> section(ManifestFile manifest, SectionRef ref) {
    try (ReadableFile file = open(manifest.file())) {
      return decode(file, ref.offset(), ref.length(), bytes -> manifest.decodeSection(bytes, ref));
    } catch (IOException e) {
      throw failed(manifest.file(), e);
    }
  }

  /** The footer of an extent, of a file that is open. */
  public DataFile footer(
      ReadableFile file, Extent extent, int columnGroupId, long rowCount, UUID tableId) {
    int length = extent.footerLength() + FileLayout.TAIL_LENGTH;
    long end = extent.offset() + extent.length();
    if (end > file.length()) {
      throw new CorruptFileException(
          extent.path(), file.length(), "length", "at least " + end, file.length());
    }
    try {
      return decode(
          file,
          end - length,
          length,
          bytes -> DataFile.decode(bytes, extent, columnGroupId, rowCount, tableId));
    } catch (IOException e) {
      throw failed(extent.path(), e);
    }
  }

  /**
   * Decodes metadata. If it is corrupt, reads it again from another copy, if the storage has one.
   */
  private static <T> T decode(
      ReadableFile file, long offset, int length, Function<byte[], T> decoder) throws IOException {
    try {
      return decoder.apply(file.readBytes(offset, length));
    } catch (CorruptFileException e) {
      Optional<byte[]> other = file.readBytesElsewhere(offset, length);
      if (other.isEmpty()) {
        throw e;
      }
      return decoder.apply(other.get());
    }
  }

  public boolean knowsMayBlock() {
    return mayBlock.get() != null;
  }

  /** Whether reading data files may block on a device, so that reading ahead pays off. */
  public boolean mayBlock() {
    return Boolean.TRUE.equals(mayBlock.get());
  }

  public void setMayBlock(boolean blocks) {
    if (!Boolean.valueOf(blocks).equals(mayBlock.get())) {
      mayBlock.set(blocks);
    }
  }

  private static void requireLength(ReadableFile file, ManifestRef ref) {
    if (file.length() != ref.length()) {
      throw new CorruptFileException(
          ref.path(), Math.min(file.length(), ref.length()), "length", ref.length(), file.length());
    }
  }

  /**
   * Opens a file that a snapshot references.
   *
   * @throws CorruptFileException if it does not exist
   */
  public ReadableFile open(String path) {
    try {
      return storage.openFile(path);
    } catch (IOException e) {
      throw failed(path, e);
    }
  }

  /** Returns the exception for a file that a snapshot references and that cannot be read. */
  public static AlbisException failed(String path, IOException e) {
    if (e instanceof NoSuchFileException) {
      return new CorruptFileException(
          path, -1, "file", "the file that the snapshot references", "none", e);
    }
    return new AlbisIOException("Failed to read " + path + ": " + e.getMessage(), e);
  }
}
