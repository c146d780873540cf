// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.albis.storage.internal.memory.Reuse;
import io.albis.storage.internal.memory.Slabs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BufferAllocatorTest {

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 4095, 4096, 4097, 1 << 20, (2 << 20) + 1, 70 << 20})
  void buffersHaveExactCapacityAndArePageAligned(long bytes) {
    try (BufferAllocator allocator = BufferAllocator.create("test", 1L << 30)) {
      OffHeapBuffer buffer = allocator.allocate(bytes);
      long pages = Math.max(1, (bytes + 4095) / 4096) * 4096;

      assertThat(buffer.capacity()).isEqualTo(bytes);
      assertThat(buffer.reservedCapacity()).isEqualTo(pages);
      assertThat(buffer.address() % 4096).isZero();
      assertThat(allocator.allocatedBytes()).isEqualTo(pages);
      buffer.release();
      assertThat(allocator.allocatedBytes()).isZero();
      assertThat(allocator.peakBytes()).isEqualTo(pages);
    }
  }

  @Test
  void rejectsAllocationsOverTheLimit() {
    try (BufferAllocator allocator = BufferAllocator.create("scan", 16384)) {
      OffHeapBuffer first = allocator.allocate(8193);

      assertThatThrownBy(() -> allocator.allocate(4097))
          .isInstanceOfSatisfying(
              OutOfOffHeapMemoryException.class,
              e -> {
                assertThat(e.requestedBytes()).isEqualTo(4097);
                assertThat(e.heldBytes()).isEqualTo(12288);
                assertThat(e.limitBytes()).isEqualTo(16384);
              })
          .hasMessage(
              "Cannot allocate 4097 bytes of off-heap memory in 'scan': the limit is reached"
                  + " (12288 of at most 16384 bytes held)");
      OffHeapBuffer second = allocator.allocate(4096);
      first.release();
      second.release();
    }
  }

  @Test
  void wholeLimitCanBeReused() {
    long limit = 64 << 20;
    try (BufferAllocator allocator = BufferAllocator.create("test", limit)) {
      for (int size : new int[] {4096, 12288, 1 << 20, (2 << 20) - 4096, 5 << 20, 64 << 20}) {
        List<OffHeapBuffer> buffers = new ArrayList<>();
        for (long used = 0; used + size <= limit; used += size) {
          buffers.add(allocator.allocate(size));
        }
        // Every second one first, to fragment the free space.
        for (int i = 0; i < buffers.size(); i += 2) {
          buffers.get(i).release();
        }
        for (int i = 1; i < buffers.size(); i += 2) {
          buffers.get(i).release();
        }
      }
      assertThat(allocator.peakBytes()).isEqualTo(limit);
    }
  }

  @Test
  void liveBuffersNeverOverlap() {
    SplittableRandom random = new SplittableRandom(7);
    try (BufferAllocator allocator = BufferAllocator.create("test", 96 << 20)) {
      List<OffHeapBuffer> live = new ArrayList<>();
      List<Long> marks = new ArrayList<>();
      for (int i = 0; i < 4000; i++) {
        long size = 16 + (long) (Math.pow(random.nextDouble(), 6) * (12 << 20));
        if (live.size() > 40 || allocator.allocatedBytes() + size + 4096 > allocator.limit()) {
          int victim = random.nextInt(live.size());
          OffHeapBuffer buffer = live.remove(victim);
          long mark = marks.remove(victim);
          assertThat(buffer.getLong(0)).isEqualTo(mark);
          assertThat(buffer.getLong(buffer.capacity() - 8)).isEqualTo(mark);
          buffer.release();
        } else {
          Reuse reuse = i % 3 == 0 ? Reuse.COLD : Reuse.HOT;
          OffHeapBuffer buffer = reuse.tryAllocate(allocator, size);
          buffer.putLong(0, i);
          buffer.putLong(size - 8, i);
          live.add(buffer);
          marks.add((long) i);
        }
        assertThat(Slabs.shared().idleBytes()).isBetween(0L, Slabs.MIN_IDLE);
      }
      live.forEach(OffHeapBuffer::release);
      assertThat(allocator.allocatedBytes()).isZero();
      assertThat(Slabs.shared().idleBytes()).isBetween(0L, Slabs.MIN_IDLE);
    }
  }

  @Test
  void releasedMemoryReturnsToTheSystem() throws IOException {
    long size = 768 << 20;
    try (BufferAllocator allocator = BufferAllocator.create("test", size)) {
      List<OffHeapBuffer> buffers = new ArrayList<>();
      for (long used = 0; used < size; used += 1 << 20) {
        OffHeapBuffer buffer = allocator.allocate(1 << 20);
        buffer.setZero(0, 1 << 20);
        buffers.add(buffer);
      }
      long full = residentBytes();
      // Keep one of 32, so that no slab is empty.
      for (int i = 0; i < buffers.size(); i++) {
        if (i % 32 != 7) {
          buffers.get(i).release();
        }
      }
      assertThat(residentBytes()).isLessThan(full - size / 2);
      assertThat(Slabs.shared().idleBytes()).isLessThanOrEqualTo(Slabs.MIN_IDLE);
      for (int i = 7; i < buffers.size(); i += 32) {
        assertThat(buffers.get(i).getLong(0)).isZero();
        buffers.get(i).release();
      }
    }
  }

  @Test
  void coldAllocationsReuseTheOldestMemory() {
    int size = 4 << 20;
    try (BufferAllocator allocator = BufferAllocator.create("test", 256 << 20)) {
      List<Long> addresses = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        OffHeapBuffer buffer = allocator.tryAllocateCold(size);
        long address = buffer.address();
        assertThat(addresses.subList(Math.max(0, i - 7), i)).doesNotContain(address);
        addresses.add(address);
        buffer.release();
        assertThat(Slabs.shared().idleBytes()).isBetween(0L, Slabs.MIN_IDLE);
      }
      assertThat(addresses.stream().distinct().count()).isLessThanOrEqualTo(17);
      OffHeapBuffer first = allocator.allocate(size);
      long again = first.address();
      first.release();
      OffHeapBuffer second = allocator.allocate(size);
      assertThat(second.address()).isEqualTo(again);
      second.release();
    }
  }

  @Test
  void reusedMemoryIsCountedOnce() {
    try (BufferAllocator allocator = BufferAllocator.create("test", 64 << 20)) {
      OffHeapBuffer rest = allocator.allocate(4 << 20);
      long before = Slabs.shared().idleBytes();
      for (int i = 0; i < 100; i++) {
        allocator.allocate((3 << 20) + 4096 * (i % 7)).release();
      }
      // Three megabytes, spread over as many huge pages as possible.
      assertThat(Slabs.shared().idleBytes()).isLessThanOrEqualTo(before + (6 << 20));
      rest.release();
    }
  }

  /** Resident memory of this process, in bytes. */
  private static long residentBytes() throws IOException {
    Path status = Path.of("/proc/self/statm");
    assumeThat(status).exists();
    return Long.parseLong(Files.readString(status).split(" ", -1)[1]) * 4096;
  }

  @Test
  void closeReportsLeaksAndLeakedBuffersStayUsable() {
    BufferAllocator allocator = BufferAllocator.create("leaky", 1 << 20);
    OffHeapBuffer buffer = allocator.allocate(5000);

    assertThatThrownBy(allocator::close)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Failed to close allocator 'leaky': 8192 bytes were not released");
    buffer.putLong(4992, 3);
    assertThat(buffer.getLong(4992)).isEqualTo(3);
    assertThat(BufferAllocator.allocatedByName()).containsEntry("leaky", 8192L);
    buffer.release();
    assertThat(BufferAllocator.allocatedByName()).doesNotContainKey("leaky");
    allocator.close();
    assertThatThrownBy(() -> allocator.allocate(1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Cannot allocate in 'leaky': the allocator is closed");
  }

  @Test
  void rejectsInvalidSizes() {
    assertThatThrownBy(() -> BufferAllocator.create("test", -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid memory limit: -1 (expected at least 0 bytes)");
    try (BufferAllocator allocator = BufferAllocator.create("test", 1 << 20)) {
      assertThatThrownBy(() -> allocator.allocate(-1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Invalid buffer size: -1 (expected at least 0 bytes)");
    }
  }
}
