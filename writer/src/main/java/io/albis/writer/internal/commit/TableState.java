// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.commit;

import io.albis.format.error.AlbisIOException;
import io.albis.format.error.NotATableException;
import io.albis.format.error.SnapshotExpiredException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.layout.FileLayout;
import io.albis.format.metadata.FileEnd;
import io.albis.format.metadata.FileTail;
import io.albis.format.metadata.SnapshotDirectories;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.metadata.TablePaths;
import io.albis.storage.FileInfo;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;

/** Reads the latest snapshot of a table. */
public final class TableState {

  private TableState() {}

  /**
   * The latest snapshot; empty if the table does not exist.
   *
   * @throws AlbisIOException if the directory or the snapshot cannot be read
   */
  public static Optional<SnapshotFile> latest(Storage storage) {
    long latest = latestId(storage);
    return latest == 0 ? Optional.empty() : Optional.of(read(storage, latest));
  }

  /**
   * Id of the latest snapshot; 0 if the table does not exist.
   *
   * @throws AlbisIOException if a directory cannot be read
   */
  public static long latestId(Storage storage) {
    return list(storage, SnapshotDirectories::latest).orElse(0L);
  }

  /**
   * Ids of all snapshots that exist, ascending; none if the table does not exist.
   *
   * @throws AlbisIOException if a directory cannot be read
   */
  public static List<Long> ids(Storage storage) {
    return list(storage, SnapshotDirectories::all).orElse(List.of());
  }

  /**
   * Paths of the directories of snapshots; none if the table does not exist.
   *
   * @throws AlbisIOException if the directory cannot be read
   */
  public static List<String> snapshotDirectories(Storage storage) {
    return list(storage, SnapshotDirectories::directories).orElse(List.of());
  }

  private interface Search<T> {
    T in(SnapshotDirectories directories) throws IOException;
  }

  private static <T> Optional<T> list(Storage storage, Search<T> search) {
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

  /**
   * Id of the latest snapshot.
   *
   * @throws TableNotFoundException if the directory does not exist
   * @throws NotATableException if the directory does not hold a table
   */
  static long requireLatestId(Storage storage) {
    long latest = latestId(storage);
    if (latest == 0) {
      throw missing(storage);
    }
    return latest;
  }

  /**
   * Whether a snapshot is stored under its name, and not another one.
   *
   * @throws AlbisIOException if that cannot be found out
   */
  static boolean isStored(Storage storage, SnapshotFile snapshot) {
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
      throw failed(snapshot.file(), e);
    }
  }

  /**
   * The latest snapshot.
   *
   * @throws TableNotFoundException if the directory does not exist
   * @throws NotATableException if the directory does not hold a table
   */
  public static SnapshotFile require(Storage storage) {
    return latest(storage).orElseThrow(() -> missing(storage));
  }

  private static RuntimeException missing(Storage storage) {
    try {
      if (!storage.exists("")) {
        return new TableNotFoundException(
            "Cannot open table " + storage.root() + ": there is no such directory");
      }
    } catch (IOException e) {
      return new AlbisIOException("Failed to check whether " + storage.root() + " exists", e);
    }
    return new NotATableException(
        "Cannot open table "
            + storage.root()
            + ": the directory holds no Albis table (expected "
            + TablePaths.SNAPSHOT_DIRECTORY
            + " with at least one snapshot)");
  }

  /**
   * The snapshot of an id, on which a writer may build.
   *
   * @throws SnapshotExpiredException if it does not exist any more
   * @throws AlbisIOException if it cannot be read
   * @throws io.albis.format.error.UnsupportedVersionException if it was written by a newer version
   */
  public static SnapshotFile read(Storage storage, long id) {
    String path = TablePaths.snapshot(id);
    try {
      byte[] bytes = readFile(storage, path);
      SnapshotFile snapshot = SnapshotFile.decode(FileEnd.whole(path, bytes), id);
      snapshot.requireWritable();
      return snapshot;
    } catch (NoSuchFileException e) {
      throw new SnapshotExpiredException(
          "Cannot read snapshot " + id + " of table " + storage.root() + ": it has expired", e);
    } catch (IOException e) {
      throw failed(path, e);
    }
  }

  /**
   * All bytes of a file.
   *
   * @throws AlbisIOException if it cannot be read
   */
  static byte[] read(Storage storage, String path) {
    try {
      return readFile(storage, path);
    } catch (IOException e) {
      throw failed(path, e);
    }
  }

  private static byte[] readFile(Storage storage, String path) throws IOException {
    try (ReadableFile file = storage.openFile(path)) {
      return file.readBytes(0, Math.toIntExact(file.length()));
    }
  }

  private static AlbisIOException failed(String path, IOException cause) {
    return new AlbisIOException("Failed to read " + path + ": " + cause.getMessage(), cause);
  }
}
