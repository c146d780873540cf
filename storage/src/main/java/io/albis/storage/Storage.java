// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * A directory tree in which a table lives.
 *
 * <p>Paths are relative to the root, with {@code /} between parts; the empty path is the root. A
 * path that leaves the root, is absolute, or has a part {@code .} or {@code ..} is refused with
 * {@link IllegalArgumentException}.
 *
 * <p>All methods are safe for use by several threads. Closing a storage does not close files opened
 * from it.
 */
public interface Storage extends AutoCloseable {

  /** The URI of the directory. */
  URI root();

  /**
   * Opens a file for reading.
   *
   * @throws java.nio.file.NoSuchFileException if there is no such file
   */
  ReadableFile openFile(String path) throws IOException;

  /**
   * Starts a new file; its directories are made when missing. Until {@link WritableFile#finish()}
   * nobody may rely on the file: it may be visible or not, and a crash may leave a part of it.
   *
   * @throws java.nio.file.FileAlreadyExistsException if the path exists
   */
  WritableFile createFile(String path) throws IOException;

  /**
   * Makes a small file appear with all its content in one atomic step: among callers that publish
   * the same path, exactly one returns, and no reader ever sees a part of it. When this returns,
   * the file survives a crash. When it throws {@link java.nio.file.FileAlreadyExistsException},
   * nothing has been changed. After any other {@link IOException} but {@link NotPublishedException}
   * nobody knows whether the file exists, or will: the request may be on its way still.
   *
   * @throws java.nio.file.FileAlreadyExistsException if the path exists
   * @throws NotPublishedException if publishing failed, and the file will certainly not appear
   */
  void publish(String path, byte[] content) throws IOException;

  /**
   * Lists the files and directories in a directory, ordered by name. Temporary files of the backend
   * are left out. A directory in which there is nothing may be listed or be missing: object stores
   * know none.
   *
   * @throws java.nio.file.NoSuchFileException if there is no such directory
   */
  List<FileInfo> list(String directory) throws IOException;

  /** Whether the path is a file or a directory. */
  boolean exists(String path) throws IOException;

  /**
   * Deletes a file or an empty directory.
   *
   * @return whether it existed
   */
  boolean delete(String path) throws IOException;

  /** Deletes a file, or a directory with all that is in it; does nothing if it does not exist. */
  void deleteRecursively(String path) throws IOException;

  /**
   * Tells where the bytes of a range are. The result covers the range without gaps, in order.
   *
   * @throws java.nio.file.NoSuchFileException if there is no such file
   */
  List<Locations> locations(String path, long offset, long length) throws IOException;

  /**
   * As {@link #locations(String, long, long)} for many ranges, asked together where the backend
   * can: what this costs is then bounded by the number of directories, not of files.
   *
   * @return for each range, in the same order
   */
  default List<List<Locations>> locations(List<FileRange> ranges) throws IOException {
    List<List<Locations>> found = new ArrayList<>();
    for (FileRange range : ranges) {
      found.add(locations(range.path(), range.offset(), range.length()));
    }
    return found;
  }

  /**
   * Finds out how files of this directory are read and written from this machine, and what would
   * make it faster. May read a little of some of them.
   */
  default List<Diagnosis> diagnose() throws IOException {
    return List.of();
  }

  /** What has been read and written through this storage so far. */
  StorageMetrics metrics();

  @Override
  void close() throws IOException;
}
