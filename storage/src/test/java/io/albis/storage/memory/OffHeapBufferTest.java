// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.storage.internal.memory.Memory;
import io.albis.storage.internal.memory.MemoryRegion;
import io.albis.storage.internal.memory.MemoryRegions;
import io.netty.buffer.ByteBuf;
import io.netty.util.IllegalReferenceCountException;
import java.nio.ByteOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OffHeapBufferTest {
  private final BufferAllocator allocator = BufferAllocator.create("test", 1 << 20);

  @AfterEach
  void close() {
    allocator.close();
  }

  @Test
  void readsWhatWasWritten() {
    OffHeapBuffer buffer = allocator.allocate(64);
    buffer.putByte(0, (byte) -1);
    buffer.putShort(2, Short.MIN_VALUE);
    buffer.putInt(4, 0x01020304);
    buffer.putLong(8, Long.MIN_VALUE);
    buffer.putFloat(16, -0.0f);
    buffer.putDouble(24, Math.PI);
    buffer.putBytes(32, new byte[] {9, 8, 7}, 1, 2);

    assertThat(buffer.getByte(0)).isEqualTo((byte) -1);
    assertThat(buffer.getShort(2)).isEqualTo(Short.MIN_VALUE);
    assertThat(buffer.getInt(4)).isEqualTo(0x01020304);
    assertThat(buffer.getByte(4)).as("little endian").isEqualTo((byte) 4);
    assertThat(buffer.getLong(8)).isEqualTo(Long.MIN_VALUE);
    assertThat(Float.floatToRawIntBits(buffer.getFloat(16))).isEqualTo(0x80000000);
    assertThat(buffer.getDouble(24)).isEqualTo(Math.PI);
    byte[] copy = new byte[3];
    buffer.getBytes(32, copy, 1, 2);
    assertThat(copy).containsExactly(0, 8, 7);
    buffer.release();
  }

  @Test
  void rejectsAccessOutsideOfTheExactCapacity() {
    OffHeapBuffer buffer = allocator.allocate(13);

    assertThat(buffer.capacity()).isEqualTo(13);
    assertThat(buffer.getByte(12)).isEqualTo(buffer.getByte(12));
    assertThatThrownBy(() -> buffer.getByte(13)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> buffer.getLong(6)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> buffer.putInt(-1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> buffer.nioBuffer(0, 14)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> buffer.slice(1, 13)).isInstanceOf(IndexOutOfBoundsException.class);
    buffer.release();
  }

  @Test
  void everyAccessAfterReleaseThrows() {
    OffHeapBuffer buffer = allocator.allocate(13);
    buffer.release();

    String message = "Cannot access an off-heap buffer of 13 bytes: it was released";
    assertThatThrownBy(() -> buffer.getByte(0))
        .isInstanceOf(IllegalReferenceCountException.class)
        .hasMessage(message);
    assertThatThrownBy(() -> buffer.putLong(0, 1)).hasMessage(message);
    assertThatThrownBy(buffer::address).hasMessage(message);
    assertThatThrownBy(() -> buffer.nioBuffer(0, 1)).hasMessage(message);
    assertThatThrownBy(() -> buffer.reservedNioBuffer(0, 1)).hasMessage(message);
    assertThatThrownBy(() -> buffer.slice(0, 1)).hasMessage(message);
    assertThatThrownBy(buffer::asByteBuf).hasMessage(message);
    assertThatThrownBy(buffer::retain).isInstanceOf(IllegalReferenceCountException.class);
    assertThatThrownBy(buffer::release).isInstanceOf(IllegalReferenceCountException.class);
  }

  @Test
  void sliceKeepsTheMemoryAlive() {
    OffHeapBuffer buffer = allocator.allocate(8192);
    buffer.putLong(4096, 42);
    OffHeapBuffer slice = buffer.slice(4096, 8);
    buffer.release();

    assertThat(slice.getLong(0)).isEqualTo(42);
    assertThat(allocator.allocatedBytes()).isEqualTo(8192);
    slice.release();
    assertThat(allocator.allocatedBytes()).isZero();
    assertThatThrownBy(() -> slice.getLong(0)).isInstanceOf(IllegalReferenceCountException.class);
  }

  @Test
  void nettyViewKeepsTheMemoryAlive() {
    OffHeapBuffer buffer = allocator.allocate(16);
    buffer.putLong(8, 7);
    ByteBuf view = buffer.asByteBuf();
    buffer.release();

    assertThat(view.readableBytes()).isEqualTo(16);
    assertThat(view.getLongLE(8)).isEqualTo(7);
    view.release();
    assertThat(allocator.allocatedBytes()).isZero();
  }

  @Test
  void nettyViewHasItsOwnReferenceCount() {
    OffHeapBuffer buffer = allocator.allocate(16);
    ByteBuf view = buffer.asByteBuf();
    assertThat(buffer.refCnt()).isEqualTo(2);

    view.retain();
    assertThat(view.release()).isFalse();
    assertThat(buffer.refCnt()).as("the view owns one reference").isEqualTo(2);
    ByteBuf slice = view.retainedSlice(8, 8);
    slice.setLongLE(0, 5);
    assertThat(view.release()).isFalse();
    assertThat(buffer.getLong(8)).isEqualTo(5);
    assertThat(slice.release()).isTrue();
    assertThat(buffer.refCnt()).isEqualTo(1);
    assertThatThrownBy(() -> view.getLongLE(0)).isInstanceOf(IllegalReferenceCountException.class);
    assertThatThrownBy(view::release).isInstanceOf(IllegalReferenceCountException.class);
    assertThat(buffer.getLong(8)).isEqualTo(5);
    buffer.release();
  }

  @Test
  void nettyViewOfASliceHasItsBounds() {
    OffHeapBuffer buffer = allocator.allocate(64);
    buffer.putLong(40, 11);
    OffHeapBuffer slice = buffer.slice(40, 8);
    ByteBuf view = slice.asByteBuf();
    slice.release();
    buffer.release();

    assertThat(view.isDirect()).isTrue();
    assertThat(view.capacity()).isEqualTo(8);
    assertThat(view.maxCapacity()).isEqualTo(8);
    assertThat(view.readLongLE()).isEqualTo(11);
    assertThatThrownBy(() -> view.getByte(8)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> view.capacity(16)).isInstanceOf(IllegalArgumentException.class);
    view.release();
    assertThat(allocator.allocatedBytes()).isZero();
  }

  @Test
  void regionContainsTheBuffer() {
    OffHeapBuffer buffer = allocator.allocate(16);
    OffHeapBuffer slice = buffer.slice(8, 8);
    MemoryRegion region = MemoryRegions.of(slice);

    assertThat(region).isSameAs(MemoryRegions.of(buffer));
    assertThat(buffer.address())
        .isBetween(region.address(), region.address() + region.length() - 4096);
    slice.release();
    buffer.release();
    assertThatThrownBy(() -> MemoryRegions.of(buffer))
        .isInstanceOf(IllegalReferenceCountException.class);
  }

  @Test
  void nioBufferSeesTheSameMemory() {
    OffHeapBuffer buffer = allocator.allocate(16);
    buffer.nioBuffer(8, 8).putLong(7);

    assertThat(buffer.nioBuffer(0, 16).order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
    assertThat(buffer.nioBuffer(0, 16).isDirect()).isTrue();
    assertThat(buffer.getLong(8)).isEqualTo(7);
    assertThat(buffer.reservedNioBuffer(0, 4096).capacity()).isEqualTo(4096);
    buffer.release();
  }

  @Test
  void memoryCopiesAndFills() {
    OffHeapBuffer buffer = allocator.allocate(64);
    long address = buffer.address();
    Memory.fill(address, 32, (byte) 5);
    Memory.copy(address, address + 32, 16);
    Memory.setZero(address + 1, 1);
    buffer.putBytes(48, buffer, 0, 3);

    assertThat(buffer.getByte(0)).isEqualTo((byte) 5);
    assertThat(buffer.getByte(1)).isZero();
    assertThat(buffer.getByte(47)).isEqualTo((byte) 5);
    assertThat(Memory.getInt(address + 47)).isEqualTo(0x05000505);
    buffer.release();
  }
}
