// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.reader.ArrowExport;
import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.Table;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArrowExportTest {

  @TempDir Path directory;

  static List<GoldenTable> tables() {
    return GoldenTables.all();
  }

  /** Every type, null pattern and layout of the golden tables. */
  @ParameterizedTest
  @MethodSource("tables")
  void exportsEveryValue(GoldenTable golden) {
    golden.write(TestRoot.uri(directory));
    try (Table table = TestTables.open(TestRoot.uri(directory))) {
      List<List<Object>> expected = golden.rows();
      assertThat(export(table.scan(), ArrowExport::new))
          .isEqualTo(normal(table.schema(), expected));
      assertThat(export(table.scan(), ArrowExport::keepingDecimals))
          .isEqualTo(normal(table.schema(), expected));
    }
  }

  @Test
  void decimalsAreKeptAsTheyAreStored() {
    Schema schema =
        Schema.of(
            Field.nullable("d9", Type.decimal(9, 2)),
            Field.nullable("d18", Type.decimal(18, 2)),
            Field.nullable("d19", Type.decimal(19, 2)));
    try (TableWriter writer = TableWriter.create(TestRoot.uri(directory), schema).open()) {
      try (RowWriter out = writer.newRowWriter()) {
        for (int i = 0; i < 3; i++) {
          out.setDecimal(i, BigDecimal.valueOf(-12345, 2));
        }
        out.endRow();
      }
      writer.commit();
    }
    try (Table table = TestTables.open(TestRoot.uri(directory));
        BufferAllocator allocator = new RootAllocator();
        BatchCursor cursor = table.scan().batches();
        ArrowExport export = ArrowExport.keepingDecimals(table.schema(), allocator)) {
      assertThat(cursor.next()).isTrue();
      VectorSchemaRoot root = export.load(cursor.batch());
      assertThat(root.getSchema().getFields())
          .extracting(field -> field.getType())
          .containsExactly(
              new ArrowType.Decimal(9, 2, 32),
              new ArrowType.Decimal(18, 2, 64),
              new ArrowType.Decimal(19, 2, 128));
      for (int i = 0; i < 3; i++) {
        assertThat(root.getVector(i).getDataBufferAddress())
            .isEqualTo(cursor.batch().column(i).valuesAddress());
      }
    }
  }

  private static List<List<Object>> normal(Schema schema, List<List<Object>> rows) {
    List<List<Object>> normal = new ArrayList<>();
    for (List<Object> row : rows) {
      normal.add(struct(schema.fields(), row));
    }
    return normal;
  }

  private static List<Object> struct(List<Field> fields, List<?> values) {
    List<Object> normal = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      normal.add(normal(fields.get(i).type(), values.get(i)));
    }
    return normal;
  }

  /** Converts a value to the form in which Arrow returns it. */
  private static Object normal(Type type, Object value) {
    if (value == null) {
      return null;
    }
    return switch (type.kind()) {
      case FLOAT -> Float.floatToRawIntBits((Float) value);
      case DOUBLE -> Double.doubleToRawLongBits((Double) value);
      case BINARY, FIXED_BINARY -> ByteBuffer.wrap((byte[]) value);
      case INT8,
          INT16,
          INT32,
          INT64,
          DATE,
          TIME,
          TIMESTAMP,
          YEAR_MONTH_INTERVAL,
          DAY_TIME_INTERVAL ->
          ((Number) value).longValue();
      case STRUCT -> struct(type.children(), (List<?>) value);
      case LIST ->
          ((List<?>) value)
              .stream()
                  .map(v -> java.util.Optional.ofNullable(normal(type.children().get(0).type(), v)))
                  .toList();
      case MAP -> {
        List<Object> entries = new ArrayList<>();
        for (Object item : (List<?>) value) {
          Map.Entry<?, ?> entry = (Map.Entry<?, ?>) item;
          entries.add(
              struct(type.children(), java.util.Arrays.asList(entry.getKey(), entry.getValue())));
        }
        yield entries;
      }
      case BOOLEAN, DECIMAL, STRING, UUID -> value;
    };
  }

  private static List<List<Object>> export(
      DatasetScan scan, BiFunction<Schema, BufferAllocator, ArrowExport> exports) {
    List<List<Object>> rows = new ArrayList<>();
    try (BufferAllocator allocator = new RootAllocator();
        BatchCursor cursor = scan.batches();
        ArrowExport export = exports.apply(scan.schema(), allocator)) {
      while (cursor.next()) {
        VectorSchemaRoot root = export.load(cursor.batch());
        for (int row = 0; row < root.getRowCount(); row++) {
          List<Object> values = new ArrayList<>();
          for (int i = 0; i < scan.schema().fields().size(); i++) {
            values.add(value(root.getVector(i), row, scan.schema().fields().get(i).type()));
          }
          rows.add(values);
        }
      }
    }
    return rows;
  }

  private static Object value(FieldVector vector, int row, Type type) {
    if (vector.isNull(row)) {
      return null;
    }
    if (vector instanceof BaseIntVector integers) {
      if (type.kind() == TypeKind.DECIMAL) {
        return BigDecimal.valueOf(integers.getValueAsLong(row), type.scale());
      }
      return integers.getValueAsLong(row);
    }
    if (vector instanceof TimeStampVector timestamps) {
      return timestamps.get(row);
    }
    return arrow(vector.getObject(row), vector, row, type);
  }

  private static Object arrow(Object found, FieldVector vector, int row, Type type) {
    return switch (type.kind()) {
      case FLOAT -> Float.floatToRawIntBits((Float) found);
      case DOUBLE -> Double.doubleToRawLongBits((Double) found);
      case STRING -> found.toString();
      case BINARY, FIXED_BINARY -> ByteBuffer.wrap((byte[]) found);
      case UUID -> {
        ByteBuffer bytes = ByteBuffer.wrap((byte[]) found);
        yield new UUID(bytes.getLong(), bytes.getLong());
      }
      case TIME ->
          switch (type.unit()) {
            case MILLIS -> ((LocalDateTime) found).toInstant(ZoneOffset.UTC).toEpochMilli();
            case MICROS, NANOS -> ((Number) found).longValue();
          };
      case YEAR_MONTH_INTERVAL -> ((Period) found).toTotalMonths();
      case DAY_TIME_INTERVAL ->
          ((Duration) found).dividedBy(Duration.of(1, java.time.temporal.ChronoUnit.MICROS));
      case DECIMAL -> (BigDecimal) found;
      case DATE -> ((Number) found).longValue();
      case STRUCT -> {
        List<Object> fields = new ArrayList<>();
        for (int i = 0; i < type.children().size(); i++) {
          fields.add(
              value(vector.getChildrenFromFields().get(i), row, type.children().get(i).type()));
        }
        yield fields;
      }
      case LIST -> {
        var list = (org.apache.arrow.vector.complex.ListVector) vector;
        List<Object> elements = new ArrayList<>();
        for (int i = list.getElementStartIndex(row); i < list.getElementEndIndex(row); i++) {
          Object element = value(list.getDataVector(), i, type.children().get(0).type());
          elements.add(java.util.Optional.ofNullable(element));
        }
        yield elements;
      }
      case MAP -> {
        var map = (org.apache.arrow.vector.complex.MapVector) vector;
        List<FieldVector> pair = map.getDataVector().getChildrenFromFields();
        List<Object> entries = new ArrayList<>();
        for (int i = map.getElementStartIndex(row); i < map.getElementEndIndex(row); i++) {
          List<Object> entry = new ArrayList<>();
          entry.add(value(pair.get(0), i, type.children().get(0).type()));
          entry.add(value(pair.get(1), i, type.children().get(1).type()));
          entries.add(entry);
        }
        yield entries;
      }
      case BOOLEAN, INT8, INT16, INT32, INT64, TIMESTAMP -> found;
    };
  }

  private void writeNumbers(int rows) {
    Schema schema =
        Schema.of(Field.nullable("n", Type.int64()), Field.nullable("s", Type.string()));
    try (TableWriter writer = TableWriter.create(TestRoot.uri(directory), schema).open()) {
      try (RowWriter out = writer.newRowWriter()) {
        for (int i = 0; i < rows; i++) {
          if (i % 5 != 0) {
            out.setLong(0, i);
            out.setString(1, "s" + i);
          }
          out.endRow();
        }
      }
      writer.commit();
    }
  }

  @Test
  void sharesColumnsThatOutliveTheCursor() {
    writeNumbers(1000);
    try (Table table = TestTables.open(TestRoot.uri(directory));
        BufferAllocator allocator = new RootAllocator()) {
      try (ArrowExport export = new ArrowExport(table.schema(), allocator)) {
        outlive(table, export);
      }
      assertThat(table.memoryUsed()).isZero();
    }
  }

  private static void outlive(Table table, ArrowExport export) {
    try (BatchCursor cursor = table.scan().batches()) {
      assertThat(cursor.next()).isTrue();
      VectorSchemaRoot root = export.load(cursor.batch());
      assertThat(root.getVector("n").getDataBufferAddress())
          .isEqualTo(cursor.batch().column(0).valuesAddress());
      assertThat(root.getVector("n").getValidityBufferAddress())
          .isEqualTo(cursor.batch().column(0).nullBitAddress() / 8);
      assertThat(root.getVector("s").getDataBufferAddress())
          .isEqualTo(cursor.batch().column(1).dataAddress());
    }
    if (TestTables.readDirectly()) {
      assertThat(table.memoryUsed()).isPositive();
    }
    assertThat(export.root().getVector("n").getObject(999)).isEqualTo(999L);
    assertThat(export.root().getVector("s").getObject(998)).hasToString("s998");
    assertThat(export.root().getVector("n").isNull(995)).isTrue();
  }

  @Test
  void filtersExportMatchingRows() {
    writeNumbers(100);
    try (Table table = TestTables.open(TestRoot.uri(directory))) {
      List<List<Object>> rows =
          export(table.scan().filter(Predicate.lessThan("n", 4)), ArrowExport::new);
      Map<Object, Object> found = new LinkedHashMap<>();
      rows.forEach(row -> found.put(row.get(0), row.get(1)));
      assertThat(found).isEqualTo(Map.of(1L, "s1", 2L, "s2", 3L, "s3"));
    }
  }
}
