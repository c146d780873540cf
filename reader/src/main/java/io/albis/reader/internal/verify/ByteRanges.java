// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.verify;

import io.albis.storage.ReadableFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads ranges of a file that are added in ascending order, those that are near each other by one
 * request. A request and the memory for it are limited.
 */
final class ByteRanges {

  /** Takes the bytes of a range, or of a part of it if it is long. */
  interface Consumer {
    void accept(long offset, byte[] bytes);
  }

  private record Range(long offset, int length) {

    long end() {
      return offset + length;
    }
  }

  private final ReadableFile file;
  private final long maxGap;
  private final int maxLength;
  private final Consumer consumer;

  /** Ranges that the next request reads. */
  private final List<Range> pending = new ArrayList<>();

  /**
   * Starts without ranges.
   *
   * @param maxGap the longest gap that a request reads, in bytes
   * @param maxLength of a request, in bytes
   */
  ByteRanges(ReadableFile file, long maxGap, int maxLength, Consumer consumer) {
    this.file = file;
    this.maxGap = maxGap;
    this.maxLength = maxLength;
    this.consumer = consumer;
  }

  /** Adds the bytes between two offsets; not before those that were added last. */
  void add(long from, long to) throws IOException {
    for (long at = from; at < to; at += maxLength) {
      addPart(new Range(at, (int) Math.min(maxLength, to - at)));
    }
  }

  private void addPart(Range range) throws IOException {
    if (!pending.isEmpty()) {
      Range last = pending.get(pending.size() - 1);
      boolean isNear = range.offset() - last.end() <= maxGap;
      if (!isNear || range.end() - pending.get(0).offset() > maxLength) {
        read();
      }
    }
    pending.add(range);
  }

  /** Reads what is left. */
  void read() throws IOException {
    if (pending.isEmpty()) {
      return;
    }
    long start = pending.get(0).offset();
    byte[] bytes = file.readBytes(start, (int) (pending.get(pending.size() - 1).end() - start));
    for (Range range : pending) {
      int from = (int) (range.offset() - start);
      consumer.accept(range.offset(), Arrays.copyOfRange(bytes, from, from + range.length()));
    }
    pending.clear();
  }
}
