// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.commit;

import io.albis.format.error.AlbisIOException;
import io.albis.format.error.NotATableException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.metadata.FileEnd;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.metadata.TablePaths;
import io.albis.storage.FileInfo;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the latest snapshot of a table. */
public final class TableState {

  private TableState() {}

  /**
   * The latest snapshot; empty if the table does not exist.
   *
   * @throws AlbisIOException if the directory or the snapshot cannot be read
   */
  public static Optional<SnapshotFile> latest(Storage storage) {
    long latest = 0;
    try {
      for (FileInfo file : storage.list(TablePaths.METADATA_DIRECTORY)) {
        OptionalLong id = TablePaths.snapshotId(file.name());
        latest = Math.max(latest, id.orElse(0));
      }
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new AlbisIOException("Failed to list the snapshots of " + storage.root(), e);
    }
    return latest == 0 ? Optional.empty() : Optional.of(read(storage, latest));
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
            + TablePaths.METADATA_DIRECTORY
            + " with at least one snapshot)");
  }

  /**
   * The snapshot of an id, on which a writer may build.
   *
   * @throws AlbisIOException if it cannot be read
   * @throws io.albis.format.error.UnsupportedVersionException if it was written by a newer version
   */
  public static SnapshotFile read(Storage storage, long id) {
    String path = TablePaths.snapshot(id);
    SnapshotFile snapshot = SnapshotFile.decode(FileEnd.whole(path, read(storage, path)), id);
    snapshot.requireWritable();
    return snapshot;
  }

  /**
   * All bytes of a file.
   *
   * @throws AlbisIOException if it cannot be read
   */
  static byte[] read(Storage storage, String path) {
    try (ReadableFile file = storage.openFile(path)) {
      return file.readBytes(0, Math.toIntExact(file.length()));
    } catch (IOException e) {
      throw new AlbisIOException("Failed to read " + path + ": " + e.getMessage(), e);
    }
  }
}
