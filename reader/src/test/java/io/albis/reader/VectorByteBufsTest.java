// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.ClosedException;
import io.albis.format.schema.Type;
import io.albis.storage.internal.memory.Memory;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import io.netty.buffer.ByteBuf;
import io.netty.util.IllegalReferenceCountException;
import java.nio.ReadOnlyBufferException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VectorByteBufsTest {

  private BufferAllocator allocator;
  private OffHeapBuffer memory;
  private long base;

  @BeforeEach
  void allocate() {
    allocator = BufferAllocator.create("test", 1 << 20);
    memory = allocator.allocate(4096);
    base = memory.address();
    Memory.setZero(base, memory.capacity());
  }

  @AfterEach
  void close() {
    allocator.close();
  }

  private VectorOwner vector(Type type) {
    return new VectorOwner(type, "a").memory(memory);
  }

  @Test
  void viewsCoverContiguousValuesAndTheirValidity() {
    Memory.putInt(base + 8, 7);
    Memory.putInt(base + 44, 16);
    Memory.putByte(base + 129, (byte) 0b1010);
    ColumnVector ints =
        vector(Type.int32())
            .values(base + 8, 4, SlotKind.VALUES)
            .nulls((base + 128) * 8 + 9, 1, 0)
            .rows(10)
            .vector();

    ByteBuf values = ints.valuesByteBuf().orElseThrow();
    assertThat(values.readableBytes()).isEqualTo(40);
    assertThat(values.memoryAddress()).isEqualTo(ints.valuesAddress());
    assertThat(values.getIntLE(0)).isEqualTo(7);
    assertThat(values.getIntLE(36)).isEqualTo(16);
    assertThatThrownBy(() -> values.setInt(0, 1)).isInstanceOf(ReadOnlyBufferException.class);

    // Bits 1 to 10 after the start of the first byte.
    ByteBuf nulls = ints.nullsByteBuf().orElseThrow();
    assertThat(nulls.readableBytes()).isEqualTo(2);
    assertThat(nulls.getByte(0)).isEqualTo((byte) 0b1010);
    assertThat(ints.dataByteBuf()).isEmpty();

    values.release();
    nulls.release();
    memory.release();
  }

  @Test
  void viewsCoverStridedSlotsAndNullBits() {
    ColumnVector strings =
        vector(Type.string())
            .values(base + 16, 24, SlotKind.OFFSET_AND_LENGTH)
            .nulls(base * 8 + 3, 24 * 8L, 1)
            .data(base + 512, 5)
            .rows(4)
            .vector();
    Memory.copyFromArray("hello".getBytes(UTF_8), 0, base + 512, 5);

    ByteBuf values = strings.valuesByteBuf().orElseThrow();
    ByteBuf nulls = strings.nullsByteBuf().orElseThrow();
    ByteBuf data = strings.dataByteBuf().orElseThrow();
    assertThat(values.readableBytes()).isEqualTo(3 * 24 + 8);
    assertThat(nulls.readableBytes()).isEqualTo(3 * 24 + 1);
    assertThat(data.toString(UTF_8)).isEqualTo("hello");

    values.release();
    nulls.release();
    data.release();
    memory.release();
  }

  @Test
  void viewsCoverOffsetsAndBits() {
    ColumnVector lists =
        vector(Type.string()).values(base, 4, SlotKind.OFFSETS).data(base + 64, 0).rows(3).vector();
    ColumnVector booleans = vector(Type.bool()).bits(base * 8 + 6, 1).rows(3).vector();

    ByteBuf offsets = lists.valuesByteBuf().orElseThrow();
    ByteBuf bits = booleans.valuesByteBuf().orElseThrow();
    assertThat(offsets.readableBytes()).isEqualTo(4 * Integer.BYTES);
    assertThat(bits.readableBytes()).isEqualTo(2);
    assertThat(lists.dataByteBuf().orElseThrow().isReadable()).isFalse();
    assertThat(lists.nullsByteBuf()).isEmpty();

    offsets.release();
    bits.release();
    memory.release();
  }

  @Test
  void computedAndStructVectorsHaveNoViews() {
    ColumnVector computed =
        new VectorOwner(Type.int64(), "a").values(base, 8, SlotKind.VALUES).rows(2).vector();
    assertThat(computed.valuesByteBuf()).isEmpty();
    assertThat(vector(Type.presence()).rows(2).vector().valuesByteBuf()).isEmpty();
    memory.release();
  }

  @Test
  void viewKeepsTheMemoryOfAClosedVector() {
    Memory.putLong(base, 42);
    VectorOwner owner = vector(Type.int64()).values(base, 8, SlotKind.VALUES).rows(1);
    ByteBuf view = owner.vector().valuesByteBuf().orElseThrow();

    owner.close();
    memory.release();
    assertThat(view.getLongLE(0)).isEqualTo(42);
    assertThat(allocator.allocatedBytes()).isEqualTo(4096);
    assertThatThrownBy(() -> owner.vector().valuesByteBuf())
        .isInstanceOf(ClosedException.class)
        .hasMessage("Cannot read column a: the cursor has moved on or is closed");

    view.release();
    assertThat(allocator.allocatedBytes()).isZero();
    assertThatThrownBy(() -> view.getLongLE(0)).isInstanceOf(IllegalReferenceCountException.class);
  }
}
