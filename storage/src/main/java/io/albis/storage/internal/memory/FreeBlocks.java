// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.memory;

/**
 * The free blocks of an arena, in bins by size. Up to 32 pages a bin holds blocks of one size,
 * above that there are 16 bins for each power of two (the size classes of two-level segregated
 * fit). A bit per bin says whether it is empty, so that finding a block takes constant time.
 *
 * <p>The most recently released block is at the head of a bin; discarded blocks are at the tail.
 *
 * <p>Not thread-safe, except for {@link #mayHave}.
 */
public final class FreeBlocks {
  private static final int BINS_PER_DOUBLING = 16;

  /** Enough for any int. */
  private static final int BINS = 28 * BINS_PER_DOUBLING;

  /** How many blocks to try in the bin whose blocks may be too small. */
  private static final int TRIES = 8;

  private final Block[] heads = new Block[BINS];
  private final Block[] tails = new Block[BINS];
  private final long[] nonEmpty = new long[BINS / 64];
  private volatile int highest = -1;

  /** The bin of blocks of this many pages. */
  public static int bin(int pages) {
    if (pages < BINS_PER_DOUBLING) {
      return pages;
    }
    int log = 31 - Integer.numberOfLeadingZeros(pages);
    return (log - 3) * BINS_PER_DOUBLING + (pages >>> (log - 4)) - BINS_PER_DOUBLING;
  }

  /** Whether a block of this many pages may be free; a hint for threads without the lock. */
  public boolean mayHave(int pages) {
    return highest >= bin(pages);
  }

  /** A block of at least this many pages, about the smallest one; null if there is none. */
  public Block find(int pages) {
    int bin = bin(pages);
    Block block = heads[bin];
    for (int i = 0; i < TRIES && block != null; i++) {
      if (block.pages >= pages) {
        return block;
      }
      block = block.next;
    }
    int larger = nextNonEmpty(bin + 1);
    return larger < 0 ? null : heads[larger];
  }

  private int nextNonEmpty(int from) {
    if (from >= BINS) {
      return -1;
    }
    int word = from >>> 6;
    long bits = nonEmpty[word] & (-1L << from);
    while (bits == 0) {
      word++;
      if (word == nonEmpty.length) {
        return -1;
      }
      bits = nonEmpty[word];
    }
    return (word << 6) + Long.numberOfTrailingZeros(bits);
  }

  public void addFirst(Block block) {
    int bin = bin(block.pages);
    Block head = heads[bin];
    block.previous = null;
    block.next = head;
    heads[bin] = block;
    if (head == null) {
      tails[bin] = block;
      becameNonEmpty(bin);
    } else {
      head.previous = block;
    }
  }

  public void addLast(Block block) {
    int bin = bin(block.pages);
    Block tail = tails[bin];
    block.previous = tail;
    block.next = null;
    tails[bin] = block;
    if (tail == null) {
      heads[bin] = block;
      becameNonEmpty(bin);
    } else {
      tail.next = block;
    }
  }

  /** Removes a block; its size must not have changed since it was added. */
  public void remove(Block block) {
    int bin = bin(block.pages);
    if (block.previous == null) {
      heads[bin] = block.next;
    } else {
      block.previous.next = block.next;
    }
    if (block.next == null) {
      tails[bin] = block.previous;
    } else {
      block.next.previous = block.previous;
    }
    block.previous = null;
    block.next = null;
    if (heads[bin] == null) {
      becameEmpty(bin);
    }
  }

  private void becameNonEmpty(int bin) {
    nonEmpty[bin >>> 6] |= 1L << bin;
    if (bin > highest) {
      highest = bin;
    }
  }

  private void becameEmpty(int bin) {
    nonEmpty[bin >>> 6] &= ~(1L << bin);
    if (bin == highest) {
      highest = lastNonEmpty();
    }
  }

  private int lastNonEmpty() {
    for (int word = nonEmpty.length - 1; word >= 0; word--) {
      if (nonEmpty[word] != 0) {
        return (word << 6) + 63 - Long.numberOfLeadingZeros(nonEmpty[word]);
      }
    }
    return -1;
  }
}
