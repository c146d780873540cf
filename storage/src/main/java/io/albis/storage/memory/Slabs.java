/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.storage.memory;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Memory of huge pages, for buffers that are read into: slabs of 32 MiB from which pieces are cut
 * to whole pages, first fit. Direct reads into huge pages are twice as fast or more as into
 * ordinary ones, since the system has fewer pages to pin.
 *
 * <p>What is given back is kept for reuse, up to a bound for all slabs together: memory that is
 * mapped and has been touched is held by buffers, but for at most {@link #MAX_IDLE} bytes. Beyond
 * that, pages go back to the system at once, and a slab that is empty as a whole.
 *
 * <p>One for the process. Thread-safe.
 */
final class Slabs {

  static final long SLAB_SIZE = 32L << 20;

  /** The most that is kept for reuse: what a scan has on the way, but not more. */
  static final long MAX_IDLE = 64L << 20;

  private static final Slabs SHARED = new Slabs();

  private final List<Slab> slabs = new ArrayList<>();

  /** Free bytes that have been touched since the system gave them. */
  private long idle;

  private Slabs() {}

  static Slabs shared() {
    return SHARED;
  }

  /**
   * A free range.
   *
   * @param length in bytes
   * @param touched at most so many of them are backed by memory
   */
  private record Free(long length, long touched) {}

  /** A mapping, and what of it is free by offset. */
  private static final class Slab {
    private final long address;
    private final long length;
    private final TreeMap<Long, Free> free = new TreeMap<>();

    Slab(long address, long length) {
      this.address = address;
      this.length = length;
      free.put(0L, new Free(length, 0));
    }

    /** The offset of a range that is long enough, or -1 if there is none. */
    long find(long size) {
      for (Map.Entry<Long, Free> range : free.entrySet()) {
        if (range.getValue().length >= size) {
          return range.getKey();
        }
      }
      return -1;
    }

    /** Takes the start of a free range; how many touched bytes fewer are free now. */
    long take(long offset, long size) {
      Free range = free.remove(offset);
      long rest = range.length - size;
      long touched = Math.min(rest, range.touched);
      if (rest > 0) {
        free.put(offset + size, new Free(rest, touched));
      }
      return range.touched - touched;
    }

    /** Joins a range with its free neighbours; the offset of them together. */
    long give(long offset, long size) {
      long start = offset;
      long whole = size;
      long touched = size;
      Map.Entry<Long, Free> before = free.floorEntry(offset);
      if (before != null && before.getKey() + before.getValue().length == offset) {
        start = before.getKey();
        whole += before.getValue().length;
        touched += before.getValue().touched;
      }
      Free behind = free.remove(offset + size);
      if (behind != null) {
        whole += behind.length;
        touched += behind.touched;
      }
      free.put(start, new Free(whole, touched));
      return start;
    }

    boolean isEmpty() {
      return free.size() == 1 && free.firstEntry().getValue().length == length;
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
   * @return null if the system has none left
   */
  synchronized Region allocate(long length) {
    for (Slab slab : slabs) {
      long offset = slab.find(length);
      if (offset >= 0) {
        idle -= slab.take(offset, length);
        return new Piece(slab, offset, length);
      }
    }
    long size = Math.max(SLAB_SIZE, Pages.roundUp(length, Pages.HUGE));
    long address = NativeMemory.map(size);
    if (address == -1) {
      return null;
    }
    Slab slab = new Slab(address, size);
    slabs.add(slab);
    idle -= slab.take(0, length);
    return new Piece(slab, 0, length);
  }

  private synchronized void give(Piece piece) {
    Slab slab = piece.slab;
    long start = slab.give(piece.offset, piece.length);
    idle += piece.length;
    if (idle <= MAX_IDLE) {
      return;
    }
    Free range = slab.free.get(start);
    idle -= range.touched;
    if (slab.isEmpty()) {
      slabs.remove(slab);
      NativeMemory.unmap(slab.address, slab.length);
    } else {
      slab.free.put(start, new Free(range.length, 0));
      NativeMemory.giveBack(slab.address + start, range.length);
    }
  }

  /** Bytes that are kept for reuse now, backed by memory. */
  synchronized long idleBytes() {
    return idle;
  }

  /** Bytes that are mapped now. */
  synchronized long mappedBytes() {
    return slabs.stream().mapToLong(slab -> slab.length).sum();
  }
}
