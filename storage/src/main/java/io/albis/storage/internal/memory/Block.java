// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.memory;

import java.nio.ByteBuffer;

/**
 * A range of pages of a {@link Slab}: the memory of a buffer, or free. The blocks of a slab are
 * linked in the order of their addresses and cover it.
 *
 * <p>The arena's lock guards everything except the range of a block in use, which does not change.
 */
public final class Block implements Piece {

  enum State {
    /** In use by a buffer, or waiting to be returned to the arena. */
    USED,
    /** In the bins. */
    FREE,
    /** Its pages are being returned to the operating system. */
    DISCARDING
  }

  final Slab slab;

  /** The first page, counted from the start of the slab. */
  final int start;

  /** The number of pages. */
  public int pages;

  State state = State.FREE;

  /** Whether the buffer was allocated with {@link Reuse#COLD}. */
  boolean isCold;

  /** Neighbours in memory. */
  Block before;

  Block behind;

  /** Neighbours in a bin; a block on the stack of returned blocks uses {@code next}. */
  Block previous;

  Block next;

  public Block(Slab slab, int start, int pages) {
    this.slab = slab;
    this.start = start;
    this.pages = pages;
  }

  int end() {
    return start + pages;
  }

  @Override
  public long address() {
    return slab.address() + start * (long) Pages.SIZE;
  }

  @Override
  public long length() {
    return pages * (long) Pages.SIZE;
  }

  @Override
  public MemoryRegion region() {
    return slab;
  }

  @Override
  public ByteBuffer nioBuffer(long address, int length) {
    return NativeMemory.buffer(address, length);
  }

  @Override
  public void free() {
    slab.arena().owner().free(this);
  }

  /** Splits this block after some pages and returns the remainder, a free block. */
  Block split(int pagesToKeep) {
    Block rest = new Block(slab, start + pagesToKeep, pages - pagesToKeep);
    pages = pagesToKeep;
    rest.before = this;
    rest.behind = behind;
    if (behind != null) {
      behind.before = rest;
    }
    behind = rest;
    slab.cover(rest);
    return rest;
  }

  /** Merges the following block into this one. */
  void absorbBehind() {
    Block gone = behind;
    pages += gone.pages;
    behind = gone.behind;
    if (behind != null) {
      behind.before = this;
    }
    slab.cover(this);
  }
}
