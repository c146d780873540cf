// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import io.albis.reader.source.SegmentKey;
import io.albis.storage.ReadRequest;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.ArrayList;
import java.util.List;

/** Segments that are read into a buffer each. */
final class SegmentTargets extends ReadTargets {

  private final List<OffHeapBuffer> buffers;

  SegmentTargets(List<SegmentKey> keys, List<OffHeapBuffer> buffers) {
    super(keys);
    this.buffers = buffers;
  }

  @Override
  List<ReadRequest> ranges() {
    List<ReadRequest> ranges = new ArrayList<>(buffers.size());
    for (int i = 0; i < buffers.size(); i++) {
      if (keys().get(i).length() > 0) {
        ranges.add(range(i));
      }
    }
    return ranges;
  }

  @Override
  ReadRequest range(int index) {
    SegmentKey key = keys().get(index);
    return new ReadRequest(key.offset(), key.length(), buffers.get(index), 0);
  }
}
