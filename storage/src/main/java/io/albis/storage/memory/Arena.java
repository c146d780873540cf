// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

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

  /** How many slabs are looked at without giving the lock away. */
  private static final int SLABS_AT_ONCE = 16;

  private final Slabs owner;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition discarded = lock.newCondition();
  private final FreeBlocks free = new FreeBlocks();
  private final List<Slab> slabs = new ArrayList<>();

  /** Released while another thread had the lock; linked by {@link Block#next}. */
  private final AtomicReference<Block> returned = new AtomicReference<>();

  /** The number of slabs, for threads without the lock. */
  private volatile int slabCount;

  private final AtomicBoolean isTrimming = new AtomicBoolean();

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

  /**
   * A block of exactly so many pages; null if there is none or another thread has the lock.
   *
   * @param maxPages the most pages of the free block that it is cut from
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

  /** Adds a slab that nobody else knows, and takes a block from it. */
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

  /** Takes back a block that was used or discarded; never waits. */
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
   * Gives idle pages back to the system. Returns at once if another thread is doing that.
   *
   * @param wanted how many bytes to give back; it may be up to 2 MiB more
   * @return how many bytes are idle no more
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
        // The memory is locked: like that of a pin, it cannot be given back.
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

  /** Takes out slabs that have had no buffer, and no backed page, for some time. */
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

  /** Adds what this arena has; other threads may get the lock between slabs. */
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
