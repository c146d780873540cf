// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.table;

import io.albis.format.error.AlbisException;
import io.albis.format.error.AlbisIOException;
import io.albis.format.error.CorruptFileException;
import io.albis.format.error.SnapshotExpiredException;
import io.albis.format.internal.metadata.DataFileFooter;
import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.ManifestFile;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.SectionKind;
import io.albis.format.internal.metadata.Sections;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.reader.source.KeptMetadata;
import io.albis.reader.source.SourceTable;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.table.FileEnds;
import io.albis.table.TableSnapshots;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** Reads the metadata of a table or data file. Thread-safe. */
public final class TableFiles implements AutoCloseable {

  /** Number of files that stay open without being read. */
  private static final int MAX_IDLE_FILES = 64;

  private final Storage storage;
  private final TableSnapshots snapshots;
  private final OpenFiles files = new OpenFiles(this::open, MAX_IDLE_FILES);

  /** The snapshot that is read, 0 if none: explains why a file is missing. */
  private volatile long openSnapshot;

  /**
   * Whether reads of data files may block, according to the last file that was read; null before
   * the first read.
   */
  private final AtomicReference<Boolean> mayBlock = new AtomicReference<>();

  /** What readers of segments are told about the table; set before they are created. */
  private volatile SourceTable table;

  public TableFiles(Storage storage) {
    this.storage = storage;
    this.snapshots = new TableSnapshots(storage);
  }

  /** Sets what readers of segments are told about the table. */
  public void setTable(SourceTable table) {
    this.table = table;
  }

  /** The table that segments are read of. */
  public SourceTable table() {
    return Objects.requireNonNull(table, "table");
  }

  /**
   * Opens a file at the storage and closes it again, to find out whether it may be read.
   *
   * @throws CorruptFileException if it does not exist
   * @throws AlbisIOException if it may not be read
   */
  public void checkAccess(String path) {
    try (ReadableFile file = storage.openFile(path)) {
      Objects.requireNonNull(file, "file");
    } catch (IOException e) {
      throw failed(path, e);
    }
  }

  /** Registers a use of a shared file; it is opened when it is first needed. */
  public OpenFiles.Use use(String path) {
    return files.use(path);
  }

  /** The location of the table. */
  public Storage storage() {
    return storage;
  }

  /** The snapshots of the table. */
  public TableSnapshots snapshots() {
    return snapshots;
  }

  /** Names the snapshot that is read from now on. */
  public void setOpenSnapshot(long id) {
    openSnapshot = id;
  }

  /** The bytes of the section of a snapshot that has the statistics of the table. */
  public byte[] statistics(SnapshotFile snapshot) {
    return bytes(
        snapshot.file(), snapshot.sections(), snapshot.sections().find(SectionKind.STATISTICS, 0));
  }

  /** The bytes of any section of a file. */
  public byte[] bytes(String path, Sections sections, int index) {
    try (OpenFiles.Use use = use(path)) {
      return use.file().readBytes(sections.offset(index), sections.length(index));
    } catch (IOException e) {
      throw failed(path, e);
    }
  }

  /** The metadata of a manifest; reads its footer, unless it is kept. */
  public SectionReader manifest(ManifestRef ref, UUID tableId, MetadataKeeper keeper) {
    return metadata(
        keeper,
        ref.path(),
        // Without an id: the names of manifests are random.
        List.of(ref.length(), ref.rowCount(), ref.dataBytes()),
        ref.length(),
        ref.footerLength(),
        end -> new FileMetadata(ManifestFile.decode(end, ref, tableId), end));
  }

  /** The metadata of a data file; reads its footer. */
  public SectionReader dataFile(DataFileRef ref) {
    return dataFile(ref, MetadataKeeper.NONE);
  }

  /** The metadata of a data file; reads its footer, unless it is kept. */
  public SectionReader dataFile(DataFileRef ref, MetadataKeeper keeper) {
    return metadata(
        keeper,
        ref.path(),
        ref.fileId(),
        ref.length(),
        ref.footerLength(),
        end -> new FileMetadata(DataFileFooter.decode(end, ref).asManifest(ref.path()), end));
  }

  private SectionReader metadata(
      MetadataKeeper keeper,
      String path,
      Object identity,
      long length,
      int footerLength,
      Function<FileEnd, FileMetadata> decoder) {
    KeptMetadata kept =
        keeper.get(
            path,
            identity,
            () -> checkAccess(path),
            () -> {
              try (OpenFiles.Use use = use(path)) {
                requireLength(use.file().length(), path, length);
                return FileEnds.decode(use.file(), path, footerLength, decoder);
              } catch (IOException e) {
                throw failed(path, e);
              }
            });
    // A keeper returns what one of these calls has read.
    FileMetadata metadata = (FileMetadata) kept;
    requireLength(metadata.fileLength(), path, length);
    return new SectionReader(this, metadata);
  }

  /**
   * Reads the footer of a data file that nothing refers to.
   *
   * @param decoder of the end of the file
   */
  public <T> T dataFile(String path, Function<FileEnd, T> decoder) {
    try (OpenFiles.Use use = use(path)) {
      return FileEnds.decode(use.file(), path, -1, decoder);
    } catch (IOException e) {
      throw failed(path, e);
    }
  }

  /** The first bytes of a file. */
  public byte[] start(String path, long length) {
    try (OpenFiles.Use use = use(path)) {
      return use.file().readBytes(0, (int) Math.min(use.file().length(), length));
    } catch (IOException e) {
      throw failed(path, e);
    }
  }

  /**
   * Reads a corrupt section from another copy.
   *
   * @param file null if it is not open
   * @throws CorruptFileException the one given, if there is no other copy
   */
  byte[] elsewhere(
      String path, ReadableFile file, Sections sections, int index, CorruptFileException e) {
    try (OpenFiles.Use use = use(path)) {
      ReadableFile open = file == null ? use.file() : file;
      return open.readBytesElsewhere(sections.offset(index), sections.length(index))
          .orElseThrow(() -> e);
    } catch (IOException failure) {
      e.addSuppressed(failure);
      throw e;
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

  private static void requireLength(long found, String path, long length) {
    if (found != length) {
      throw new CorruptFileException(path, Math.min(found, length), "length", length, found);
    }
  }

  /**
   * Opens a file that a snapshot references.
   *
   * @throws CorruptFileException if it does not exist
   */
  private ReadableFile open(String path) {
    try {
      return storage.openFile(path);
    } catch (IOException e) {
      throw failed(path, e);
    }
  }

  /**
   * Returns the exception for a file that a snapshot references and that cannot be read. If it is
   * missing because the snapshot has expired since it was opened, the exception says so.
   */
  public AlbisException failed(String path, IOException e) {
    return e instanceof NoSuchFileException && hasExpired()
        ? new SnapshotExpiredException(
            "Cannot read "
                + path
                + ": snapshot "
                + openSnapshot
                + " of table "
                + storage.root()
                + " has expired since it was opened",
            e)
        : TableSnapshots.readFailure(path, e);
  }

  private boolean hasExpired() {
    long id = openSnapshot;
    try {
      return id > 0
          && (!storage.exists(TablePaths.snapshot(id))
              || snapshots.open(snapshots.requireLatestId()).snapshot().hasExpired(id));
    } catch (IOException | AlbisException e) {
      // Then the missing file is reported as such.
      return false;
    }
  }

  /** Closes the unused files; the others are closed by their last users. */
  @Override
  public void close() {
    files.close();
  }
}
