// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

/**
 * A segment that is copied.
 *
 * @param source path of the data file that has it
 * @param sourceOffset where it starts there, in bytes
 * @param targetOffset where it starts in the new file, in bytes
 * @param length in bytes
 * @param crc32c its checksum
 */
record SegmentCopy(String source, long sourceOffset, long targetOffset, int length, int crc32c) {

  /** Where it ends in the new file, in bytes. */
  long targetEnd() {
    return targetOffset + length;
  }
}
