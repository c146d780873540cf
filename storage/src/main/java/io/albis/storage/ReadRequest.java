// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import io.albis.storage.memory.OffHeapBuffer;
import java.util.Objects;

/**
 * One exact range of a file and the memory to read it into.
 *
 * @param offset the offset of the first byte in the file
 * @param length the number of bytes
 * @param target the buffer to fill; the caller holds a reference until the read has ended
 * @param targetOffset the index in the target of the first byte read
 */
public record ReadRequest(long offset, long length, OffHeapBuffer target, long targetOffset) {

  /**
   * Checks the ranges.
   *
   * @throws IndexOutOfBoundsException if the range does not lie in the target
   */
  public ReadRequest {
    Objects.requireNonNull(target, "target");
    if (offset < 0 || length < 0 || offset + length < 0) {
      throw new IllegalArgumentException(
          "Invalid read range: offset " + offset + ", length " + length + " (expected 0 or more)");
    }
    target.checkRange(targetOffset, length);
  }
}
