// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Memory of huge pages, for buffers that are read into: slabs of 32 MiB from which pieces are cut
 * to whole pages, first fit. Direct reads into huge pages are twice as fast or more as into
 * ordinary ones, since the system has fewer pages to pin. First fit uses the same few megabytes
 * again and again, which are then still in a cache of the processor; {@link Reuse} offers the other
 * way, too.
 *
 * <p>What is given back is kept for reuse, up to a bound for all slabs together: memory that is
 * mapped and has been touched is held by buffers, but for at most {@link #MAX_IDLE} bytes. Beyond
 * that, pages go back to the system at once: whole huge pages first, since a huge page of which a
 * part has gone is made of ordinary ones from then on.
 *
 * <p>One for the process. Thread-safe.
 */
final class Slabs {

  static final long SLAB_SIZE = 32L << 20;

  /** The most that is kept for reuse: what a scan has on the way, but not more. */
  static final long MAX_IDLE = 64L << 20;

  private static final Slabs SHARED = new Slabs();

  private final List<Slab> slabs = new ArrayList<>();

  /** Free bytes that may be backed by memory. */
  private long idle;

  /** Where to go on with {@link Reuse#OLDEST}, as if the slabs were one. */
  private long nextOldest;

  private Slabs() {}

  static Slabs shared() {
    return SHARED;
  }

  /** A mapping: what of it is free, and what of each huge page is backed by memory. */
  private static final class Slab {
    private final long address;
    private final long length;

    /** Lengths of free ranges by offset; neighbours are joined. */
    private final TreeMap<Long, Long> free = new TreeMap<>();

    /** Per huge page: the bytes that pieces hold. */
    private final int[] used;

    /** Per huge page: free bytes that may be backed. */
    private final int[] kept;

    Slab(long address, long length) {
      this.address = address;
      this.length = length;
      this.used = new int[(int) (length / Pages.HUGE)];
      this.kept = new int[used.length];
      free.put(0L, length);
    }

    /** The offset of a free range of a length, not before another offset; -1 if there is none. */
    long find(long size, long from) {
      Map.Entry<Long, Long> around = free.floorEntry(from);
      if (around != null && around.getKey() + around.getValue() - from >= size) {
        return from;
      }
      for (Map.Entry<Long, Long> range : free.tailMap(from).entrySet()) {
        if (range.getValue() >= size) {
          return range.getKey();
        }
      }
      return -1;
    }

    /** Takes a part of a free range; how many idle bytes there are more. */
    long take(long offset, long size) {
      Map.Entry<Long, Long> range = free.floorEntry(offset);
      long before = offset - range.getKey();
      long behind = range.getValue() - before - size;
      free.remove(range.getKey());
      if (before > 0) {
        free.put(range.getKey(), before);
      }
      if (behind > 0) {
        free.put(offset + size, behind);
      }
      long more = 0;
      for (long at = offset; at < offset + size; at = pageEnd(at)) {
        int page = page(at);
        int known = kept[page];
        // Touched first at any place, a huge page is backed as a whole.
        int backed = used[page] == 0 && known == 0 ? Pages.HUGE : known;
        used[page] += (int) (Math.min(pageEnd(at), offset + size) - at);
        kept[page] = Math.min(backed, Pages.HUGE - used[page]);
        more += kept[page] - known;
      }
      return more;
    }

    /** Joins a range with its free neighbours; all of it is idle now. */
    void give(long offset, long size) {
      long start = offset;
      long whole = size;
      Map.Entry<Long, Long> before = free.floorEntry(offset);
      if (before != null && before.getKey() + before.getValue() == offset) {
        start = before.getKey();
        whole += before.getValue();
      }
      Long behind = free.remove(offset + size);
      free.put(start, behind == null ? whole : whole + behind);
      for (long at = offset; at < offset + size; at = pageEnd(at)) {
        int part = (int) (Math.min(pageEnd(at), offset + size) - at);
        used[page(at)] -= part;
        kept[page(at)] += part;
      }
    }

    /** Gives huge pages that nobody uses back to the system, the last first; how many bytes. */
    long giveBackWhole(long wanted) {
      long given = 0;
      for (int page = used.length - 1; page >= 0 && given < wanted; page--) {
        if (used[page] == 0 && kept[page] > 0) {
          NativeMemory.giveBack(address + (long) page * Pages.HUGE, Pages.HUGE);
          given += kept[page];
          kept[page] = 0;
        }
      }
      return given;
    }

    /** Gives all that is free back to the system; how many bytes. */
    long giveBackAll() {
      free.forEach((offset, size) -> NativeMemory.giveBack(address + offset, size));
      long given = idle();
      Arrays.fill(kept, 0);
      return given;
    }

    long idle() {
      return Arrays.stream(kept).asLongStream().sum();
    }

    boolean isEmpty() {
      return free.size() == 1 && free.firstEntry().getValue() == length;
    }

    private static int page(long offset) {
      return (int) (offset / Pages.HUGE);
    }

    private static long pageEnd(long offset) {
      return (offset / Pages.HUGE + 1) * Pages.HUGE;
    }
  }

  /** A piece of a slab. */
  private final class Piece implements Region {
    private final Slab slab;
    private final long offset;
    private final long length;

    Piece(Slab slab, long offset, long length) {
      this.slab = slab;
      this.offset = offset;
      this.length = length;
    }

    @Override
    public long address() {
      return slab.address + offset;
    }

    @Override
    public long length() {
      return length;
    }

    @Override
    public ByteBuffer nioBuffer(long address, int size) {
      return NativeMemory.buffer(address, size);
    }

    @Override
    public void free() {
      give(this);
    }
  }

  /**
   * Memory of a length in whole pages.
   *
   * @param reuse which of the memory that was used before
   * @return null if the system has none left
   */
  synchronized Region allocate(long length, Reuse reuse) {
    if (reuse == Reuse.OLDEST && length <= SLAB_SIZE) {
      Region oldest = allocateOldest(length);
      if (oldest != null) {
        return oldest;
      }
    }
    for (Slab slab : slabs) {
      long offset = slab.find(length, 0);
      if (offset >= 0) {
        return take(slab, offset, length);
      }
    }
    return takeNew(length);
  }

  /** Goes round in the first slabs, as many as may be kept for reuse. */
  private Region allocateOldest(long length) {
    for (int tried = 0; tried <= MAX_IDLE / SLAB_SIZE; tried++) {
      int index = (int) (nextOldest / SLAB_SIZE);
      if (index >= slabs.size()) {
        nextOldest = (slabs.size() * SLAB_SIZE + length) % MAX_IDLE;
        return takeNew(length);
      }
      Slab slab = slabs.get(index);
      long offset = slab.find(length, nextOldest % SLAB_SIZE);
      if (offset >= 0 && offset + length <= SLAB_SIZE) {
        nextOldest = (index * SLAB_SIZE + offset + length) % MAX_IDLE;
        return take(slab, offset, length);
      }
      nextOldest = (index + 1) * SLAB_SIZE % MAX_IDLE;
    }
    return null;
  }

  private Region takeNew(long length) {
    long size = Math.max(SLAB_SIZE, Pages.roundUp(length, Pages.HUGE));
    long address = NativeMemory.map(size);
    if (address == -1) {
      return null;
    }
    Slab slab = new Slab(address, size);
    slabs.add(slab);
    return take(slab, 0, length);
  }

  private Piece take(Slab slab, long offset, long length) {
    idle += slab.take(offset, length);
    Piece piece = new Piece(slab, offset, length);
    trim();
    return piece;
  }

  private synchronized void give(Piece piece) {
    piece.slab.give(piece.offset, piece.length);
    idle += piece.length;
    trim();
  }

  /** Keeps to the bound; the slabs that were made last, and so are used least, go first. */
  private void trim() {
    for (int i = slabs.size() - 1; i >= 0 && idle > MAX_IDLE; i--) {
      Slab slab = slabs.get(i);
      if (slab.isEmpty()) {
        slabs.remove(i);
        NativeMemory.unmap(slab.address, slab.length);
        idle -= slab.idle();
      } else {
        idle -= slab.giveBackWhole(idle - MAX_IDLE);
      }
    }
    for (int i = slabs.size() - 1; i >= 0 && idle > MAX_IDLE; i--) {
      idle -= slabs.get(i).giveBackAll();
    }
  }

  /** Bytes that are kept for reuse now, backed by memory. */
  synchronized long idleBytes() {
    return idle;
  }
}
