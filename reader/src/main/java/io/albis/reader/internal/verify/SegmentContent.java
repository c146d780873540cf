// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.verify;

import io.albis.format.metadata.Segment;
import io.albis.format.metadata.SegmentBuffers;
import io.albis.format.metadata.StoredLayout;
import io.albis.reader.internal.io.ExtentSegments;
import io.albis.storage.memory.Memory;
import io.albis.storage.memory.OffHeapBuffer;

/** Verifies the bytes of a segment that are no values. */
final class SegmentContent {

  private final StoredLayout layout;
  private final Segment segment;
  private final String file;
  private final long fileOffset;
  private final long base;
  private final Problems problems;

  SegmentContent(ExtentSegments extent, int k, OffHeapBuffer memory, Problems problems) {
    this.layout = extent.layout();
    this.segment = extent.segment(k);
    this.file = extent.path();
    this.fileOffset = extent.fileOffset(k);
    this.base = memory.address();
    this.problems = problems;
  }

  void verify() {
    if (layout.root() != null) {
      verifyBuffers();
    }
  }

  /** Verifies the bytes between the buffers of the column layout. */
  private void verifyBuffers() {
    SegmentBuffers buffers = layout.buffers(segment);
    long end = 0;
    for (int b = 0; b < segment.bufferCount(); b++) {
      if (buffers.length(b) > 0) {
        for (long at = end; at < buffers.offset(b); at++) {
          requireZero("padding", at);
        }
        end = (long) buffers.offset(b) + buffers.length(b);
      }
    }
  }

  private void requireZero(String what, long at) {
    byte found = Memory.getByte(base + at);
    if (found != 0) {
      problems.add(file, fileOffset + at, "", what, 0, found);
    }
  }
}
