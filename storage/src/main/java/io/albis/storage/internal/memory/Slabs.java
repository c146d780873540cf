// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.memory;

import io.albis.storage.memory.BufferAllocator;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Allocates the memory of buffers on platforms where memory can be mapped: in slabs of 64 MiB,
 * aligned to huge pages and backed by them if the system has some, from which blocks of exactly the
 * requested pages are cut. Direct reads into huge pages are at least twice as fast as into ordinary
 * ones, since the system has fewer pages to pin.
 *
 * <p><b>Threads.</b> Slabs belong to arenas, each with its lock. A thread uses the first arena that
 * has a fitting block and is not busy, starting with one selected by its id; neither allocating nor
 * releasing waits for a lock. A slab is mapped only if no arena has room, or all that have room
 * stay busy, so that few threads keep reusing little memory. Blocks under 256 KiB have separate
 * arenas, so that long-lived small blocks do not fragment the space of large ones.
 *
 * <p><b>Trimming.</b> Released memory is kept for reuse, up to the larger of {@link #MIN_IDLE} and
 * a sixteenth of the memory of live buffers. Above that, idle pages are returned to the system
 * until a quarter of the bound is free again, so that not every release makes a system call. Whole
 * huge pages are returned first, since a huge page that is returned in part is split into ordinary
 * pages. Slabs that have been unused for {@link #UNMAP_AFTER_NANOS} are unmapped; the delay ensures
 * that an access that races with the last release of a buffer does not crash the process.
 *
 * <p>One instance per process. Thread-safe.
 */
public final class Slabs {

  public static final long SLAB_SIZE = 64L << 20;

  /**
   * Idle memory that may always be kept for reuse, in bytes: a scan releases the segments of a
   * batch and allocates those of the next, and memory that is returned in between must be zeroed
   * again.
   */
  public static final long MIN_IDLE = 256L << 20;

  /** Bytes that are set aside for {@link Reuse#COLD}. */
  static final long MAX_COLD = 48L << 20;

  static final long UNMAP_AFTER_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Ratio of used memory to the bound on idle memory. */
  private static final int USED_PER_IDLE = 16;

  private static final long SMALL = 256 << 10;

  /**
   * Number of arenas: more than threads can keep busy, even if they are preempted while they hold a
   * lock.
   */
  private static final int ARENAS = 16;

  /** How often to search for an arena that has room and is not busy before mapping a slab. */
  private static final int PASSES = 4;

  /** A free range fits well if at most this fraction of it is left over. */
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
   * Creates a set of arenas.
   *
   * @param usedBytes memory of live buffers
   * @param unmapAfterNanos how long a slab stays mapped after its last use
   */
  public Slabs(LongSupplier usedBytes, long unmapAfterNanos) {
    this.usedBytes = usedBytes;
    this.unmapAfterNanos = unmapAfterNanos;
    this.small = new Arena[ARENAS];
    this.large = new Arena[ARENAS];
    this.all = new Arena[2 * ARENAS];
    Arrays.setAll(all, i -> new Arena(this));
    System.arraycopy(all, 0, small, 0, ARENAS);
    System.arraycopy(all, ARENAS, large, 0, ARENAS);
  }

  public static Slabs shared() {
    return SHARED;
  }

  /**
   * Allocates memory in whole pages.
   *
   * @param reuse which released memory to prefer
   * @return null if the system is out of memory
   */
  public Piece allocate(long length, Reuse reuse) {
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
    // First look for a good fit in any arena: cutting up larger ranges fragments the free space.
    Block block = find(group, start, pages, pages + pages / TIGHT);
    for (int pass = 0; pass < PASSES && block == null; pass++) {
      block = find(group, start, pages, Integer.MAX_VALUE);
      if (block == null) {
        if (!isAnyBusy(group, pages)) {
          break;
        }
        // A lock is held for less than a microsecond, unless its thread is preempted.
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

  /** Frees the memory of a buffer. */
  void free(Block block) {
    if (!block.isCold || !cold.add(block)) {
      block.slab.arena().release(block);
    }
    trim();
  }

  void countIdle(long bytes) {
    idle.addAndGet(bytes);
  }

  /** Enforces the bound on idle memory. Concurrent releasing threads all help. */
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

  /** Returns this much idle memory to the system, or all there is; arenas in use are skipped. */
  public void trimBy(long bytes) {
    long target = Math.max(0, idleBytes() - bytes);
    boolean hasTrimmed = true;
    while (hasTrimmed && idleBytes() > target) {
      hasTrimmed = trimTo(target);
    }
  }

  /**
   * Returns idle memory to the system until at most the target is left.
   *
   * @return whether any memory was returned
   */
  public boolean trimTo(long target) {
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

  /** Unmaps slabs that have been unused for some time. */
  public void unmapUnused() {
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

  /** Bytes that are kept for reuse now and backed by memory. */
  public long idleBytes() {
    return idle.get() + cold.bytes();
  }

  public MemoryUsage usage() {
    SlabTotals totals = new SlabTotals();
    for (Arena arena : all) {
      arena.addTo(totals);
    }
    return totals.usage(idleBytes(), cold.bytes());
  }
}
