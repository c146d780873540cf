// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.segment;

import io.albis.format.internal.layout.FileLayout;
import io.albis.format.internal.metadata.Segment;
import java.util.Arrays;

/** Places the buffers of a segment in the column layout one after another. */
public final class BufferLayout {

  private final long[] offsets;
  private final long[] lengths;
  private int count;
  private long position;
  private long end;

  public BufferLayout(int buffers) {
    this.offsets = new long[buffers];
    this.lengths = new long[buffers];
  }

  /** Places the next buffer and returns its offset. */
  public long add(long length) {
    position = FileLayout.align(position, FileLayout.BUFFER_ALIGNMENT);
    offsets[count] = position;
    lengths[count] = length;
    count++;
    long offset = position;
    position += length;
    end = length > 0 ? position : end;
    return offset;
  }

  public long offset(int buffer) {
    return offsets[buffer];
  }

  public long length(int buffer) {
    return lengths[buffer];
  }

  /** Where the segment ends. */
  public long end() {
    return end;
  }

  public void addTo(Segment.Builder message) {
    Arrays.stream(lengths).forEach(length -> message.addBufferLength(Math.toIntExact(length)));
  }
}
