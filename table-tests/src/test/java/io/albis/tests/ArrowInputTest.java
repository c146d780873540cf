// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import io.albis.reader.ArrowExport;
import io.albis.reader.BatchCursor;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.ArrowInput;
import io.albis.writer.BatchWriter;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArrowInputTest {

  @TempDir Path directory;

  static List<GoldenTable> tables() {
    return GoldenTables.all();
  }

  /** A table that is exported to Arrow and imported again has the same types and values. */
  @ParameterizedTest
  @MethodSource("tables")
  void roundTripsEveryTypeAndValue(GoldenTable golden) {
    String first = TestRoot.uri(directory.resolve("first"));
    String second = TestRoot.uri(directory.resolve("second"));
    golden.write(first);
    try (Table table = TestTables.open(first);
        BufferAllocator allocator = new RootAllocator();
        BatchCursor cursor = table.scan().batches();
        ArrowExport export = new ArrowExport(table.schema(), allocator);
        TableWriter writer =
            TableWriter.create(second, ArrowInput.schema(ArrowExport.schema(table.schema())))
                .open()) {
      try (BatchWriter batches = writer.newBatchWriter()) {
        ArrowInput input = new ArrowInput(writer.schema(), batches);
        while (cursor.next()) {
          input.write(export.load(cursor.batch()));
        }
      }
      writer.commit();
      assertThat(writer.schema().withoutIds()).isEqualTo(table.schema().withoutIds());
    }
    List<List<Object>> found = new ArrayList<>();
    try (Table table = TestTables.open(second);
        RowCursor cursor = table.scan().rows()) {
      while (cursor.next()) {
        found.add(cursor.row().materialize());
      }
    }
    Values.assertSameRows(found, golden.rows());
  }

  @Test
  void rejectsUnsupportedArrowTypes() {
    ArrowType days = new ArrowType.Interval(IntervalUnit.DAY_TIME);
    Field none = new Field("n", FieldType.nullable(days), null);
    Field wide = new Field("w", FieldType.nullable(new ArrowType.Decimal(39, 0, 256)), null);
    Field struct = new Field("outer", FieldType.nullable(ArrowType.Struct.INSTANCE), List.of(wide));
    assertThatThrownBy(() -> ArrowInput.schema(new Schema(List.of(none))))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("Cannot write column n: Albis does not support Arrow type Interval");
    assertThatThrownBy(() -> ArrowInput.schema(new Schema(List.of(struct))))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("column outer.w");
  }

  /** Otherwise values of another unit would silently become different points in time. */
  @Test
  void rejectsBatchesOfAnotherType() {
    Field nanos = timestamps(TimeUnit.NANOSECOND, null);
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch = VectorSchemaRoot.create(new Schema(List.of(nanos)), allocator);
        TableWriter writer =
            TableWriter.create(
                    TestRoot.uri(directory.resolve("micros")),
                    ArrowInput.schema(new Schema(List.of(timestamps(TimeUnit.MICROSECOND, null)))))
                .open();
        BatchWriter batches = writer.newBatchWriter()) {
      ArrowInput input = new ArrowInput(writer.schema(), batches);
      batch.allocateNew();
      batch.setRowCount(1);
      assertThatThrownBy(() -> input.write(batch))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("Cannot write batch: its column at has type")
          .hasMessageContaining("expected " + writer.schema().fields().get(0).type());
    }
  }

  @Test
  void rejectsColumnsWithoutTheirDictionary() {
    Field encoded = timestamps(TimeUnit.MICROSECOND, new DictionaryEncoding(1, false, null));
    assertThatThrownBy(() -> ArrowInput.schema(new Schema(List.of(encoded))))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining(
            "Cannot write column at: it is dictionary-encoded, and its dictionary 1");
  }

  private static Field timestamps(TimeUnit unit, DictionaryEncoding dictionary) {
    return new Field(
        "at", new FieldType(true, new ArrowType.Timestamp(unit, null), dictionary), null);
  }
}
