// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The memory of buffers, where the system lets it be mapped: slabs of 64 MiB, aligned to huge pages
 * and backed by them where the system has some, from which blocks of exactly the pages asked for
 * are cut. Direct reads into huge pages are twice as fast or more as into ordinary ones, since the
 * system has fewer pages to pin.
 *
 * <p><b>Threads.</b> Slabs belong to arenas, each with its lock. A thread takes the first arena
 * that has a fit and is not busy, starting with one that its id selects; releasing never waits.
 * Arenas get slabs only when no other arena has room, so that little memory is used again and again
 * where few threads allocate. Blocks under 256 KiB have arenas of their own, so that small blocks
 * that live long do not break up the space of large ones.
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
  private static final int MAX_ARENAS = 16;

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
  private final AtomicBoolean isTrimming = new AtomicBoolean();

  /**
   * Makes a set of arenas.
   *
   * @param usedBytes what buffers hold
   * @param unmapAfterNanos how long a slab stays mapped after it has been used last
   */
  Slabs(LongSupplier usedBytes, long unmapAfterNanos) {
    this.usedBytes = usedBytes;
    this.unmapAfterNanos = unmapAfterNanos;
    int twice = 2 * Runtime.getRuntime().availableProcessors();
    int arenas = Math.min(MAX_ARENAS, Integer.highestOneBit(2 * twice - 1));
    this.small = new Arena[arenas];
    this.large = new Arena[arenas];
    this.all = new Arena[2 * arenas];
    Arrays.setAll(all, i -> new Arena(this));
    System.arraycopy(all, 0, small, 0, arenas);
    System.arraycopy(all, arenas, large, 0, arenas);
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
    if (block == null && reuse == Reuse.HOT) {
      block = findInCold(group, start, pages);
    }
    if (block == null) {
      block = map(group[start], pages);
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

  private static Block find(Arena[] group, int start, int pages) {
    for (int i = 0; i < group.length; i++) {
      Arena arena = group[(start + i) & (group.length - 1)];
      if (arena.mayHave(pages)) {
        Block block = arena.tryAllocate(pages);
        if (block != null) {
          return block;
        }
      }
    }
    // The others are full or busy.
    return group[start].allocate(pages);
  }

  private Block findInCold(Arena[] group, int start, int pages) {
    if (cold.bytes() == 0) {
      return null;
    }
    cold.release(cold.bytes());
    return find(group, start, pages);
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

  /** Keeps to the bound on idle memory. */
  void trim() {
    boolean hasTrimmed = true;
    while (hasTrimmed && idleBytes() > maxIdle() && isTrimming.compareAndSet(false, true)) {
      try {
        long bound = maxIdle();
        hasTrimmed = trimTo(bound - bound / 4);
      } finally {
        isTrimming.set(false);
      }
    }
  }

  private long maxIdle() {
    return Math.max(MIN_IDLE, usedBytes.getAsLong() / USED_PER_IDLE);
  }

  /** Gives all idle memory back to the system. */
  void discardAll() {
    while (!isTrimming.compareAndSet(false, true)) {
      Thread.onSpinWait();
    }
    try {
      trimTo(0);
    } finally {
      isTrimming.set(false);
    }
  }

  private boolean trimTo(long target) {
    long before = idleBytes();
    discard(Arena.Discard.WHOLE, target);
    if (idleBytes() > target) {
      cold.release(idleBytes() - target);
      discard(Arena.Discard.WHOLE, target);
      discard(Arena.Discard.HALF, target);
      discard(Arena.Discard.ALL, target);
    }
    unmapUnused();
    return idleBytes() < before;
  }

  private void discard(Arena.Discard what, long target) {
    for (int i = all.length - 1; i >= 0; i--) {
      long given = 1;
      while (given > 0 && idleBytes() > target) {
        given = all[i].discard(what, idleBytes() - target);
      }
    }
  }

  /** Unmaps the slabs that have been unused for some time. */
  void unmapUnused() {
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
