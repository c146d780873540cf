// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import io.albis.storage.internal.backend.StoragePaths;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A directory tree in which a table lives.
 *
 * <p>Paths are relative to the root, with {@code /} between parts; the empty path is the root. A
 * path that is absolute, leaves the root, or has a part {@code .} or {@code ..} causes an {@link
 * IllegalArgumentException}.
 *
 * <p>All methods are thread-safe. Closing a storage does not close the files opened from it.
 */
public interface Storage extends AutoCloseable {

  /**
   * Opens a directory by URI or path. Without a scheme, the text is a path of the local file system
   * in which spaces and {@code %} are literal. With a scheme, it is a URI in which {@code %} starts
   * an escape; spaces are allowed.
   *
   * @see #open(URI, Map)
   */
  static Storage open(String uriOrPath, Map<String, String> options) throws IOException {
    return StorageProviders.open(toUri(uriOrPath), options);
  }

  /**
   * Opens a directory by URI. The directory need not exist.
   *
   * @param root the directory; without a scheme, a local path
   * @param options options of the backend by name
   * @throws IOException if no backend serves the scheme, or the backend cannot be reached
   * @throws IllegalArgumentException if the URI or an option is invalid, or the backend does not
   *     support an option
   */
  static Storage open(URI root, Map<String, String> options) throws IOException {
    return StorageProviders.open(root, options);
  }

  /**
   * Converts a URI or path to a URI; see {@link #open(String, Map)}.
   *
   * @throws IllegalArgumentException if the text is empty or not a valid URI
   */
  static URI toUri(String uriOrPath) {
    return StorageProviders.toUri(uriOrPath);
  }

  /** The URI of the directory. */
  URI root();

  /**
   * Opens a file for reading. Fails if the file may not be read, although nothing is read yet.
   *
   * @throws java.nio.file.NoSuchFileException if there is no such file
   */
  ReadableFile openFile(String path) throws IOException;

  /**
   * Creates a file, and its directories if they are missing. Until {@link WritableFile#finish()}
   * returns, the file may or may not be visible, and a crash may leave a part of it.
   *
   * @throws java.nio.file.FileAlreadyExistsException if the path exists
   */
  WritableFile createFile(String path) throws IOException;

  /**
   * Creates a file like {@link #createFile(String)}. Backends that divide files into blocks give it
   * blocks of this length, if they can, so that the file lies in one place.
   *
   * @param expectedLength length that the file will probably not exceed, in bytes
   * @throws java.nio.file.FileAlreadyExistsException if the path exists
   */
  default WritableFile createFile(String path, long expectedLength) throws IOException {
    return createFile(path);
  }

  /**
   * Creates a file, and its directories if they are missing, that becomes visible at its path only
   * as a whole: {@link WritableFile#finish()} makes it appear in one atomic step, and fails with
   * {@link java.nio.file.FileAlreadyExistsException} if the path exists by then. A crash before
   * that leaves nothing at the path.
   *
   * <p>The default is {@link #createFile(String)}, for backends whose files appear only when they
   * are finished.
   *
   * @throws java.nio.file.FileAlreadyExistsException if the path exists
   */
  default WritableFile createFileAtomically(String path) throws IOException {
    return createFile(path);
  }

  /**
   * Gives a finished file another name in its directory. The file appears under the new name as a
   * whole, in one atomic step, and is then not found under the old one.
   *
   * <p>The default copies the file by {@link #createFileAtomically(String)} and deletes it, for
   * backends that cannot rename exclusively.
   *
   * @param name the last part of the new path
   * @throws java.nio.file.FileAlreadyExistsException if the new path exists; the file keeps its
   *     name
   * @throws java.nio.file.NoSuchFileException if there is no such file
   */
  default void rename(String path, String name) throws IOException {
    FileCopy.copy(this, path, StoragePaths.sibling(path, name));
    delete(path);
  }

