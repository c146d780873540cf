// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

/**
 * A range of bytes in a file.
 *
 * @param path the path of the file, relative to the root
 * @param offset the first byte
 * @param length the number of bytes
 */
public record FileRange(String path, long offset, long length) {

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException if the offset or the length is negative
   */
  public FileRange {
    if (offset < 0 || length < 0) {
      throw new IllegalArgumentException(
          "Invalid range of "
              + path
              + ": offset "
              + offset
              + ", length "
              + length
              + " (expected 0 or more)");
    }
  }
}
