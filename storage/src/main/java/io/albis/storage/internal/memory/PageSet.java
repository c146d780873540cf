// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.memory;

/**
 * A set of small page numbers with operations on ranges, which must not be empty. Not thread-safe.
 */
public final class PageSet {
  private final long[] words;

  public PageSet(int pages) {
    words = new long[(pages + 63) >>> 6];
  }

  /** Adds {@code [from, to)} and returns how many of these pages are new. */
  public int add(int from, int to) {
    int added = 0;
    for (int word = from >>> 6; word << 6 < to; word++) {
      long mask = mask(word, from, to);
      added += Long.bitCount(mask & ~words[word]);
      words[word] |= mask;
    }
    return added;
  }

  /** Removes {@code [from, to)} and returns how many of these pages were present. */
  public int remove(int from, int to) {
    int removed = 0;
    for (int word = from >>> 6; word << 6 < to; word++) {
      long mask = mask(word, from, to);
      removed += Long.bitCount(mask & words[word]);
      words[word] &= ~mask;
    }
    return removed;
  }

  /** Returns how many pages of {@code [from, to)} are present. */
  public int count(int from, int to) {
    int count = 0;
    for (int word = from >>> 6; word << 6 < to; word++) {
      count += Long.bitCount(mask(word, from, to) & words[word]);
    }
    return count;
  }

  private static long mask(int word, int from, int to) {
    long start = Math.max(0, from - (word << 6));
    long end = Math.min(64, to - (word << 6));
    return -1L >>> (64 - (end - start)) << start;
  }
}
