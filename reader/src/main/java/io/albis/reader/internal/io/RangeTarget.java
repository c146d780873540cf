// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import io.albis.reader.source.SegmentKey;
import io.albis.storage.ReadRequest;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.List;

/** Segments that are read into one buffer, with what lies between them in the file. */
final class RangeTarget extends ReadTargets {

  private final long offset;
  private final OffHeapBuffer buffer;

  /**
   * Creates the target.
   *
   * @param offset in the file of the first byte of the buffer
   */
  RangeTarget(List<SegmentKey> keys, long offset, OffHeapBuffer buffer) {
    super(keys);
    this.offset = offset;
    this.buffer = buffer;
  }

  @Override
  List<ReadRequest> ranges() {
    return List.of(new ReadRequest(offset, buffer.capacity(), buffer, 0));
  }

  @Override
  ReadRequest range(int index) {
    SegmentKey key = keys().get(index);
    return new ReadRequest(key.offset(), key.length(), buffer, key.offset() - offset);
  }
}
