// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.reader.BatchCursor;
import io.albis.reader.Table;
import io.albis.spark.internal.type.SparkTypes;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparkVectorTest {

  @TempDir Path directory;

  private static ColumnVector column(Table table, BatchCursor cursor) {
    return new SparkBatch(SparkTypes.toSpark(table.schema())).set(cursor.batch()).column(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"timestamp(millis)", "timestamp_with_zone(millis)"})
  void refusesTimestampsThatSparkHasNoValueFor(String type) {
    String uri =
        TestTable.writeColumn(directory, type, 9_223_372_036_854_775L, 9_223_372_036_854_776L);
    try (Table table = Table.open(uri);
        BatchCursor cursor = table.scan().batches()) {
      cursor.next();
      ColumnVector column = column(table, cursor);
      assertThat(column.getLong(0)).isEqualTo(9_223_372_036_854_775_000L);
      assertThatThrownBy(() -> column.getLong(1))
          .isInstanceOf(ArithmeticException.class)
          .hasMessageContaining("9223372036854776 * 1000");
    }
  }

  @Test
  void readsWideDecimalsWithAndWithoutBigIntegers() {
    BigDecimal[] values =
        Stream.of(
                "0",
                "-1",
                "999999999999999999",
                "-999999999999999999",
                "1000000000000000000",
                "-1000000000000000000",
                "9223372036854775807",
                "-9223372036854775809",
                "99999999999999999999999999999999999999",
                "-99999999999999999999999999999999999999")
            .map(BigDecimal::new)
            .toArray(BigDecimal[]::new);
    String uri = TestTable.writeColumn(directory, "decimal(38,0)", (Object[]) values);
    try (Table table = Table.open(uri);
        BatchCursor cursor = table.scan().batches()) {
      cursor.next();
      ColumnVector column = column(table, cursor);
      for (int i = 0; i < values.length; i++) {
        Decimal decimal = column.getDecimal(i, 38, 0);
        assertThat(decimal).isEqualTo(Decimal.apply(values[i], 38, 0));
        assertThat(decimal.precision()).isEqualTo(38);
        assertThat(decimal.toJavaBigDecimal()).isEqualTo(values[i]);
      }
    }
  }

  @Test
  void readsUuidsAsText() {
    UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    String uri = TestTable.writeColumn(directory, "uuid", uuid, null);
    try (Table table = Table.open(uri);
        BatchCursor cursor = table.scan().batches()) {
      cursor.next();
      ColumnVector column = column(table, cursor);
      assertThat(column.getUTF8String(0)).isEqualTo(UTF8String.fromString(uuid.toString()));
      assertThat(column.getUTF8String(1)).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"boolean", "int8", "int16", "int32", "int64", "float", "double", "time(micros)"})
  void copiesRangesOfArrays(String type) {
    boolean isWide = type.equals("int64") || type.startsWith("time");
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      int value = i;
      elements.add(
          switch (type) {
            case "boolean" -> value % 2 == 0;
            case "int8" -> (byte) value;
            case "int16" -> (short) value;
            case "int32" -> value;
            case "float" -> (float) value;
            case "double" -> (double) value;
            default -> (long) value;
          });
    }
    String uri =
        TestTable.writeColumn(
            directory, "list<" + type + ">", elements.subList(0, 4), elements.subList(4, 9));
    try (Table table = Table.open(uri);
        BatchCursor cursor = table.scan().batches()) {
      cursor.next();
      ColumnarArray array = column(table, cursor).getArray(1);
      Object copy =
          switch (type) {
            case "boolean" -> array.toBooleanArray();
            case "int8" -> array.toByteArray();
            case "int16" -> array.toShortArray();
            case "int32" -> array.toIntArray();
            case "float" -> array.toFloatArray();
            case "double" -> array.toDoubleArray();
            default -> array.toLongArray();
          };
      if (isWide) {
        long factor = type.equals("int64") ? 1 : 1_000;
        assertThat(copy)
            .isEqualTo(new long[] {4 * factor, 5 * factor, 6 * factor, 7 * factor, 8 * factor});
      } else {
        List<Object> copied = new ArrayList<>();
        for (int i = 0; i < Array.getLength(copy); i++) {
          copied.add(Array.get(copy, i));
        }
        assertThat(copied).isEqualTo(elements.subList(4, 9));
      }
    }
  }
}
