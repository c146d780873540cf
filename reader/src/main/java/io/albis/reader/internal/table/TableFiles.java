// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.table;

import io.albis.format.error.AlbisException;
import io.albis.format.error.AlbisIOException;
import io.albis.format.error.CorruptFileException;
import io.albis.format.error.NotATableException;
import io.albis.format.error.SnapshotExpiredException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.layout.FileLayout;
import io.albis.format.metadata.DataFileFooter;
import io.albis.format.metadata.DataFileRef;
import io.albis.format.metadata.FileEnd;
import io.albis.format.metadata.FileTail;
import io.albis.format.metadata.ManifestFile;
import io.albis.format.metadata.ManifestRef;
import io.albis.format.metadata.SectionKind;
import io.albis.format.metadata.Sections;
import io.albis.format.metadata.Snapshot;
import io.albis.format.metadata.SnapshotDirectories;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.metadata.TablePaths;
import io.albis.reader.source.KeptMetadata;
import io.albis.reader.source.MetadataKeeper;
import io.albis.reader.source.SourceTable;
import io.albis.storage.FileInfo;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** Reads the metadata of a table or data file. Thread-safe. */
public final class TableFiles implements AutoCloseable {

  /** Number of files that stay open without being read. */
  private static final int MAX_IDLE_FILES = 64;

  /** Bytes at the end of a file that are read before the length of its footer is known. */
  private static final int FIRST_READ = 64 << 10;

  private final Storage storage;
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

  /** Returns the ids of all snapshots, ascending. */
  public List<Long> snapshotIds() {
    List<Long> ids = list(SnapshotDirectories::all);
    if (ids.isEmpty()) {
      throw missing();
    }
    return ids;
  }

  /** Returns the id of the latest snapshot. */
  public long latestId() {
    long id = list(SnapshotDirectories::latest);
    if (id == 0) {
      throw missing();
    }
    return id;
  }

  private interface Search<T> {
    T in(SnapshotDirectories directories) throws IOException;
  }

  private <T> T list(Search<T> search) {
    try {
      return search.in(
          new SnapshotDirectories(
              directory -> storage.list(directory).stream().map(FileInfo::name).toList()));
    } catch (NoSuchFileException e) {
      throw missing();
    } catch (IOException e) {
      throw new AlbisIOException(
          "Failed to list the snapshots of " + storage.root() + ": " + e.getMessage(), e);
    }
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
            + TablePaths.SNAPSHOT_DIRECTORY
            + " with at least one snapshot)");
  }

  /** Reads all snapshots that have not expired, oldest first. */
  public List<Snapshot> snapshots() {
    List<Long> ids = snapshotIds();
    Snapshot latest = snapshot(ids.get(ids.size() - 1)).snapshot();
    List<Snapshot> found = new ArrayList<>();
    for (long id : ids) {
      if (!latest.hasExpired(id)) {
        found.add(id == latest.id() ? latest : snapshot(id).snapshot());
      }
    }
    return found;
  }

  /**
   * Reads a snapshot.
   *
   * @throws SnapshotExpiredException if a later snapshot exists, but not this one
   * @throws TableNotFoundException if there is no snapshot with this id
   */
  public SnapshotFile snapshot(long id) {
    String path = TablePaths.snapshot(id);
    try {
      return read(id, path);
    } catch (NoSuchFileException e) {
      requireListed(id, e);
    } catch (IOException e) {
      throw readFailure(path, e);
    }
    // It has been published since.
    try {
      return read(id, path);
    } catch (IOException e) {
      throw readFailure(path, e);
    }
  }

  private SnapshotFile read(long id, String path) throws IOException {
    try (ReadableFile file = storage.openFile(path)) {
      return decode(file, path, -1, end -> SnapshotFile.decode(end, id));
    }
  }

  private void requireListed(long id, NoSuchFileException cause) {
    List<Long> ids = snapshotIds();
    if (ids.contains(id)) {
      return;
    }
    if (id < ids.get(ids.size() - 1)) {
      throw new SnapshotExpiredException(
          "Cannot open snapshot "
              + id
              + " of table "
              + storage.root()
              + ": it has expired (the snapshots are "
              + ids
              + ")",
          cause);
    }
    throw new TableNotFoundException(
        "Cannot open snapshot "
            + id
            + " of table "
            + storage.root()
            + ": there is none (the snapshots are "
            + ids
            + ")",
        cause);
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
                return decode(use.file(), path, footerLength, decoder);
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
      return decode(use.file(), path, -1, decoder);
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
   * Decodes the end of a file. If it is corrupt, reads it again from another copy, if the storage
   * has one.
   *
   * @param footerLength as a reference to the file has it, or -1 if there is no reference
   */
  private static <T> T decode(
      ReadableFile file, String path, int footerLength, Function<FileEnd, T> decoder)
      throws IOException {
    long wanted =
        Math.max(FIRST_READ, footerLength < 0 ? 0 : (long) footerLength + FileLayout.TAIL_LENGTH);
    int length = Math.toIntExact(Math.min(file.length(), wanted));
    try {
      byte[] bytes = file.readBytes(file.length() - length, length);
      FileEnd end = FileEnd.of(path, file.length(), bytes);
      if (footerLength < 0) {
        long needed = FileTail.decode(end).endLength();
        if (needed > length) {
          length = Math.toIntExact(needed);
          bytes = file.readBytes(file.length() - length, length);
          end = FileEnd.of(path, file.length(), bytes);
        }
      }
      return decoder.apply(end);
    } catch (CorruptFileException e) {
      Optional<byte[]> other = file.readBytesElsewhere(file.length() - length, length);
      if (other.isEmpty()) {
        throw e;
      }
      return decoder.apply(FileEnd.of(path, file.length(), other.get()));
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
        : readFailure(path, e);
  }

  private boolean hasExpired() {
    long id = openSnapshot;
    try {
      return id > 0
          && (!storage.exists(TablePaths.snapshot(id))
              || snapshot(latestId()).snapshot().hasExpired(id));
    } catch (IOException | AlbisException e) {
      // Then the missing file is reported as such.
      return false;
    }
  }

  static AlbisException readFailure(String path, IOException e) {
    if (e instanceof NoSuchFileException missing) {
      String found = missing.getReason() == null ? "none" : missing.getReason();
      return new CorruptFileException(
          path, -1, "file", "the file that the snapshot references", found, e);
    }
    return new AlbisIOException("Failed to read " + path + ": " + e.getMessage(), e);
  }

  /** Closes the unused files; the others are closed by their last users. */
  @Override
  public void close() {
    files.close();
  }
}
