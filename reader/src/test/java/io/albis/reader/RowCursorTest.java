// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.ClosedException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.internal.row.BatchState;
import io.albis.reader.internal.row.HandWrittenBatch;
import io.albis.reader.internal.row.RowAddresses;
import io.albis.reader.internal.row.RowFields;
import io.albis.reader.internal.row.RowGroupPosition;
import io.albis.reader.internal.row.RowShapeBuilder;
import io.albis.reader.internal.row.RowSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RowCursorTest {

  private static final RowFields FIELDS =
      RowFields.of(
          Schema.of(Field.nullable("a", Type.int32()), Field.required("b", Type.int64()))
              .withAssignedIds());

  private static final List<Integer> ONE_GROUP = List.of(0, 0);
  private static final List<Integer> COLUMNS = List.of(-1, -1);

  private static final RowGroupPosition ROW_GROUP =
      new RowGroupPosition() {
        @Override
        public long number() {
          return 7;
        }

        @Override
        public long tableRow() {
          return 1000;
        }

        @Override
        public String file() {
          return "data/f.albis";
        }
      };

  /** Batches that are created on request, and released by the next request. */
  private static final class Batches implements RowSource {

    private record Spec(List<Integer> groups, int first, int rows, List<Integer> selection) {}

    private final List<Spec> specs = new ArrayList<>();
    private int current = -1;
    private final BatchState state = new BatchState(Schema.of(), List.of(), List.of());
    private HandWrittenBatch batch;
    private int closes;

    /** Adds rows with the given numbers. */
    Batches add(List<Integer> groups, int first, int rows, Integer... selection) {
      specs.add(new Spec(groups, first, rows, List.of(selection)));
      return this;
    }

    private void release() {
      state.clear();
      if (batch != null) {
        batch.close();
        batch = null;
      }
    }

    @Override
    public boolean nextBatch() {
      release();
      if (current + 1 >= specs.size()) {
        return false;
      }
      Spec spec = specs.get(++current);
      List<List<Object>> rows =
          IntStream.range(spec.first, spec.first + spec.rows)
              .mapToObj(i -> List.<Object>of(i, (long) i))
              .toList();
      batch = new HandWrittenBatch(FIELDS, array(spec.groups), rows);
      state.set(ROW_GROUP, ROW_GROUP.tableRow() + spec.first, spec.rows, null, 0);
      return true;
    }

    @Override
    public int rowCount() {
      return specs.get(current).rows;
    }

    @Override
    public int[] selection() {
      List<Integer> selection = specs.get(current).selection;
      return selection.isEmpty() ? null : array(selection);
    }

    @Override
    public int selectedCount() {
      // An element of -1 ends the selection: the array may be longer than the selection.
      return (int) specs.get(current).selection.stream().filter(row -> row >= 0).count();
    }

    @Override
    public BatchState batch() {
      return state;
    }

    @Override
    public void locate(RowShapeBuilder shape, RowAddresses addresses) {
      batch.locate(shape, addresses);
    }

    @Override
    public void close() {
      closes++;
      release();
    }
  }

  private static List<Integer> read(RowCursor cursor) {
    List<Integer> read = new ArrayList<>();
    if (!cursor.next()) {
      return read;
    }
    RowView row = cursor.row();
    read.add(row.getInt(0));
    while (cursor.next()) {
      assertThat(cursor.rowInRowGroup()).isEqualTo(row.getInt(0));
      assertThat(cursor.rowGroup()).isEqualTo(7);
      assertThat(cursor.file()).isEqualTo("data/f.albis");
      assertThat(row.getLong(1)).isEqualTo(row.getInt(0));
      assertThat(cursor.row().getInt(0)).isEqualTo(row.getInt(0));
      read.add(row.getInt(0));
    }
    assertThat(cursor.next()).isFalse();
    assertThatThrownBy(cursor::rowInRowGroup)
        .isInstanceOf(ClosedException.class)
        .hasMessage("Cannot locate the row: the cursor is not on a row");
    assertThatThrownBy(() -> row.getInt(0)).isInstanceOf(ClosedException.class);
    return read;
  }

  private static int[] array(List<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }

  private static List<Integer> range(int first, int end) {
    return IntStream.range(first, end).boxed().toList();
  }

  @Test
  void readsBatchAfterBatch() {
    Batches batches =
        new Batches()
            .add(ONE_GROUP, 0, 3)
            .add(ONE_GROUP, 3, 0)
            .add(ONE_GROUP, 3, 1)
            .add(ONE_GROUP, 4, 6);
    try (RowCursor cursor = new RowCursor(FIELDS, batches, null)) {
      assertThat(read(cursor)).isEqualTo(range(0, 10));
    }
  }

  @Test
  void viewFollowsTheCursorAcrossLayouts() {
    Batches batches =
        new Batches()
            .add(ONE_GROUP, 0, 3)
            .add(COLUMNS, 3, 4)
            .add(List.of(1, 2), 7, 2)
            .add(ONE_GROUP, 9, 1);
    try (RowCursor cursor = new RowCursor(FIELDS, batches, null)) {
      assertThat(read(cursor)).isEqualTo(range(0, 10));
    }
  }

  @Test
  void readsSelectedRowsOnly() {
    Batches batches =
        new Batches()
            .add(COLUMNS, 0, 3, 1, 2)
            .add(COLUMNS, 3, 4, -1)
            .add(ONE_GROUP, 7, 3, 0, 2, -1)
            .add(ONE_GROUP, 10, 2);
    try (RowCursor cursor = new RowCursor(FIELDS, batches, null)) {
      assertThat(read(cursor)).containsExactly(1, 2, 7, 9, 10, 11);
    }
  }

  @Test
  void rejectsReadsBeforeTheFirstRow() {
    try (RowCursor cursor = new RowCursor(FIELDS, new Batches(), null)) {
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(cursor::row)
            .isInstanceOf(ClosedException.class)
            .hasMessage(
                "Cannot read the row: the cursor is not on a row (call next() first, while it"
                    + " returns true)");
        assertThat(cursor.next()).isFalse();
        assertThatThrownBy(cursor::rowInRowGroup)
            .isInstanceOf(ClosedException.class)
            .hasMessage("Cannot locate the row: the cursor is not on a row");
      }
    }
  }

  @Test
  void rejectsReadsAfterClose() {
    Batches batches = new Batches().add(ONE_GROUP, 0, 3).add(COLUMNS, 3, 1, 0);
    RowCursor cursor = new RowCursor(FIELDS, batches, null);
    assertThat(cursor.next()).isTrue();
    RowView row = cursor.row();
    cursor.close();
    cursor.close();
    assertThat(batches.closes).isEqualTo(1);
    assertThatThrownBy(() -> row.getInt(0))
        .isInstanceOf(ClosedException.class)
        .hasMessage("Cannot read the row: the cursor is closed");
    assertThatThrownBy(cursor::next)
        .isInstanceOf(ClosedException.class)
        .hasMessage("Cannot move to the next row: the cursor is closed");
  }
}
