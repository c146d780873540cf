// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Slabs under one lock, and the free blocks in them. Allocating and releasing take constant time: a
 * block is the best fit by size class, its rest stays free, and a released block is joined with its
 * free neighbours at once.
 *
 * <p>A release never waits: where the lock is taken, the block goes to a lock-free stack, and the
 * thread that has the lock takes it from there. System calls are made without the lock.
 *
 * <p>Thread-safe.
 */
final class Arena {
  private final Slabs owner;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition discarded = lock.newCondition();
  private final FreeBlocks free = new FreeBlocks();
  private final List<Slab> slabs = new ArrayList<>();

  /** Released while another thread had the lock; linked by {@link Block#next}. */
  private final AtomicReference<Block> returned = new AtomicReference<>();

  /** Where to go on looking for pages to discard. */
  private int cursor;

  Arena(Slabs owner) {
    this.owner = owner;
  }

  Slabs owner() {
    return owner;
  }

  /** Whether there may be so many free pages in a row. */
  boolean mayHave(int pages) {
    return free.mayHave(pages);
  }

  /** Whether another thread has the lock. */
  boolean isBusy() {
    return lock.isLocked();
  }

  /** A block of exactly so many pages; null if there is none or another thread has the lock. */
  Block tryAllocate(int pages) {
    if (!lock.tryLock()) {
      return null;
    }
    try {
      return find(pages);
    } finally {
      unlock();
    }
  }

  /** A block of exactly so many pages; null if there is none. */
  Block allocate(int pages) {
    lock.lock();
    try {
      takeReturned();
      return find(pages);
    } finally {
      unlock();
    }
  }

  /** Adds a slab that nobody else knows, and takes a block from it. */
  Block allocateFrom(Slab slab, int pages) {
    lock.lock();
    try {
      slabs.add(slab);
      free.addLast(slab.first());
      return take(slab.first(), pages);
    } finally {
      unlock();
    }
  }

  private Block find(int pages) {
    Block block = free.find(pages);
    return block == null ? null : take(block, pages);
  }

  private Block take(Block found, int pages) {
    Slab slab = found.slab;
    Block block = carve(found, found.start, pages);
    block.state = Block.State.USED;
    int idleBefore = slab.idlePages();
    slab.use(block);
    countIdle(slab, slab.idlePages() - idleBefore);
    return block;
  }

  /** Takes a range out of a free block; what is left of it stays free. */
  private Block carve(Block found, int start, int pages) {
    free.remove(found);
    Block block = found;
    if (start > found.start) {
      block = found.split(start - found.start);
      free.addFirst(found);
    }
    if (block.pages > pages) {
      free.addFirst(block.split(pages));
    }
    return block;
  }

  /** Gives a block back; never waits. */
  void release(Block block) {
    if (lock.tryLock()) {
      try {
        giveBack(block);
      } finally {
        unlock();
      }
      return;
    }
    Block head;
    do {
      head = returned.get();
      block.next = head;
    } while (!returned.compareAndSet(head, block));
    // The other thread may have looked at the stack for the last time before.
    if (lock.tryLock()) {
      unlock();
    }
  }

  /** Unlocks, and sees to it that nothing that was returned before stays on the stack. */
  private void unlock() {
    do {
      try {
        takeReturned();
      } finally {
        lock.unlock();
      }
    } while (returned.get() != null && lock.tryLock());
  }

  private void takeReturned() {
    if (returned.get() == null) {
      return;
    }
    Block block = returned.getAndSet(null);
    while (block != null) {
      Block next = block.next;
      block.next = null;
      giveBack(block);
      block = next;
    }
  }

  private void giveBack(Block block) {
    Slab slab = block.slab;
    slab.release(block);
    countIdle(slab, block.pages);
    free.addFirst(join(block));
  }

  /** Joins a block, which is in no bin, with its free neighbours. */
  private Block join(Block block) {
    Block whole = block;
    if (block.before != null && block.before.state == Block.State.FREE) {
      whole = block.before;
      free.remove(whole);
      whole.absorbBehind();
    }
    if (whole.behind != null && whole.behind.state == Block.State.FREE) {
      free.remove(whole.behind);
      whole.absorbBehind();
    }
    whole.state = Block.State.FREE;
    return whole;
  }

  private void countIdle(Slab slab, int pages) {
    if (!slab.isPinned() && pages != 0) {
      owner.countIdle(pages * (long) Pages.SIZE);
    }
  }

  /** Which pages are discarded. */
  enum Discard {
    /** Huge pages that no buffer uses. */
    WHOLE,
    /** Also the idle part of huge pages of which half is idle. */
    HALF,
    /** All that is idle. */
    ALL
  }

  /**
   * Gives idle pages of one slab back to the system. Only one thread at a time may call this.
   *
   * @param wanted how many bytes to give back; it may be up to 2 MiB more
   * @return how many bytes are idle no more; 0 if this arena has nothing of that kind
   */
  long discard(Discard what, long wanted) {
    List<Block> blocks;
    lock.lock();
    try {
      blocks = beginDiscard(what, wanted);
    } finally {
      unlock();
    }
    boolean isDone = true;
    for (Block block : blocks) {
      isDone &= NativeMemory.discard(block.address(), block.length());
    }
    return blocks.isEmpty() ? 0 : endDiscard(blocks, isDone);
  }

