// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Slabs and their free blocks under one lock. Allocating and releasing take constant time:
 * allocation takes the best fit by size class and leaves the remainder free; release merges the
 * block with its free neighbours immediately.
 *
 * <p>A release never waits: if the lock is taken, the block is pushed onto a lock-free stack, which
 * the owner of the lock drains. System calls are made without the lock.
 *
 * <p>Thread-safe.
 */
final class Arena {

  /** Number of slabs to examine before the lock is released in between. */
  private static final int SLABS_AT_ONCE = 16;

  private final Slabs owner;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition discarded = lock.newCondition();
  private final FreeBlocks free = new FreeBlocks();
  private final List<Slab> slabs = new ArrayList<>();

  /** Blocks released while another thread held the lock; linked by {@link Block#next}. */
  private final AtomicReference<Block> returned = new AtomicReference<>();

  /** The number of slabs, for threads without the lock. */
  private volatile int slabCount;

  private final AtomicBoolean isTrimming = new AtomicBoolean();

  /** Where the next search for pages to discard starts. */
  private int cursor;

  Arena(Slabs owner) {
    this.owner = owner;
  }

  Slabs owner() {
    return owner;
  }

  /** Whether this many contiguous pages may be free. */
  boolean mayHave(int pages) {
    return free.mayHave(pages);
  }

  /** Whether another thread holds the lock. */
  boolean isBusy() {
    return lock.isLocked();
  }

  /**
   * Allocates a block of exactly this many pages; null if there is none or another thread holds the
   * lock.
   *
   * @param maxPages maximum pages of the free block that it is cut from
   */
  Block tryAllocate(int pages, int maxPages) {
    if (!lock.tryLock()) {
      return null;
    }
    try {
      Block block = free.find(pages);
      return block == null || block.pages > maxPages ? null : take(block, pages);
    } finally {
      unlock();
    }
  }

  /** Adds a slab that no other thread can access yet, and allocates a block from it. */
  Block allocateFrom(Slab slab, int pages) {
    lock.lock();
    try {
      slabs.add(slab);
      slabCount = slabs.size();
      free.addLast(slab.first());
      return take(slab.first(), pages);
    } finally {
      unlock();
    }
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

  /** Cuts a range out of a free block; the remainder stays free. */
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

  /** Frees a block that was used or discarded; never waits. */
  void release(Block block) {
    if (lock.tryLock()) {
      try {
        recycle(block);
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
    // The other thread may have drained the stack for the last time before the push.
    if (lock.tryLock()) {
      unlock();
    }
  }

  /** Unlocks, and ensures that no block returned before stays on the stack. */
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
      recycle(block);
      block = next;
    }
  }

  private void recycle(Block block) {
    Slab slab = block.slab;
    if (block.state == Block.State.DISCARDING) {
      slab.endDiscard();
      if (!slab.isDiscarding()) {
        discarded.signalAll();
      }
      free.addLast(join(block));
    } else {
      slab.release(block);
      countIdle(slab, block.pages);
      free.addFirst(join(block));
    }
  }

  /** Merges a block, which is in no bin, with its free neighbours. */
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

  /** Which pages to discard. */
  enum Discard {
    /** Huge pages that no buffer uses. */
    WHOLE,
    /** Also the idle part of huge pages that are at least half idle. */
    HALF,
    /** All idle pages. */
    ALL
  }

  /**
   * Returns idle pages to the operating system. Does nothing if another thread is doing that.
   *
   * @param wanted number of bytes to return; up to 2 MiB more may be returned
   * @return the number of bytes that are no longer idle
   */
  long discard(Discard what, LongSupplier wanted) {
    if (!isTrimming.compareAndSet(false, true)) {
      return 0;
    }
    try {
      long given = 0;
      int withoutAny = 0;
      while (wanted.getAsLong() > 0 && withoutAny <= slabCount) {
        long bytes = discardSome(what, wanted.getAsLong());
        given += bytes;
        withoutAny = bytes > 0 ? 0 : withoutAny + SLABS_AT_ONCE;
      }
      return given;
    } finally {
      isTrimming.set(false);
    }
  }

  private long discardSome(Discard what, long wanted) {
    List<Block> blocks = new ArrayList<>();
    if (!lock.tryLock()) {
      return 0;
    }
    int given = 0;
    try {
      for (int i = 0; i < SLABS_AT_ONCE && i < slabs.size() && blocks.isEmpty(); i++) {
        cursor = cursor + 1 < slabs.size() ? cursor + 1 : 0;
        Slab slab = slabs.get(cursor);
        if (slab.idlePages() > 0 && !slab.isPinned()) {
          int idleBefore = slab.idlePages();
          collect(slab, what, wanted, blocks);
          given = idleBefore - slab.idlePages();
          countIdle(slab, -given);
        }
      }
    } finally {
      unlock();
    }
    for (Block block : blocks) {
      boolean isDone = NativeMemory.discard(block.address(), block.length());
      if (!isDone) {
        // The memory is locked: like pinned memory, it cannot be returned.
        addPin(block.slab);
      }
      release(block);
    }
    return given * (long) Pages.SIZE;
  }

  private void collect(Slab slab, Discard what, long wanted, List<Block> into) {
    long left = wanted;
    int huge = slab.hugePages() - 1;
    while (huge >= 0 && left > 0) {
      int first = huge;
      if (isWholeIdle(slab, huge)) {
        // Discard adjacent idle pages in one call.
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

  /** Removes the free blocks in a range of whole huge pages from the bins. */
  private void collect(Slab slab, int from, int to, List<Block> into) {
    Block block = slab.covering(from / Slab.PAGES_PER_HUGE);
    while (block != null && block.start < to) {
      int start = Math.max(from, block.start);
      int end = Math.min(to, block.end());
      if (block.state == Block.State.FREE && slab.isBacked(start, end)) {
        block = carve(block, start, end - start);
        block.state = Block.State.DISCARDING;
        slab.beginDiscard(block);
        into.add(block);
      }
      block = block.behind;
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
      addPinLocked(slab);
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

  private void addPin(Slab slab) {
    lock.lock();
    try {
      addPinLocked(slab);
    } finally {
      unlock();
    }
  }

  private void addPinLocked(Slab slab) {
    countIdle(slab, -slab.idlePages());
    slab.addPin();
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

  /** Removes slabs that have had no buffer and no backed page for some time. */
  List<Slab> takeUnused(long nanoseconds) {
    long now = System.nanoTime();
    List<Slab> unused = new ArrayList<>();
    if (!lock.tryLock()) {
      return unused;
    }
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
          slabCount = slabs.size();
          unused.add(slab);
        }
      }
    } finally {
      unlock();
    }
    return unused;
  }

  /** Adds the totals of this arena; other threads may take the lock between slabs. */
  void addTo(SlabTotals totals) {
    List<Slab> all;
    lock.lock();
    try {
      all = List.copyOf(slabs);
    } finally {
      unlock();
    }
    for (Slab slab : all) {
      lock.lock();
      try {
        totals.add(slab);
      } finally {
        unlock();
      }
    }
  }
}
