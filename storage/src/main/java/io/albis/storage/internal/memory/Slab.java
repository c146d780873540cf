// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.memory;

/**
 * A mapping of whole huge pages from which blocks are cut, with a record of which pages are backed
 * by memory.
 *
 * <p>The lock of its arena guards everything except address and length.
 */
final class Slab implements MemoryRegion {

  /** Pages in a huge page. */
  static final int PAGES_PER_HUGE = Pages.HUGE / Pages.SIZE;

  private final Arena arena;
  private final long address;
  private final int pages;

  /** The block that covers the first page of each huge page. */
  private final Block[] covering;

  /** The number of pages in use in each huge page. */
  private final int[] usedOfHuge;

  /** Pages that may be backed by memory. */
  private final PageSet backed;

  private int usedPages;
  private int backedPages;

  /** The number of open pins. */
  private int pins;

  /** The number of blocks that are being discarded. */
  private int discarding;

  private boolean isUnmapped;

  /** When the last block was released. */
  private long emptySince = System.nanoTime();

  /**
   * Creates a slab that is one free block.
   *
   * @param length a multiple of the huge page size
   */
  Slab(Arena arena, long address, long length) {
    this.arena = arena;
    this.address = address;
    this.pages = Math.toIntExact(length / Pages.SIZE);
    this.covering = new Block[pages / PAGES_PER_HUGE];
    this.usedOfHuge = new int[covering.length];
    this.backed = new PageSet(pages);
    cover(new Block(this, 0, pages));
  }

  @Override
  public long address() {
    return address;
  }

  @Override
  public long length() {
    return pages * (long) Pages.SIZE;
  }

  @Override
  public Registration pin() {
    return arena.pin(this);
  }

  Arena arena() {
    return arena;
  }

  Block first() {
    return covering[0];
  }

  int hugePages() {
    return covering.length;
  }

  boolean isEmpty() {
    return usedPages == 0;
  }

  long emptySince() {
    return emptySince;
  }

  /** The number of pages that are in no buffer but may be backed by memory. */
  int idlePages() {
    return backedPages - usedPages;
  }

  int usedOf(int hugePage) {
    return usedOfHuge[hugePage];
  }

  int idleOf(int hugePage) {
    int from = hugePage * PAGES_PER_HUGE;
    return backed.count(from, from + PAGES_PER_HUGE) - usedOfHuge[hugePage];
  }

  int usedPages() {
    return usedPages;
  }

  Block covering(int hugePage) {
    return covering[hugePage];
  }

  /** Whether any page of a range may be backed. */
  boolean isBacked(int from, int to) {
    return backed.count(from, to) > 0;
  }

  /** Records that a block covers its range now. */
  void cover(Block block) {
    int end = block.end();
    int first = (block.start + PAGES_PER_HUGE - 1) / PAGES_PER_HUGE;
    for (int huge = first; huge * PAGES_PER_HUGE < end; huge++) {
      covering[huge] = block;
    }
  }

  /**
   * Counts a block as used. A huge page that is touched for the first time is backed as a whole.
   */
  void use(Block block) {
    for (int from = block.start; from < block.end(); from = hugeEnd(from)) {
      int huge = from / PAGES_PER_HUGE;
      int to = Math.min(hugeEnd(from), block.end());
      int start = huge * PAGES_PER_HUGE;
      boolean isNew = usedOfHuge[huge] == 0 && backed.count(start, start + PAGES_PER_HUGE) == 0;
      backedPages += isNew ? backed.add(start, start + PAGES_PER_HUGE) : backed.add(from, to);
      usedOfHuge[huge] += to - from;
    }
    usedPages += block.pages;
  }

  /** Counts a block as free; its pages are idle. */
  void release(Block block) {
    for (int from = block.start; from < block.end(); from = hugeEnd(from)) {
      usedOfHuge[from / PAGES_PER_HUGE] -= Math.min(hugeEnd(from), block.end()) - from;
    }
    usedPages -= block.pages;
    if (usedPages == 0) {
      emptySince = System.nanoTime();
    }
  }

  private static int hugeEnd(int page) {
    return (page / PAGES_PER_HUGE + 1) * PAGES_PER_HUGE;
  }

  /** Counts the pages of a free block as not backed; they are about to be discarded. */
  void beginDiscard(Block block) {
    backedPages -= backed.remove(block.start, block.end());
    discarding++;
  }

  /** Records that a block was discarded. */
  void endDiscard() {
    discarding--;
  }

  /** Whether blocks are being discarded. */
  boolean isDiscarding() {
    return discarding > 0;
  }

  boolean isPinned() {
    return pins > 0;
  }

  void addPin() {
    pins++;
  }

  /**
   * Removes a pin; after the last one all pages count as backed, since registering memory backs it.
   */
  void removePin() {
    pins--;
    if (pins == 0) {
      backedPages += backed.add(0, pages);
    }
  }

  boolean isUnmapped() {
    return isUnmapped;
  }

  void setUnmapped() {
    isUnmapped = true;
  }

  @Override
  public String toString() {
    return "MemoryRegion[0x" + Long.toHexString(address) + ", " + length() + " bytes]";
  }
}
