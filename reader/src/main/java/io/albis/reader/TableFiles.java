/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.reader;

import com.google.protobuf.ByteString;
import io.albis.format.error.AlbisIOException;
import io.albis.format.error.CorruptFileException;
import io.albis.format.error.NotATableException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.layout.FileLayout;
import io.albis.format.metadata.DataFile;
import io.albis.format.metadata.ManifestFile;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.metadata.TablePaths;
import io.albis.format.proto.Extent;
import io.albis.format.proto.ManifestRef;
import io.albis.format.proto.SectionRef;
import io.albis.storage.FileInfo;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Reads the metadata files of a table. Thread-safe. */
final class TableFiles {

  private final Storage storage;

  TableFiles(Storage storage) {
    this.storage = storage;
  }

  /** Ids of all snapshots, ascending. */
  List<Long> snapshotIds() {
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
      return new AlbisIOException("Failed to look for " + storage.root(), e);
    }
    return new NotATableException(
        "Cannot open table "
            + storage.root()
            + ": the directory holds no Albis table (expected "
            + TablePaths.METADATA_DIRECTORY
            + " with at least one snapshot)");
  }

  /**
   * A snapshot.
   *
   * @throws TableNotFoundException if there is none of this id
   */
  SnapshotFile snapshot(long id) {
    String path = TablePaths.snapshot(id);
    try (ReadableFile file = storage.openFile(path)) {
      long length = file.length();
      if (length > Integer.MAX_VALUE - 64) {
        throw new CorruptFileException(path, 0, "length", "below 2 GiB", length);
      }
      return SnapshotFile.decode(file.readBytes(0, (int) length), path, id);
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

  ManifestFile manifest(ManifestRef ref, ByteString tableId) {
    int length = ref.getFooterLength() + FileLayout.TAIL_LENGTH;
    try (ReadableFile file = open(ref.getPath())) {
      requireLength(file, ref.getLength());
      return ManifestFile.decode(file.readBytes(ref.getLength() - length, length), ref, tableId);
    } catch (IOException e) {
      throw failed(ref.getPath(), e);
    }
  }

  /** The extents of one column group. */
  List<Extent> section(ManifestFile manifest, SectionRef ref) {
    try (ReadableFile file = open(manifest.file())) {
      return manifest.decodeSection(file.readBytes(ref.getOffset(), ref.getLength()), ref);
    } catch (IOException e) {
      throw failed(manifest.file(), e);
    }
  }

  /** The footer of an extent, of a file that is open. */
  DataFile footer(
      ReadableFile file, Extent extent, int columnGroupId, long rowCount, ByteString tableId) {
    int length = extent.getFooterLength() + FileLayout.TAIL_LENGTH;
    long end = extent.getOffset() + extent.getLength();
    if (end > file.length()) {
      throw new CorruptFileException(
          extent.getPath(), file.length(), "length", "at least " + end, file.length());
    }
    try {
      return DataFile.decode(
          file.readBytes(end - length, length), extent, columnGroupId, rowCount, tableId);
    } catch (IOException e) {
      throw failed(extent.getPath(), e);
    }
  }

  private static void requireLength(ReadableFile file, long expected) {
    if (file.length() != expected) {
      throw new CorruptFileException(
          file.path(), Math.min(file.length(), expected), "length", expected, file.length());
    }
  }

  /**
   * Opens a file that a snapshot names.
   *
   * @throws CorruptFileException if it is not there
   */
  ReadableFile open(String path) {
    try {
      return storage.openFile(path);
    } catch (NoSuchFileException e) {
      throw new CorruptFileException(
          path, -1, "file", "the file that the snapshot names", "none", e);
    } catch (IOException e) {
      throw failed(path, e);
    }
  }

  static AlbisIOException failed(String path, IOException e) {
    return new AlbisIOException("Failed to read " + path + ": " + e.getMessage(), e);
  }
}
