// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.ClosedException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.internal.row.BatchState;
import io.albis.storage.internal.memory.Memory;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests vectors over memory that the test fills, and cursors over batches of them. */
class ColumnBatchTest {

  private static final int ROWS = 100;
  private static final int STRIDE = 24;

  private static final Schema SCHEMA =
      Schema.of(Field.nullable("a", Type.int32()), Field.required("b", Type.int64()))
          .withAssignedIds();

  private BufferAllocator allocator;
  private OffHeapBuffer memory;

  @BeforeEach
  void allocate() {
    allocator = BufferAllocator.create("test", 1 << 20);
    memory = allocator.allocate(1 << 16);
    Memory.setZero(memory.address(), memory.capacity());
  }

  @AfterEach
  void release() {
    memory.release();
    allocator.close();
  }

  /** In row i, a = i, or null for multiples of 7, and b = -i; starts at a given row. */
  private ColumnBatch columns(int first, int rows) {
    long ints = memory.address();
    long longs = ints + 4L * ROWS;
    long validity = longs + 8L * ROWS;
    for (int i = 0; i < ROWS; i++) {
      Memory.putInt(ints + 4L * i, i % 7 == 0 ? 0 : i);
      Memory.putLong(longs + 8L * i, -i);
      long place = validity + i / 8;
      Memory.putByte(place, (byte) (Memory.getByte(place) | (i % 7 == 0 ? 0 : 1) << i % 8));
    }
    VectorOwner a =
        new VectorOwner(Type.int32(), "a")
            .values(ints + 4L * first, 4, SlotKind.VALUES)
            .nulls(validity * 8 + first, 1, 0)
            .rows(rows);
    VectorOwner b =
        new VectorOwner(Type.int64(), "b")
            .values(longs + 8L * first, 8, SlotKind.VALUES)
            .rows(rows);
    return batch(rows, a, b);
  }

  private ColumnBatch rows(int first, int rows) {
    long start = memory.address() + (1 << 12);
    for (int i = 0; i < ROWS; i++) {
      long row = start + (long) i * STRIDE;
      Memory.putLong(row, i % 7 == 0 ? 1 : 0);
      Memory.putLong(row + 8, -i);
      Memory.putInt(row + 16, i % 7 == 0 ? 0 : i);
    }
    long row = start + (long) first * STRIDE;
    VectorOwner a =
        new VectorOwner(Type.int32(), "a")
            .values(row + 16, STRIDE, SlotKind.VALUES)
            .inRows(1, STRIDE, 16, 0)
            .nulls(row * 8, STRIDE * 8L, 1)
            .rows(rows);
    VectorOwner b =
        new VectorOwner(Type.int64(), "b")
            .values(row + 8, STRIDE, SlotKind.VALUES)
            .inRows(1, STRIDE, 8, -1)
            .rows(rows);
    return batch(rows, a, b);
  }

  private static ColumnBatch batch(int rows, VectorOwner a, VectorOwner b) {
    BatchState state = new BatchState(SCHEMA, SCHEMA.leaves(), List.of(a, b));
    state.set(null, 0, rows, null, 0);
    return new ColumnBatch(SCHEMA, state);
  }

  @Test
  void vectorsOfBothLayoutsReadTheSame() {
    for (ColumnBatch batch : List.of(columns(5, 90), rows(5, 90))) {
      ColumnVector a = batch.column(0);
      ColumnVector b = batch.column(1);
      for (int i = 0; i < 90; i++) {
        boolean isNull = (i + 5) % 7 == 0;
        assertThat(a.isNullAt(i)).isEqualTo(isNull);
        assertThat(a.getInt(i)).isEqualTo(isNull ? 0 : i + 5);
        assertThat(b.isNullAt(i)).isFalse();
        assertThat(b.getLong(i)).isEqualTo(-i - 5);
      }
    }
  }

  @Test
  void vectorsRejectGettersOfAnotherType() {
    ColumnBatch batch = columns(0, 10);
    ColumnVector a = batch.column(0);
    assertThatThrownBy(() -> a.getLong(0))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessage("Cannot read column a by getLong: its type is int32");
    for (int row : new int[] {-1, 10, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      assertThatThrownBy(() -> a.getInt(row))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessage("Invalid row: " + row + " (expected 0 to 9)");
      assertThatThrownBy(() -> a.isNullAt(row))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessage("Invalid row: " + row + " (expected 0 to 9)");
    }
    batch.state().vectors().forEach(VectorOwner::close);
    for (int row : new int[] {-1, 0, 10}) {
      assertThatThrownBy(() -> a.getInt(row))
          .isInstanceOf(ClosedException.class)
          .hasMessage("Cannot read column a: the cursor has moved on or is closed");
      assertThatThrownBy(() -> a.isNullAt(row)).isInstanceOf(ClosedException.class);
      assertThatThrownBy(() -> a.getDouble(row)).isInstanceOf(ClosedException.class);
    }
  }

  @Test
  void readsRowsOfBothLayouts() {
    for (ColumnBatch batch : List.of(columns(5, 90), rows(5, 90))) {
      assertThat(read(batch)).hasSize(90).startsWith(-5L, -6L).endsWith(-94L);
      // Again, since the first cursor has not changed the batch.
      assertThat(read(batch)).hasSize(90);
    }
    assertThat(read(rows(0, 0))).isEmpty();
  }

  private static List<Long> read(ColumnBatch batch) {
    List<Long> read = new ArrayList<>();
    try (RowCursor cursor = batch.rows()) {
      while (cursor.next()) {
        RowView row = cursor.row();
        read.add(row.getLong(1));
        assertThat(row.isNullAt(0)).isEqualTo(row.getLong(1) % 7 == 0);
      }
      assertThat(cursor.next()).isFalse();
    }
    return read;
  }

  @Test
  void rowsAreTheSelectedOnes() {
    ColumnBatch batch = columns(0, 50);
    batch.state().set(null, 0, 50, new int[] {3, 4, 9, 12}, 3);
    assertThat(read(batch)).containsExactly(-3L, -4L, -9L);
  }

  @Test
  void rowsReturnTheirAddress() {
    try (RowCursor cursor = rows(0, 10).rows()) {
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.row().stride()).isEqualTo(STRIDE);
      assertThat(cursor.row().address()).isEqualTo(memory.address() + (1 << 12));
    }
  }

  @Test
  void rowsEndWithTheirBatch() {
    ColumnBatch batch = rows(0, 10);
    RowCursor closed = batch.rows();
    closed.close();
    RowCursor fresh = batch.rows();
    RowCursor cursor = batch.rows();
    assertThat(cursor.next()).isTrue();
    RowView row = cursor.row();
    batch.leave();
    assertThatThrownBy(() -> row.getLong(1))
        .isInstanceOf(ClosedException.class)
        .hasMessage("Cannot read the row: its batch is gone");
    for (RowCursor gone : List.of(cursor, fresh)) {
      assertThatThrownBy(gone::next)
          .isInstanceOf(ClosedException.class)
          .hasMessage("Cannot move to the next row: its batch is gone");
    }
    assertThatThrownBy(closed::next)
        .hasMessage("Cannot move to the next row: the cursor is closed");
    assertThatThrownBy(batch::rows)
        .isInstanceOf(ClosedException.class)
        .hasMessage("Cannot read the rows of a batch: its cursor has moved on or is closed");
  }
}