  /** Takes the idle pages of one slab out of the free blocks. */
  private List<Block> beginDiscard(Discard what, long wanted) {
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < slabs.size() && blocks.isEmpty(); i++) {
      cursor = cursor + 1 < slabs.size() ? cursor + 1 : 0;
      Slab slab = slabs.get(cursor);
      if (slab.idlePages() > 0 && !slab.isPinned()) {
        collect(slab, what, wanted, blocks);
      }
    }
    if (!blocks.isEmpty()) {
      blocks.get(0).slab.setDiscarding(true);
    }
    return blocks;
  }

  private void collect(Slab slab, Discard what, long wanted, List<Block> into) {
    long left = wanted;
    int huge = slab.hugePages() - 1;
    while (huge >= 0 && left > 0) {
      int first = huge;
      if (isWholeIdle(slab, huge)) {
        // Neighbours that are idle as well, in one call.
        while (first > 0 && left > Pages.HUGE && isWholeIdle(slab, first - 1)) {
          first--;
          left -= Pages.HUGE;
        }
        left -= Pages.HUGE;
        collect(slab, first * Slab.PAGES_PER_HUGE, (huge + 1) * Slab.PAGES_PER_HUGE, into);
      } else if (what == Discard.ALL
          || (what == Discard.HALF && slab.idleOf(huge) >= Slab.PAGES_PER_HUGE / 2)) {
        left -= slab.idleOf(huge) * (long) Pages.SIZE;
        collect(slab, huge * Slab.PAGES_PER_HUGE, (huge + 1) * Slab.PAGES_PER_HUGE, into);
      }
      huge = first - 1;
    }
  }

  private static boolean isWholeIdle(Slab slab, int huge) {
    return slab.usedOf(huge) == 0 && slab.idleOf(huge) > 0;
  }

  /** Takes the free blocks in a range of whole huge pages out of the bins. */
  private void collect(Slab slab, int from, int to, List<Block> into) {
    Block block = slab.covering(from / Slab.PAGES_PER_HUGE);
    while (block != null && block.start < to) {
      int start = Math.max(from, block.start);
      int end = Math.min(to, block.end());
      if (block.state == Block.State.FREE && slab.isBacked(start, end)) {
        block = carve(block, start, end - start);
        block.state = Block.State.DISCARDING;
        into.add(block);
      }
      block = block.behind;
    }
  }

  private long endDiscard(List<Block> blocks, boolean isDone) {
    lock.lock();
    try {
      Slab slab = blocks.get(0).slab;
      int idleBefore = slab.idlePages();
      for (Block block : blocks) {
        if (isDone) {
          slab.discarded(block);
        }
        free.addLast(join(block));
      }
      slab.setDiscarding(false);
      discarded.signalAll();
      int given = idleBefore - slab.idlePages();
      countIdle(slab, -given);
      if (!isDone) {
        // The memory is locked: like that of a pin, it cannot be given back.
        countIdle(slab, -slab.idlePages());
        slab.addPin();
      }
      return (idleBefore - slab.idlePages()) * (long) Pages.SIZE;
    } finally {
      unlock();
    }
  }

  Registration pin(Slab slab) {
    lock.lock();
    try {
      while (slab.isDiscarding()) {
        discarded.awaitUninterruptibly();
      }
      if (slab.isUnmapped()) {
        throw new IllegalStateException("Cannot pin " + slab + ": it was unmapped");
      }
      countIdle(slab, -slab.idlePages());
      slab.addPin();
    } finally {
      unlock();
    }
    AtomicBoolean closed = new AtomicBoolean();
    return () -> {
      if (closed.compareAndSet(false, true)) {
        unpin(slab);
      }
    };
  }

  private void unpin(Slab slab) {
    lock.lock();
    try {
      slab.removePin();
      countIdle(slab, slab.idlePages());
    } finally {
      unlock();
    }
    owner.trim();
  }

  /** Takes out the slabs that have had no buffer, and no backed page, for some time. */
  List<Slab> takeUnused(long nanoseconds) {
    long now = System.nanoTime();
    List<Slab> unused = new ArrayList<>();
    lock.lock();
    try {
      for (int i = slabs.size() - 1; i >= 0; i--) {
        Slab slab = slabs.get(i);
        if (slab.isEmpty()
            && slab.idlePages() == 0
            && !slab.isPinned()
            && !slab.isDiscarding()
            && now - slab.emptySince() >= nanoseconds) {
          free.remove(slab.first());
          slab.setUnmapped();
          slabs.remove(i);
          unused.add(slab);
        }
      }
    } finally {
      unlock();
    }
    return unused;
  }

  /** Adds what this arena has. */
  void addTo(SlabTotals totals) {
    lock.lock();
    try {
      slabs.forEach(totals::add);
    } finally {
      unlock();
    }
  }
}
