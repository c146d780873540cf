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
 * ordinary ones, since the system has fewer pages to pin. A slab that is empty goes back to the
 * system, but for one.
 *
 * <p>One for the process. Thread-safe.
 */
final class Slabs {

  static final long SLAB_SIZE = 32L << 20;

  private static final Slabs SHARED = new Slabs();

  private final List<Slab> slabs = new ArrayList<>();

  private Slabs() {}

  static Slabs shared() {
    return SHARED;
  }

  /** A mapping, and what of it is free: length by offset. */
  private static final class Slab {
    private final long address;
    private final long length;
    private final TreeMap<Long, Long> free = new TreeMap<>();

    Slab(long address, long length) {
      this.address = address;
      this.length = length;
      free.put(0L, length);
    }

    /** Takes a piece; its offset, or -1 if none is long enough. */
    long take(long size) {
      Map.Entry<Long, Long> found = null;
      for (Map.Entry<Long, Long> piece : free.entrySet()) {
        if (piece.getValue() >= size) {
          found = piece;
          break;
        }
      }
      if (found == null) {
        return -1;
      }
      long offset = found.getKey();
      long rest = found.getValue() - size;
      free.remove(offset);
      if (rest > 0) {
        free.put(offset + size, rest);
      }
      return offset;
    }

    void give(long offset, long size) {
      long start = offset;
      long length = size;
      Map.Entry<Long, Long> before = free.floorEntry(offset);
      if (before != null && before.getKey() + before.getValue() == offset) {
        start = before.getKey();
        length += before.getValue();
      }
      Long behind = free.remove(offset + size);
      free.put(start, behind == null ? length : length + behind);
    }

    boolean isEmpty() {
      return free.size() == 1 && free.firstEntry().getValue() == length;
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
      long offset = slab.take(length);
      if (offset >= 0) {
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
    return new Piece(slab, slab.take(length), length);
  }

  private synchronized void give(Piece piece) {
    Slab slab = piece.slab;
    slab.give(piece.offset, piece.length);
    if (!slab.isEmpty()) {
      return;
    }
    boolean isSpare = slab.length == SLAB_SIZE;
    for (Slab other : slabs) {
      isSpare &= other == slab || !other.isEmpty();
    }
    if (!isSpare) {
      slabs.remove(slab);
      NativeMemory.unmap(slab.address, slab.length);
    }
  }

  /** Bytes that are mapped now. */
  synchronized long mappedBytes() {
    return slabs.stream().mapToLong(slab -> slab.length).sum();
  }
}
