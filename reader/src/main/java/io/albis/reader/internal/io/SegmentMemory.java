// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import io.albis.format.internal.layout.FileLayout;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentReader;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;

/**
 * The memory of segments that are read together: one buffer for the range of the file that contains
 * them, or a buffer for each. Not thread-safe.
 */
final class SegmentMemory {

  /** A range starts at a multiple of this, so that the device can write into its memory. */
  private static final int BLOCK = FileLayout.LARGE_SEGMENT_ALIGNMENT;

  /** The bytes between segments are at most this fraction of those of the segments ... */
  private static final int MAX_GAPS = 16;

  /** ... or as many as this. */
  private static final int SMALL_GAPS = 2 * BLOCK;

  private final List<SegmentKey> keys;

  /** Offset in the file of the range; -1 if each segment has its own buffer. */
  private final long start;

  private final long length;

  /** One for each segment; slices of {@link #range} if there is a range. */
  private final List<OffHeapBuffer> segments;

  /** Kept by its slices. Null if each segment has its own buffer, and before the allocation. */
  private OffHeapBuffer range;

  private SegmentMemory(List<SegmentKey> keys, long start, long length) {
    this.keys = keys;
    this.start = start;
    this.length = length;
    this.segments = new ArrayList<>(keys.size());
  }

  /**
   * Chooses the memory of segments, without allocating it.
   *
   * @param mayShare whether segments that are short, and near each other, share a buffer
   */
  static SegmentMemory of(List<SegmentKey> keys, boolean mayShare) {
    long bytes = 0;
    for (SegmentKey key : keys) {
      bytes += key.length();
    }
    long first = keys.get(0).offset();
    long start = first - first % BLOCK;
    SegmentKey last = keys.get(keys.size() - 1);
    long length = last.offset() + last.length() - start;
    boolean isShared =
        mayShare
            && bytes < (long) keys.size() * FileLayout.LARGE_SEGMENT_LENGTH
            && length - bytes <= Math.max(SMALL_GAPS, bytes / MAX_GAPS)
            && areInOrder(keys);
    return isShared ? new SegmentMemory(keys, start, length) : new SegmentMemory(keys, -1, bytes);
  }

  /** Whether segments of one file follow each other. */
  private static boolean areInOrder(List<SegmentKey> keys) {
    SegmentKey last = keys.get(0);
    for (SegmentKey key : keys.subList(1, keys.size())) {
      if (key.offset() < last.offset() + last.length() || !key.path().equals(last.path())) {
        return false;
      }
      last = key;
    }
    return keys.get(0).length() > 0;
  }

  /** Bytes of the memory. */
  long length() {
    return length;
  }

  /**
   * Allocates the memory.
   *
   * @param allocator returns null if there is not enough
   * @return whether there is enough; if not, nothing is allocated
   */
  boolean allocate(LongFunction<OffHeapBuffer> allocator) {
    try {
      boolean isAllocated = start < 0 ? allocateEach(allocator) : allocateRange(allocator);
      if (!isAllocated) {
        release();
      }
      return isAllocated;
    } catch (RuntimeException | Error e) {
      release();
      throw e;
    }
  }

  private boolean allocateEach(LongFunction<OffHeapBuffer> allocator) {
    for (SegmentKey key : keys) {
      OffHeapBuffer buffer = allocator.apply(key.length());
      if (buffer == null) {
        return false;
      }
      segments.add(buffer);
    }
    return true;
  }

  private boolean allocateRange(LongFunction<OffHeapBuffer> allocator) {
    range = allocator.apply(length);
    if (range == null) {
      return false;
    }
    try {
      for (SegmentKey key : keys) {
        segments.add(range.slice(key.offset() - start, key.length()));
      }
    } finally {
      range.release();
    }
    return true;
  }

  /** Reads the segments. */
  void read(SegmentReader reader) {
    if (start < 0) {
      reader.read(keys, segments);
    } else {
      reader.readRange(keys, start, range);
    }
  }

  /** Starts to read the segments. */
  CompletableFuture<Void> readAsync(SegmentReader reader) {
    return start < 0 ? reader.readAsync(keys, segments) : reader.readRangeAsync(keys, start, range);
  }

  /** The buffers of the segments, which the caller owns from now on. */
  List<OffHeapBuffer> segments() {
    return segments;
  }

  /** Releases all memory. */
  void release() {
    segments.forEach(OffHeapBuffer::release);
    segments.clear();
  }
}
