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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.util.IllegalReferenceCountException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BufferAllocatorTest {

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 4095, 4096, 100_001, 1 << 20, (4 << 20) + 1, 40 << 20})
  void buffersHaveTheSizeAskedForAndStartAtPages(long size) {
    try (BufferAllocator allocator = BufferAllocator.create("test", 64 << 20)) {
      OffHeapBuffer buffer = allocator.allocate(size);
      assertThat(buffer.capacity()).isEqualTo(size);
      assertThat(buffer.address() % 4096).isZero();
      assertThat(allocator.allocatedBytes()).isBetween(size, size + 4096);
      if (size > 0) {
        buffer.putByte(size - 1, (byte) 7);
        assertThat(buffer.nioBuffer(size - 1, 1).get(0)).isEqualTo((byte) 7);
      }
      assertThatThrownBy(() -> buffer.getByte(size)).isInstanceOf(IndexOutOfBoundsException.class);
      buffer.release();
      assertThat(allocator.allocatedBytes()).isZero();
    }
  }

  @Test
  void useAfterReleaseIsAnException() {
    try (BufferAllocator allocator = BufferAllocator.create("test", 1 << 20)) {
      OffHeapBuffer buffer = allocator.allocate(100);
      buffer.release();
      assertThatThrownBy(() -> buffer.getInt(0)).isInstanceOf(IllegalReferenceCountException.class);
      assertThatThrownBy(buffer::address).isInstanceOf(IllegalReferenceCountException.class);
      assertThatThrownBy(buffer::release).isInstanceOf(IllegalReferenceCountException.class);
    }
  }

  @Test
  void slicesKeepTheWholeAlive() {
    try (BufferAllocator allocator = BufferAllocator.create("test", 1 << 20)) {
      OffHeapBuffer whole = allocator.allocate(10_000);
      whole.putLong(8192, 42);
      OffHeapBuffer slice = whole.slice(8192, 8);
      whole.release();
      assertThat(slice.getLong(0)).isEqualTo(42);
      assertThat(allocator.allocatedBytes()).isPositive();
      slice.release();
      assertThat(allocator.allocatedBytes()).isZero();
    }
  }

  @Test
  void theLimitHoldsAndIsNamed() {
    try (BufferAllocator allocator = BufferAllocator.create("small one", 10_000)) {
      OffHeapBuffer buffer = allocator.allocate(5000);
      assertThatThrownBy(() -> allocator.allocate(5000))
          .isInstanceOf(OutOfOffHeapMemoryException.class)
          .hasMessageContaining("small one")
          .hasMessageContaining("5000")
          .hasMessageContaining("10000");
      buffer.release();
    }
  }

  @Test
  void closingReportsWhatWasNotReleased() {
    BufferAllocator allocator = BufferAllocator.create("leaky", 1 << 20);
    OffHeapBuffer buffer = allocator.allocate(5000);
    assertThat(BufferAllocator.allocatedByName()).containsEntry("leaky", 8192L);
    assertThatThrownBy(allocator::close)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Failed to close allocator 'leaky': 8192 bytes were not released");
    buffer.release();
  }

  /** Buffers do not overlap, whatever comes and goes, and slabs go back to the system. */
  @Test
  void slabsAreCutAndJoined() {
    Random random = new Random(5);
    List<OffHeapBuffer> live = new ArrayList<>();
    try (BufferAllocator allocator = BufferAllocator.create("test", 200L << 20)) {
      for (int i = 0; i < 2000; i++) {
        if (live.size() > 20 || (!live.isEmpty() && random.nextBoolean())) {
          OffHeapBuffer buffer = live.remove(random.nextInt(live.size()));
          long mark = buffer.getLong(0);
          assertThat(buffer.getLong(buffer.capacity() - 8)).isEqualTo(mark);
          buffer.release();
        } else {
          OffHeapBuffer buffer = allocator.allocate(300_000 + random.nextInt(8 << 20));
          buffer.putLong(0, i);
          buffer.putLong(buffer.capacity() - 8, i);
          live.add(buffer);
        }
      }
      live.forEach(OffHeapBuffer::release);
      assertThat(allocator.allocatedBytes()).isZero();
    }
    assertThat(Slabs.shared().mappedBytes()).isLessThanOrEqualTo(Slabs.SLAB_SIZE);
  }
}
