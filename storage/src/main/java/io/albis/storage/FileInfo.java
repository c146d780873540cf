// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import java.time.Instant;

/**
 * One entry of a directory.
 *
 * @param name the last part of the path
 * @param isDirectory whether it is a directory; otherwise it is a regular file
 * @param length the length in bytes; 0 for a directory
 * @param modified the time of the last modification
 */
public record FileInfo(String name, boolean isDirectory, long length, Instant modified) {

  /** Whether this is a regular file. */
  public boolean isFile() {
    return !isDirectory;
  }
}
