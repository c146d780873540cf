// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.source;

import java.util.function.Supplier;

/**
 * Keeps the metadata of files that never change, for all who open their table: a cache.
 * Thread-safe.
 */
public interface MetadataKeeper {

  /** Keeps nothing. */
  MetadataKeeper NONE = (path, identity, checkAccess, read) -> read.get();

  /**
   * Returns the metadata of a file: what the first of several callers has read.
   *
   * @param path of the file, relative to the table
   * @param identity of the file, as the reference to it says, with value equality: another file may
   *     have had the path
   * @param checkAccess asks the storage whether the file may be read, and throws if not
   * @param read reads and parses it
   */
  KeptMetadata get(
      String path, Object identity, Runnable checkAccess, Supplier<? extends KeptMetadata> read);
}
