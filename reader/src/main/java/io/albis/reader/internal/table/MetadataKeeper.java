// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.table;

import java.util.function.Supplier;

/**
 * Keeps the metadata of files that never change, for all who open their table: a cache.
 * Thread-safe.
 */
public interface MetadataKeeper {

  /** Keeps nothing. */
  MetadataKeeper NONE = (path, identity, checkAccess, read) -> read.get();

  /**
   * Returns the metadata of a file, read by the first of several callers.
   *
   * @param path of the file, relative to the table
   * @param identity of the file, as the reference to it says: another file may have had the path
   * @param checkAccess asks the storage whether the file may be read, and throws if not
   * @param read reads and parses it
   */
  FileMetadata get(String path, Object identity, Runnable checkAccess, Supplier<FileMetadata> read);
}
