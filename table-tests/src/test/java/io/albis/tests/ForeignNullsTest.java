// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static io.albis.reader.Expression.column;
import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.Aggregation;
import io.albis.reader.Aggregator;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Aggregates ignore what a writer has left where a value is null: it should be 0. */
class ForeignNullsTest {

  /** More than two blocks of rows, and a part of one. */
  private static final int ROWS = 2500;

  /** Rows of each eight, a bit for each, that the writer makes null. */
  private static final int WRITTEN = 0b0010_1001;

  /** Those that are null after the file was changed. */
  private static final int CHANGED = 0b0110_1001;

  @TempDir private Path directory;

  private static boolean isNull(int row, int nulls) {
    return (nulls >> row % 8 & 1) != 0;
  }

  private static Object value(Type type, int row) {
    int value = 100 - row % 127;
    return switch (type.kind()) {
      case INT8 -> (byte) value;
      case INT16 -> (short) value;
      case INT32 -> value;
      case INT64 -> (long) value;
      case FLOAT -> (float) value;
      case DOUBLE -> (double) value;
      default -> BigDecimal.valueOf(value).setScale(type.scale());
    };
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "int8",
        "int16",
        "int32",
        "int64",
        "float",
        "double",
        "decimal(7, 2)",
        "decimal(18, 2)",
        "decimal(38, 2)"
      })
  void valuesOfNullsDoNotCount(String name) throws IOException {
    Type type = Type.parse(name);
    Schema schema = Schema.of(Field.required("k", Type.int32()), Field.nullable("v", type));
    String uri = directory.resolve("t").toString();
    List<List<Object>> rows = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      rows.add(Arrays.asList(row % 3, isNull(row, WRITTEN) ? null : value(type, row)));
    }
    try (TableWriter writer = TableWriter.create(uri, schema).open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, schema, rows);
      }
      writer.commit();
    }
    changeNulls();

    int[] valid = IntStream.range(0, ROWS).filter(row -> !isNull(row, CHANGED)).toArray();
    double sum =
        Arrays.stream(valid).mapToDouble(row -> ((Number) value(type, row)).doubleValue()).sum();
    try (Table table = Table.open(uri, ReadOptions.defaults().withoutChecksums())) {
      for (List<String> keys : List.of(List.<String>of(), List.of("k"))) {
        Aggregator found =
            table
                .scan()
                .aggregate(
                    Aggregation.groupBy(keys.toArray(String[]::new))
                        .sum(column("v"))
                        .count(column("v")));
        assertThat(total(found, keys.size(), type)).isEqualTo(sum);
        assertThat(total(found, keys.size() + 1, Type.int64())).isEqualTo(valid.length);
      }
    }
  }

  private static double total(Aggregator groups, int column, Type type) {
    return IntStream.range(0, groups.groupCount())
        .mapToDouble(
            group ->
                switch (type.kind()) {
                  case FLOAT, DOUBLE -> groups.getDouble(group, column);
                  case DECIMAL -> groups.getDecimal(group, column).doubleValue();
                  default -> groups.getLong(group, column);
                })
        .sum();
  }

  /** Makes further rows null; their values stay. */
  private void changeNulls() throws IOException {
    Path file;
    try (Stream<Path> files = Files.walk(directory.resolve("t/data"))) {
      file = files.filter(Files::isRegularFile).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(file);
    int changed = 0;
    for (int nulls : new int[] {WRITTEN, ~WRITTEN}) {
      int first = firstRun(bytes, (byte) nulls, ROWS / 8);
      for (int i = 0; first >= 0 && i < ROWS / 8; i++, changed++) {
        bytes[first + i] ^= WRITTEN ^ CHANGED;
      }
    }
    assertThat(changed).isEqualTo(ROWS / 8);
    Files.write(file, bytes);
  }

  private static int firstRun(byte[] bytes, byte value, int length) {
    int run = 0;
    for (int i = 0; i < bytes.length; i++) {
      run = bytes[i] == value ? run + 1 : 0;
      if (run == length) {
        return i - length + 1;
      }
    }
    return -1;
  }
}
