// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import java.time.Instant;

/**
 * One entry of a directory.
 *
 * @param name the last part of the path
 * @param kind whether it is a file or a directory
 * @param length the length in bytes; 0 for a directory
 * @param modified the time of the last modification
 */
public record FileInfo(String name, Kind kind, long length, Instant modified) {

  /** The kind of an entry. */
  public enum Kind {
    /** A regular file. */
    FILE,
    /** A directory. */
    DIRECTORY
  }

  /** Whether this is a regular file. */
  public boolean isFile() {
    return kind == Kind.FILE;
  }

  /** Whether this is a directory. */
  public boolean isDirectory() {
    return kind == Kind.DIRECTORY;
  }
}
