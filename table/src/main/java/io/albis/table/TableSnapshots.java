// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.table;

import io.albis.format.error.AlbisException;
import io.albis.format.error.AlbisIOException;
import io.albis.format.error.CommitConflictException;
import io.albis.format.error.CorruptFileException;
import io.albis.format.error.SnapshotExpiredException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.internal.layout.FileLayout;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.FileTail;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotDirectories;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.storage.FileInfo;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Finds and reads the snapshots of a table. Methods throw {@link AlbisIOException} if a directory
 * or a file cannot be read, and {@link CorruptFileException} and {@link
 * io.albis.format.error.UnsupportedVersionException} if a snapshot cannot be decoded. Thread-safe.
 */
public final class TableSnapshots {

  private final Storage storage;

  /**
   * Snapshots of a table.
   *
   * @param storage the table's directory
   */
  public TableSnapshots(Storage storage) {
    this.storage = storage;
  }

  /** Id of the latest snapshot; 0 if the table does not exist. */
  public long latestId() {
    return list(SnapshotDirectories::latest).orElse(0L);
  }

  /**
   * Id of the latest snapshot.
   *
   * @throws TableNotFoundException if there is no table
   */
  public long requireLatestId() {
    long latest = latestId();
    if (latest == 0) {
      throw missing();
    }
    return latest;
  }

  /** Ids of all snapshots that exist, ascending; none if the table does not exist. */
  public List<Long> ids() {
    return list(SnapshotDirectories::all).orElse(List.of());
  }

  /**
   * Ids of all snapshots that exist, ascending.
   *
   * @throws TableNotFoundException if there is no table
   */
  public List<Long> requireIds() {
    List<Long> ids = ids();
    if (ids.isEmpty()) {
      throw missing();
    }
    return ids;
  }

  /** Paths of the directories of snapshots; none if the table does not exist. */
  public List<String> directories() {
    return list(SnapshotDirectories::directories).orElse(List.of());
  }

  private interface Search<T> {
    T in(SnapshotDirectories directories) throws IOException;
  }

  private <T> Optional<T> list(Search<T> search) {
    try {
      return Optional.of(
          search.in(
              new SnapshotDirectories(
                  directory -> storage.list(directory).stream().map(FileInfo::name).toList())));
    } catch (NoSuchFileException e) {
      return Optional.empty();
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
      return new AlbisIOException("Failed to check whether " + storage.root() + " exists", e);
    }
    return new TableNotFoundException(
        "Cannot open table "
            + storage.root()
            + ": the directory holds no Albis table (expected "
            + TablePaths.SNAPSHOT_DIRECTORY
            + " with at least one snapshot)");
  }

  /** The latest snapshot, on which a writer may build; empty if the table does not exist. */
  public Optional<SnapshotFile> latest() {
    long latest = latestId();
    return latest == 0 ? Optional.empty() : Optional.of(base(latest));
  }

  /**
   * The latest snapshot, on which a writer may build.
   *
   * @throws TableNotFoundException if there is no table
   */
  public SnapshotFile require() {
    return base(requireLatestId());
  }

  /**
   * The snapshot of an id, on which a writer may build.
   *
   * @throws SnapshotExpiredException if it does not exist any more
   */
  public SnapshotFile base(long id) {
    try {
      SnapshotFile snapshot = read(id);
      snapshot.requireWritable();
      return snapshot;
    } catch (NoSuchFileException e) {
      throw new SnapshotExpiredException(
          "Cannot read snapshot " + id + " of table " + storage.root() + ": it has expired", e);
    } catch (IOException e) {
      throw readFailure(TablePaths.snapshot(id), e);
    }
  }

  /**
   * The snapshot of a table and an id: a table that was dropped and created again has others.
   *
   * @throws SnapshotExpiredException if it does not exist any more
   * @throws CommitConflictException if it is one of another table
   */
  public Snapshot requireOf(UUID tableId, long id) {
    Snapshot snapshot = base(id).snapshot();
    if (!snapshot.tableId().equals(tableId)) {
      throw new CommitConflictException(
          "Cannot use snapshot "
              + id
              + " of "
              + storage.root()
              + ": the table was deleted and created again (expected table "
              + tableId
              + ", found "
              + snapshot.tableId()
              + ")");
    }
    return snapshot;
  }

  /**
   * The snapshot of an id, to read its rows.
   *
   * @throws SnapshotExpiredException if a later snapshot exists, but not this one
   * @throws TableNotFoundException if there is no snapshot with this id
   */
  public SnapshotFile open(long id) {
    String path = TablePaths.snapshot(id);
    try {
      return read(id);
    } catch (NoSuchFileException e) {
      requireListed(id, e);
    } catch (IOException e) {
      throw readFailure(path, e);
    }
    // It has been published since.
    try {
      return read(id);
    } catch (IOException e) {
      throw readFailure(path, e);
    }
  }

  /** All snapshots that have not expired, oldest first. */
  public List<Snapshot> openAll() {
    List<Long> ids = requireIds();
    Snapshot latest = open(ids.get(ids.size() - 1)).snapshot();
    List<Snapshot> found = new ArrayList<>();
    for (long id : ids) {
      if (!latest.hasExpired(id)) {
        found.add(id == latest.id() ? latest : open(id).snapshot());
      }
    }
    return found;
  }

  private SnapshotFile read(long id) throws IOException {
    String path = TablePaths.snapshot(id);
    try (ReadableFile file = storage.openFile(path)) {
      return FileEnds.decode(file, path, -1, end -> SnapshotFile.decode(end, id));
    }
  }

  private void requireListed(long id, NoSuchFileException cause) {
    List<Long> ids = requireIds();
    if (ids.contains(id)) {
      return;
    }
    String message = "Cannot open snapshot " + id + " of table " + storage.root();
    String found = " (the snapshots are " + ids + ")";
    if (id < ids.get(ids.size() - 1)) {
      throw new SnapshotExpiredException(message + ": it has expired" + found, cause);
    }
    throw new TableNotFoundException(message + ": there is none" + found, cause);
  }

  /**
   * Whether a snapshot is stored under its name, and not another one, such as that of a table that
   * was created in place of a dropped one. Reads the end of the file.
   */
  public boolean isStored(SnapshotFile snapshot) {
    FileTail tail = snapshot.tail();
    long length = tail.footerOffset() + tail.endLength();
    try (ReadableFile file = storage.openFile(snapshot.file())) {
      if (file.length() != length) {
        return false;
      }
      byte[] end = file.readBytes(length - FileLayout.TAIL_LENGTH, FileLayout.TAIL_LENGTH);
      return FileTail.decode(FileEnd.of(snapshot.file(), length, end)).equals(tail);
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw readFailure(snapshot.file(), e);
    }
  }

  /** The exception for a file to which a snapshot refers, and that cannot be read. */
  public static AlbisException readFailure(String path, IOException e) {
    if (e instanceof NoSuchFileException missing) {
      String found = missing.getReason() == null ? "none" : missing.getReason();
      return new CorruptFileException(
          path, -1, "file", "the file that the snapshot references", found, e);
    }
    return new AlbisIOException("Failed to read " + path + ": " + e.getMessage(), e);
  }
}
