// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A cache that replaces entries at random and releases memory on request. Entries in huge pages
 * that are touched store their own address at both ends. Thread-safe, without a lock.
 */
final class ChurnCache {
  private static final int SLOTS = 1 << 20;
  private static final int HUGE_PAGE = 2 << 20;
  private static final int SMALL = 80 << 10;
  private static final int LARGE = 8 << 20;
  private static final int GIANT = 128 << 20;

  private final BufferAllocator allocator;
  private final AtomicReferenceArray<OffHeapBuffer> slots = new AtomicReferenceArray<>(SLOTS);
  private final AtomicLong hand = new AtomicLong();
  private final AtomicLong damaged = new AtomicLong();

  ChurnCache(BufferAllocator allocator) {
    this.allocator = allocator;
    allocator.register(this::giveBack);
  }

  /** Allocates an entry, and replaces the previous one in its slot, if any. */
  void replaceOne(SplittableRandom random) {
    OffHeapBuffer buffer = allocator.allocate(size(random) & -Long.BYTES);
    touch(buffer);
    OffHeapBuffer old = slots.getAndSet(random.nextInt(SLOTS), buffer);
    if (old != null) {
      release(old);
    }
  }

  /** Segments: most have some pages, a fifth up to 8 MiB, a few are larger. */
  private static long size(SplittableRandom random) {
    int kind = random.nextInt(10_000);
    if (kind < 8_000) {
      return random.nextInt(4096, SMALL);
    }
    if (kind < 9_999) {
      return (long) (4096 * Math.pow(LARGE / 4096.0, random.nextDouble()));
    }
    return random.nextInt(LARGE, GIANT);
  }

  /** Touches the pages of the buffer that are in touched huge pages. */
  private static void touch(OffHeapBuffer buffer) {
    long address = buffer.address();
    for (long at = 0; at < buffer.capacity(); at = nextHugePage(address, at)) {
      if (isTouched(address + at)) {
        long end = Math.min(buffer.capacity(), nextHugePage(address, at)) - 8;
        buffer.putLong(at, address);
        for (long page = at + 4096; page < end; page += 4096) {
          buffer.putLong(page, address);
        }
        buffer.putLong(end, address);
      }
    }
  }

  private static boolean isIntact(OffHeapBuffer buffer) {
    long address = buffer.address();
    boolean isIntact = true;
    for (long at = 0; at < buffer.capacity(); at = nextHugePage(address, at)) {
      if (isTouched(address + at)) {
        long end = Math.min(buffer.capacity(), nextHugePage(address, at)) - 8;
        isIntact &= buffer.getLong(at) == address && buffer.getLong(end) == address;
      }
    }
    return isIntact;
  }

  private static boolean isTouched(long address) {
    return Long.remainderUnsigned(address / HUGE_PAGE * 0x9E3779B97F4A7C15L >>> 16, 10) == 0;
  }

  private static long nextHugePage(long address, long offset) {
    return ((address + offset) / HUGE_PAGE + 1) * HUGE_PAGE - address;
  }

  private void release(OffHeapBuffer buffer) {
    if (!isIntact(buffer)) {
      damaged.incrementAndGet();
    }
    buffer.release();
  }

  private long giveBack(long bytes) {
    long given = 0;
    for (int tried = 0; tried < SLOTS && given < bytes; tried++) {
      // Jump through the slots, so that the order of eviction is unrelated to the order of
      // insertion.
      int slot = (int) (hand.incrementAndGet() * 0x9E3779B97F4A7C15L >>> 44);
      OffHeapBuffer buffer = slots.get(slot) == null ? null : slots.getAndSet(slot, null);
      if (buffer != null) {
        given += buffer.reservedCapacity();
        release(buffer);
      }
    }
    return given;
  }

  /**
   * Releases all entries.
   *
   * @return number of buffers whose contents were wrong
   */
  long clear() {
    for (int i = 0; i < SLOTS; i++) {
      OffHeapBuffer buffer = slots.getAndSet(i, null);
      if (buffer != null) {
        release(buffer);
      }
    }
    return damaged.get();
  }
}
