// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.storage.tck.TestRoot;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Times are at least 0 and less than a day; writers refuse others. */
class TimeOfDayTest {

  private static final Type MILLIS = Type.time(TimeUnit.MILLIS);
  private static final long DAY = 86_400_000;

  @TempDir Path directory;
  private String uri;

  @BeforeEach
  void name() {
    uri = TestRoot.uri(directory.resolve("t"));
  }

  private static void assertRefused(ThrowingCallable call, String column, long row, long value) {
    assertThatThrownBy(call)
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessage(
            "Invalid value for column "
                + column
                + " of type time(millis) in row "
                + row
                + ": "
                + value
                + " (expected 0 to 86399999, a time of day)");
  }

  @Test
  void rowWritersRefuseOthers() {
    Schema schema = Schema.of(Field.nullable("t", MILLIS));
    try (TableWriter writer = TableWriter.create(uri, schema).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        rows.setLong(0, 0);
        rows.endRow();
        rows.setLong(0, DAY - 1);
        rows.endRow();
        assertRefused(() -> rows.setLong(0, DAY), "t", 2, DAY);
        assertRefused(() -> rows.setLong(0, -1), "t", 2, -1);
        assertRefused(() -> rows.value(0).setLong(Long.MIN_VALUE), "t", 2, Long.MIN_VALUE);
        assertThatThrownBy(() -> rows.setInt(0, 1))
            .isInstanceOf(InvalidArgumentException.class)
            .hasMessageContaining("expected setLong");
        rows.setNull(0);
        rows.endRow();
        assertThat(rows.rowCount()).isEqualTo(3);
      }
      assertThat(writer.commit().rowCount()).isEqualTo(3);
    }
  }

  @Test
  void rowWritersRefuseOthersInNestedValues() {
    Schema schema =
        Schema.of(
            Field.nullable("s", Type.struct(Field.nullable("t", MILLIS))),
            Field.nullable("l", Type.list(Field.nullable("element", MILLIS))),
            Field.nullable(
                "m", Type.map(Field.required("key", MILLIS), Field.nullable("value", MILLIS))));
    try (TableWriter writer = TableWriter.create(uri, schema).open();
        RowWriter rows = writer.newRowWriter()) {
      rows.endRow();
      ValueWriter struct = rows.value(0);
      struct.beginStruct();
      assertRefused(() -> struct.field(0).setLong(DAY), "s.t", 1, DAY);
      struct.endStruct();
      ValueWriter list = rows.value(1);
      list.beginList();
      list.element().setLong(DAY - 1);
      assertRefused(() -> list.element().setLong(-5), "l.element", 1, -5);
      list.endList();
      ValueWriter map = rows.value(2);
      map.beginMap();
      assertRefused(() -> map.key().setLong(DAY), "m.key", 1, DAY);
      rows.discardRow();
    }
  }

  @Test
  void batchWritersRefuseOthersButIgnoreThemUnderNulls() {
    Schema schema = Schema.of(Field.nullable("t", MILLIS), Field.nullable("n", Type.int64()));
    try (TableWriter writer = TableWriter.create(uri, schema).open()) {
      try (BatchWriter batches = writer.newBatchWriter()) {
        batches.setLongs(0, new long[] {1, 2});
        batches.setLongs(1, new long[] {Long.MIN_VALUE, Long.MAX_VALUE});
        batches.endBatch(2);
        batches.setLongs(0, new long[] {3, DAY, 4});
        assertRefused(() -> batches.endBatch(3), "t", 3, DAY);
        batches.setNulls(0, new boolean[] {false, true, false});
        batches.endBatch(3);
      }
      assertThat(writer.commit().rowCount()).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @EnumSource(TimeUnit.class)
  void defaultsAreTimesOfDay(TimeUnit unit) {
    Field field = Field.nullable("t", Type.time(unit));
    long day = 86_400 * unit.perSecond();
    assertThat(field.withWriteDefault(day - 1).writeDefault()).contains(day - 1);
    for (long value : new long[] {-1, day}) {
      assertThatThrownBy(() -> field.withInitialDefault(value))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("Invalid default of t of type")
          .hasMessageContaining(value + " (expected 0 to " + (day - 1) + ", a time of day)");
    }
  }
}