  /**
   * Gives a directory another path, with all that is in it, in one atomic step.
   *
   * <p>The default is for backends that cannot: an object store would move one object after the
   * other.
   *
   * @throws UnsupportedOperationException if this storage cannot; nothing has changed
   * @throws java.nio.file.FileAlreadyExistsException if the target exists; nothing has changed
   * @throws java.nio.file.NoSuchFileException if there is no such directory, or none in which the
   *     target would be
   */
  default void renameDirectory(String path, String target) throws IOException {
    throw new UnsupportedOperationException(
        "Cannot rename "
            + path
            + " in "
            + root()
            + ": this storage cannot rename a directory in one step");
  }

  /**
   * The length of files, in bytes, that this backend stores and reads best, such as the block size
   * of HDFS; 0 if it has none. Writers of tables make their data files about as long.
   */
  default long naturalFileLength() {
    return 0;
  }

  /**
   * Creates a small file with all of its content in one atomic step. Of the callers that publish
   * the same path, exactly one succeeds, and no reader ever sees a part of the file. When this
   * method returns, the file survives a crash. When it throws {@link
   * java.nio.file.FileAlreadyExistsException}, nothing has changed. After any {@link IOException}
   * other than these two, it is unknown whether the file exists or will appear later: the request
   * may still be in flight.
   *
   * @throws java.nio.file.FileAlreadyExistsException if the path exists
   * @throws NotPublishedException if publishing failed, and the file will certainly not appear
   */
  void publish(String path, byte[] content) throws IOException;

  /**
   * Lists the files and directories in a directory, ordered by name, without temporary files of the
   * backend. Whether an empty directory exists depends on the backend: object stores have none.
   *
   * @throws java.nio.file.NoSuchFileException if there is no such directory
   */
  List<FileInfo> list(String directory) throws IOException;

  /**
   * Lists the temporary files of the backend in a directory, which {@link #list} leaves out. They
   * belong to calls in progress, or to processes that were killed; {@link #delete} deletes them.
   *
   * @throws java.nio.file.NoSuchFileException if there is no such directory
   */
  default List<FileInfo> listTemporary(String directory) throws IOException {
    return List.of();
  }

  /** Whether a file or directory exists at the path. */
  boolean exists(String path) throws IOException;

  /**
   * Deletes a file or an empty directory.
   *
   * @return whether it existed
   */
  boolean delete(String path) throws IOException;

  /** Deletes a file, or a directory with its contents; does nothing if the path does not exist. */
  void deleteRecursively(String path) throws IOException;

  /**
   * Returns the hosts that hold a range of a file. The result covers the range in order, without
   * gaps.
   *
   * @throws java.nio.file.NoSuchFileException if there is no such file
   */
  List<Locations> locations(String path, long offset, long length) throws IOException;

  /**
   * Does the same for many ranges. Backends that can look up many files together need a number of
   * requests that grows with the number of directories, not of files.
   *
   * @return the locations of each range, in the order of {@code ranges}
   */
  default List<List<Locations>> locations(List<FileRange> ranges) throws IOException {
    List<List<Locations>> found = new ArrayList<>();
    for (FileRange range : ranges) {
      found.add(locations(range.path(), range.offset(), range.length()));
    }
    return found;
  }

  /**
   * Diagnoses how files in this directory are read and written from this machine, and what would
   * make it faster. May read small parts of some files.
   */
  default List<Diagnosis> diagnose() throws IOException {
    return List.of();
  }

  /**
   * What reading costs. Readers request ranges of a file together if the gaps between them are at
   * most {@link ReadCost#maxGap}.
   */
  default ReadCost readCost() {
    return ReadCost.LOCAL;
  }

  /**
   * Identifies on whose behalf this storage reads. Two storages with the same root, options and
   * user may read the same files: caches rely on that. Default: the user of the process.
   */
  default String user() {
    return System.getProperty("user.name", "");
  }

  /** What this storage and its files have read and written so far. */
  StorageMetrics metrics();

  @Override
  void close() throws IOException;
}
