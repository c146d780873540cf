// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The memory of buffers, where the system lets it be mapped: slabs of 64 MiB, aligned to huge pages
 * and backed by them where the system has some, from which blocks of exactly the pages asked for
 * are cut. Direct reads into huge pages are twice as fast or more as into ordinary ones, since the
 * system has fewer pages to pin.
 *
 * <p><b>Threads.</b> Slabs belong to arenas, each with its lock. A thread takes the first arena
 * that has a fit and is not busy, starting with one that its id selects; neither allocating nor
 * releasing waits for a lock. A slab is mapped only when no arena has room, or those that have stay
 * busy, so that little memory is used again and again where few threads allocate. Blocks under 256
 * KiB have arenas of their own, so that small blocks that live long do not break up the space of
 * large ones.
 *
 * <p><b>Giving back.</b> What was released stays for reuse, up to the larger of {@link #MIN_IDLE}
 * and a sixteenth of what buffers hold. Above that, idle pages go back to the system until a
 * quarter of the bound is free again, so that not every release makes a system call: whole huge
 * pages first, since a huge page of which a part has gone consists of ordinary ones from then on.
 * Slabs that have been unused for {@link #UNMAP_AFTER_NANOS} are unmapped; the delay is there so
 * that an access that races with the last release of a buffer does not crash the process.
 *
 * <p>One for the process. Thread-safe.
 */
final class Slabs {

  static final long SLAB_SIZE = 64L << 20;

  /** What may always be kept for reuse. */
  static final long MIN_IDLE = 64L << 20;

  /** What is kept apart for {@link Reuse#COLD}. */
  static final long MAX_COLD = 48L << 20;

  static final long UNMAP_AFTER_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** So many times the idle memory may be used. */
  private static final int USED_PER_IDLE = 16;

  private static final long SMALL = 256 << 10;

  /** More than threads can keep busy, even if they lose their processor while they have a lock. */
  private static final int ARENAS = 16;

  /** How often to look for an arena that has room and is not busy, before a slab is mapped. */
  private static final int PASSES = 4;

  /** A range fits well if no more than this part of it is left over. */
  private static final int TIGHT = 8;

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private static final Slabs SHARED =
      new Slabs(BufferAllocator::totalAllocatedBytes, UNMAP_AFTER_NANOS);

  private final LongSupplier usedBytes;
  private final long unmapAfterNanos;
  private final Arena[] small;
  private final Arena[] large;
  private final Arena[] all;

  /** Free bytes that may be backed by memory, without those of {@link #cold}. */
  private final AtomicLong idle = new AtomicLong();

  private final ColdBlocks cold = new ColdBlocks(MAX_COLD);
  private final AtomicLong nextUnmapping = new AtomicLong(System.nanoTime());

  /**
   * Makes a set of arenas.
   *
   * @param usedBytes what buffers hold
   * @param unmapAfterNanos how long a slab stays mapped after it has been used last
   */
  Slabs(LongSupplier usedBytes, long unmapAfterNanos) {
    this.usedBytes = usedBytes;
    this.unmapAfterNanos = unmapAfterNanos;
    this.small = new Arena[ARENAS];
    this.large = new Arena[ARENAS];
    this.all = new Arena[2 * ARENAS];
    Arrays.setAll(all, i -> new Arena(this));
    System.arraycopy(all, 0, small, 0, ARENAS);
    System.arraycopy(all, ARENAS, large, 0, ARENAS);
  }

  static Slabs shared() {
    return SHARED;
  }

  /**
   * Memory of a length in whole pages.
   *
   * @param reuse which of the memory that was used before
   * @return null if the system has none left
   */
  Piece allocate(long length, Reuse reuse) {
    int pages = Math.toIntExact(length / Pages.SIZE);
    Arena[] group = length < SMALL ? small : large;
    int start = start(group, length, reuse);
    Block block = find(group, start, pages);
    if (block == null && reuse == Reuse.HOT && !isAnyBusy(group, pages)) {
      block = findInCold(group, start, pages);
    }
    if (block == null) {
      block = map(firstNotBusy(group, start), pages);
    }
    if (block == null) {
      block = findInCold(group, start, pages);
    }
    if (block != null) {
      block.isCold = reuse == Reuse.COLD;
      trim();
    }
    return block;
  }

  /** The arena to begin with. */
  private int start(Arena[] group, long length, Reuse reuse) {
    if (reuse == Reuse.COLD) {
      Arena oldest = cold.makeRoom(length);
      for (int i = 0; i < group.length; i++) {
        if (group[i] == oldest) {
          return i;
        }
      }
    }
    long id = Thread.currentThread().getId();
    return (int) (id * 0x9E3779B97F4A7C15L >>> 32) & (group.length - 1);
  }

  @SuppressWarnings("ThreadPriorityCheck") // A hint only.
  private static Block find(Arena[] group, int start, int pages) {
    // First what fits well, wherever it is: cutting up larger ranges breaks up the free space.
    Block block = find(group, start, pages, pages + pages / TIGHT);
    for (int pass = 0; pass < PASSES && block == null; pass++) {
      block = find(group, start, pages, Integer.MAX_VALUE);
      if (block == null) {
        if (!isAnyBusy(group, pages)) {
          break;
        }
        // A lock is held for less than a microsecond, unless its thread does not run at present.
        Thread.yield();
      }
    }
    return block;
  }

  private static Block find(Arena[] group, int start, int pages, int maxPages) {
    for (int i = 0; i < group.length; i++) {
      Arena arena = group[(start + i) & (group.length - 1)];
      Block block = arena.mayHave(pages) ? arena.tryAllocate(pages, maxPages) : null;
      if (block != null) {
        return block;
      }
    }
    return null;
  }

  /** Whether an arena that may have room is busy. */
  private static boolean isAnyBusy(Arena[] group, int pages) {
    for (Arena arena : group) {
      if (arena.mayHave(pages) && arena.isBusy()) {
        return true;
      }
    }
    return false;
  }

  private Block findInCold(Arena[] group, int start, int pages) {
    if (cold.bytes() == 0) {
      return null;
    }
    cold.release(cold.bytes());
    return find(group, start, pages);
  }

  private static Arena firstNotBusy(Arena[] group, int start) {
    for (int i = 0; i < group.length; i++) {
      Arena arena = group[(start + i) & (group.length - 1)];
      if (!arena.isBusy()) {
        return arena;
      }
    }
    return group[start];
  }

  private Block map(Arena arena, int pages) {
    unmapUnused();
    long size = Math.max(SLAB_SIZE, Pages.roundUp(pages * (long) Pages.SIZE, Pages.HUGE));
    long address = NativeMemory.map(size);
    if (address == NativeMemory.FAILED) {
      return null;
    }
    Slab slab = new Slab(arena, address, size);
    boolean isKnown = false;
    try {
      MemoryRegions.mapped(slab);
      isKnown = true;
    } finally {
      if (!isKnown) {
        NativeMemory.unmap(address, size);
      }
    }
    return arena.allocateFrom(slab, pages);
  }

  /** Takes the memory of a buffer back. */
  void free(Block block) {
    if (!block.isCold || !cold.add(block)) {
      block.slab.arena().release(block);
    }
    trim();
  }

  void countIdle(long bytes) {
    idle.addAndGet(bytes);
  }

  /** Keeps to the bound on idle memory. Threads that release more at the same time all help. */
  void trim() {
    boolean hasTrimmed = true;
    while (hasTrimmed && idleBytes() > maxIdle()) {
      long bound = maxIdle();
      hasTrimmed = trimTo(bound - bound / 4);
    }
  }

  private long maxIdle() {
    return Math.max(MIN_IDLE, usedBytes.getAsLong() / USED_PER_IDLE);
  }

  /** Gives idle memory back to the system until no more than a target is left; if any was given. */
  boolean trimTo(long target) {
    boolean hasTrimmed = discard(Arena.Discard.WHOLE, target);
    if (idleBytes() > target) {
      cold.release(idleBytes() - target);
      hasTrimmed |= discard(Arena.Discard.WHOLE, target);
      hasTrimmed |= discard(Arena.Discard.HALF, target);
      hasTrimmed |= discard(Arena.Discard.ALL, target);
    }
    unmapUnused();
    return hasTrimmed;
  }

  private boolean discard(Arena.Discard what, long target) {
    long given = 0;
    for (int i = all.length - 1; i >= 0; i--) {
      given += all[i].discard(what, () -> idleBytes() - target);
    }
    return given > 0;
  }

  /** Unmaps the slabs that have been unused for some time. */
  void unmapUnused() {
    long now = System.nanoTime();
    long next = nextUnmapping.get();
    if (now - next < 0
        || !nextUnmapping.compareAndSet(next, now + Math.min(SECOND, unmapAfterNanos))) {
      return;
    }
    for (Arena arena : all) {
      List<Slab> unused = arena.takeUnused(unmapAfterNanos);
      unused.stream()
          .filter(MemoryRegions::unmapping)
          .forEach(slab -> NativeMemory.unmap(slab.address(), slab.length()));
    }
  }

  /** Bytes that are kept for reuse now, backed by memory. */
  long idleBytes() {
    return idle.get() + cold.bytes();
  }

  MemoryUsage usage() {
    SlabTotals totals = new SlabTotals();
    for (Arena arena : all) {
      arena.addTo(totals);
    }
    return totals.usage(idleBytes(), cold.bytes());
  }
}
