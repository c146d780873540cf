// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.ClosedException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.reader.BytesView;
import io.albis.reader.RowView;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RowViewTest {

  /** The grouping of the leaves, and the class that reads them. */
  private enum Reading {
    ONE_GROUP,
    TWO_GROUPS,
    COLUMNS,
    MIXED,
    ONE_GROUP_SHARED,
    MIXED_SHARED;

    int[] groups(int size) {
      int[] groups = new int[size];
      for (int i = 0; i < size; i++) {
        groups[i] =
            switch (this) {
              case ONE_GROUP, ONE_GROUP_SHARED -> 7;
              case TWO_GROUPS -> i % 2;
              case COLUMNS -> -1;
              case MIXED, MIXED_SHARED -> i % 3 - 1;
            };
      }
      return groups;
    }

    PositionedRowView view(HandWrittenBatch batch, RowFields fields) {
      boolean shared = this == ONE_GROUP_SHARED || this == MIXED_SHARED;
      PositionedRowView view =
          shared ? new SharedRowView(batch.shape, fields) : RowViews.of(batch.shape, fields);
      assertThat(view.getClass().isHidden()).isEqualTo(!shared);
      view.startBatch(batch.addresses, batch.rows);
      return view;
    }
  }

  private static final Schema ALL =
      Schema.of(
              Field.nullable("bool", Type.bool()),
              Field.nullable("i8", Type.int8()),
              Field.nullable("i16", Type.int16()),
              Field.nullable("i32", Type.int32()),
              Field.nullable("i64", Type.int64()),
              Field.nullable("f32", Type.float32()),
              Field.nullable("f64", Type.float64()),
              Field.nullable("dec9", Type.decimal(9, 2)),
              Field.nullable("dec18", Type.decimal(18, 4)),
              Field.nullable("dec38", Type.decimal(38, 10)),
              Field.nullable("date", Type.date()),
              Field.nullable("time", Type.time(TimeUnit.MICROS)),
              Field.nullable("stamp", Type.timestampWithZone(TimeUnit.NANOS)),
              Field.nullable("text", Type.string()),
              Field.nullable("bytes", Type.binary()),
              Field.nullable("fixed", Type.fixedBinary(3)),
              Field.nullable("uuid", Type.uuid()),
              Field.nullable("months", Type.yearMonthInterval()),
              Field.nullable("span", Type.dayTimeInterval()),
              Field.required("required", Type.int32()))
          .withAssignedIds();

  private static final RowFields FIELDS = RowFields.of(ALL);

  private static List<Object> row(int seed) {
    return new ArrayList<>(
        Arrays.asList(
            seed % 2 == 0,
            (byte) -seed,
            (short) (seed * 1000),
            seed * -100_000,
            seed * 10_000_000_000L,
            seed * 1.5f,
            seed == 3 ? Double.NaN : -seed * 0.1,
            BigDecimal.valueOf(seed * -12345L, 2),
            BigDecimal.valueOf(seed * 12345678901L, 4),
            new BigDecimal("-1234567890123456789012345678.0123456789")
                .add(BigDecimal.valueOf(seed).setScale(10)),
            seed - 10_000,
            seed * 1_000_000L,
            seed * -1_000_000_000L,
            seed == 2 ? "" : "wört " + seed,
            new byte[] {(byte) seed, 0, -1},
            new byte[] {1, 2, (byte) seed},
            new UUID(0x0011223344556677L + seed, 0x8899aabbccddeeffL),
            seed * 12,
            seed * -86_400_000_000L,
            seed));
  }

  /** Each column except the required one is null in one of the rows; one row has no null. */
  private static List<List<Object>> rows() {
    List<List<Object>> rows = new ArrayList<>();
    rows.add(row(0));
    int size = FIELDS.size();
    for (int i = 0; i < size; i++) {
      List<Object> row = row(i + 1);
      if (FIELDS.isNullable(i)) {
        row.set(i, null);
      }
      rows.add(row);
    }
    return rows;
  }

  private static Object get(RowView view, int ordinal) {
    return switch (FIELDS.type(ordinal).kind()) {
      case BOOLEAN -> view.getBoolean(ordinal);
      case INT8 -> view.getByte(ordinal);
      case INT16 -> view.getShort(ordinal);
      case INT32, DATE, YEAR_MONTH_INTERVAL -> view.getInt(ordinal);
      case INT64, TIME, TIMESTAMP, DAY_TIME_INTERVAL -> view.getLong(ordinal);
      case FLOAT -> view.getFloat(ordinal);
      case DOUBLE -> view.getDouble(ordinal);
      case DECIMAL -> view.getDecimal(ordinal);
      case STRING -> view.getString(ordinal);
      case BINARY, FIXED_BINARY -> view.getBytes(ordinal, new BytesView()).toByteArray();
      case UUID -> view.getUuid(ordinal);
      default -> throw new IllegalArgumentException("ordinal " + ordinal);
    };
  }

  private static void assertRow(RowView view, List<Object> expected) {
    for (int i = 0; i < FIELDS.size(); i++) {
      String path = FIELDS.path(i);
      Object value = expected.get(i);
      assertThat(view.isNullAt(i)).as(path).isEqualTo(value == null);
      assertThat(view.getObject(i)).as(path).isEqualTo(value);
      if (value != null) {
        assertThat(get(view, i)).as(path).isEqualTo(value);
      }
    }
    assertThat(Arrays.deepToString(view.materialize().toArray()))
        .isEqualTo(Arrays.deepToString(expected.toArray()));
  }

  @ParameterizedTest
  @EnumSource(Reading.class)
  void readsEveryTypeAndItsNulls(Reading reading) {
    List<List<Object>> rows = rows();
    try (HandWrittenBatch batch = new HandWrittenBatch(FIELDS, reading.groups(20), rows)) {
      PositionedRowView view = reading.view(batch, FIELDS);
      view.moveBefore(0);
      view.advance();
      assertRow(view, rows.get(0));
      for (int i = 1; i < rows.size(); i++) {
        view.advance();
        assertRow(view, rows.get(i));
      }
      view.moveBefore(4);
      view.advance();
      assertRow(view, rows.get(4));
      assertThat(view.getUnscaledLong(7))
          .isEqualTo(((BigDecimal) rows.get(4).get(7)).unscaledValue().longValue());
      assertThat(view.getUnscaledLong(8))
          .isEqualTo(((BigDecimal) rows.get(4).get(8)).unscaledValue().longValue());
    }
  }

  @ParameterizedTest
  @EnumSource(Reading.class)
  void rejectsTheWrongGetter(Reading reading) {
    try (HandWrittenBatch batch =
        new HandWrittenBatch(FIELDS, reading.groups(20), List.of(row(1)))) {
      PositionedRowView view = reading.view(batch, FIELDS);
      view.moveBefore(0);
      view.advance();
      assertThatThrownBy(() -> view.getInt(4))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessage("Cannot read column i64 by getInt: its type is int64 (expected getLong)");
      assertThatThrownBy(() -> view.getDouble(13))
          .hasMessage(
              "Cannot read column text by getDouble: its type is string (expected getBytes)");
      assertThatThrownBy(() -> view.getUnscaledLong(9))
          .hasMessage(
              "Cannot read column dec38 by getUnscaledLong: its type is decimal(38,10)"
                  + " (expected getDecimal or getBytes)");
      assertThatThrownBy(() -> view.getUuid(0)).isInstanceOf(InvalidArgumentException.class);
      assertThatThrownBy(() -> view.getBytes(3, new BytesView()))
          .isInstanceOf(InvalidArgumentException.class);
      assertThatThrownBy(() -> view.getString(14))
          .hasMessage(
              "Cannot read column bytes by getString: its type is binary (expected getBytes)");
      assertThatThrownBy(() -> view.getDecimal(6))
          .hasMessage(
              "Cannot read column f64 by getDecimal: its type is double (expected getDouble)");
      for (int ordinal : new int[] {-1, 20, 1000}) {
        assertThatThrownBy(() -> view.getInt(ordinal))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> view.isNullAt(ordinal))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> view.getObject(ordinal))
            .hasMessage("Invalid ordinal: " + ordinal + " (expected 0 to 19)");
      }
      assertThatThrownBy(() -> view.getStruct(4))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessage("Cannot read column i64 by getStruct: its type is int64 (expected getLong)");
    }
  }

  @ParameterizedTest
  @EnumSource(Reading.class)
  void isReadableOnRowsOnly(Reading reading) {
    try (HandWrittenBatch batch =
        new HandWrittenBatch(FIELDS, reading.groups(20), List.of(row(1)))) {
      PositionedRowView view = reading.view(batch, FIELDS);
      assertUnreadable(
          view,
          "Cannot read the row: the cursor is not on a row (call next() first, while it returns"
              + " true)");
      view.moveBefore(0);
      view.advance();
      assertThat(view.getInt(19)).isEqualTo(1);
      view.leave();
      assertThatThrownBy(() -> view.getInt(19)).isInstanceOf(ClosedException.class);
      view.moveBefore(0);
      view.advance();
      view.close("its cursor is closed");
      assertUnreadable(view, "Cannot read the row: its cursor is closed");
    }
  }

  private static void assertUnreadable(RowView view, String message) {
    List<Runnable> reads = new ArrayList<>();
    for (int i = 0; i < FIELDS.size(); i++) {
      int ordinal = i;
      reads.add(() -> view.isNullAt(ordinal));
      reads.add(() -> view.getObject(ordinal));
      reads.add(() -> get(view, ordinal));
    }
    Collections.addAll(
        reads,
        () -> view.getUnscaledLong(7),
        () -> view.getStruct(1),
        view::materialize,
        view::address,
        view::stride);
    for (Runnable read : reads) {
      assertThatThrownBy(read::run).isInstanceOf(ClosedException.class).hasMessage(message);
    }
  }

  @ParameterizedTest
  @EnumSource(Reading.class)
  void returnsTheAddressOfRowsOfOneGroup(Reading reading) {
    try (HandWrittenBatch batch =
        new HandWrittenBatch(FIELDS, reading.groups(20), List.of(row(1), row(2)))) {
      PositionedRowView view = reading.view(batch, FIELDS);
      view.moveBefore(0);
      view.advance();
      if (batch.shape.isSingle()) {
        long first = view.address();
        view.advance();
        assertThat(view.address()).isEqualTo(first + view.stride());
        assertThat(view.stride()).isEqualTo(batch.shape.stride());
      } else {
        String message =
            "Cannot return the address of the row: its columns are not all in one group of the row"
                + " layout";
        assertThatThrownBy(view::address)
            .isInstanceOf(UnsupportedOperationException.class)
            .hasMessage(message);
        assertThatThrownBy(view::stride).hasMessage(message);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Reading.class)
  void replacedViewDelegates(Reading reading) {
    try (HandWrittenBatch batch =
            new HandWrittenBatch(FIELDS, reading.groups(20), List.of(row(1)));
        HandWrittenBatch other =
            new HandWrittenBatch(FIELDS, Reading.TWO_GROUPS.groups(20), List.of(row(2)))) {
      PositionedRowView first = reading.view(batch, FIELDS);
      first.moveBefore(0);
      first.advance();
      PositionedRowView second = Reading.TWO_GROUPS.view(other, FIELDS);
      first.replaceBy(second);
      second.moveBefore(0);
      second.advance();
      assertRow(first, row(2));
      second.close("its cursor is closed");
      assertUnreadable(first, "Cannot read the row: its cursor is closed");
    }
  }
}
