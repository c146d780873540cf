// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import io.albis.writer.ValueWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** Rows with values of all types, including edge cases, sorted by key. */
final class SampleRows {

  static final int ROWS = 20_000;

  static final Schema SCHEMA =
      Schema.of(
          Field.required("key", Type.int32()),
          Field.nullable("flag", Type.bool()),
          Field.nullable("number", Type.int32()),
          Field.required("big", Type.int64()),
          Field.nullable("real", Type.float64()),
          Field.required("exact", Type.float64()),
          Field.nullable("d9", Type.decimal(9, 2)),
          Field.nullable("d18", Type.decimal(18, 4)),
          Field.nullable("d38", Type.decimal(38, 10)),
          Field.nullable("day", Type.date()),
          Field.nullable("local", Type.timestamp(TimeUnit.MICROS)),
          Field.nullable("text", Type.string()),
          Field.required("word", Type.string()),
          Field.nullable("nothing", Type.int32()),
          Field.nullable("noText", Type.string()),
          Field.nullable("same", Type.int32()),
          Field.nullable("sameReal", Type.float64()),
          Field.nullable("sameText", Type.string()),
          Field.nullable("sameTime", Type.timestamp(TimeUnit.MICROS)),
          Field.nullable("sameDecimal", Type.decimal(38, 10)),
          Field.nullable(
              "pair",
              Type.struct(
                  Field.nullable("first", Type.int32()), Field.required("second", Type.string()))),
          Field.nullable(
              "noPair",
              Type.struct(
                  Field.nullable("first", Type.int64()), Field.nullable("second", Type.string()))),
          Field.nullable("numbers", Type.list(Field.nullable("element", Type.int32()))),
          Field.nullable("words", Type.list(Field.nullable("element", Type.string()))));

  private static final Set<String> ALWAYS_NULL = Set.of("nothing", "noText", "noPair");

  private final SplittableRandom random = new SplittableRandom(7);
  private final List<List<Object>> rows = new ArrayList<>();

  SampleRows() {
    for (int row = 0; row < ROWS; row++) {
      List<Object> values = new ArrayList<>();
      for (Field field : SCHEMA.fields()) {
        values.add(field.name().equals("key") ? Integer.valueOf(row / 2) : value(field));
      }
      rows.add(values);
    }
  }

  /** The rows; structs and lists are {@code List}s, dates and timestamps are numbers. */
  List<List<Object>> rows() {
    return rows;
  }

  private Object value(Field field) {
    if (ALWAYS_NULL.contains(field.name())) {
      return null;
    }
    if (field.name().startsWith("same")) {
      return same(field.type());
    }
    return field.nullable() && random.nextInt(10) == 0 ? null : anything(field.type());
  }

  private static Object same(Type type) {
    return switch (type.kind()) {
      case INT32 -> 77;
      case DOUBLE -> -2.5;
      case STRING -> "always";
      case TIMESTAMP -> -1_500_001L;
      case DECIMAL -> new BigDecimal("-12345678901234567890.5000000000");
      default -> throw new IllegalStateException("Not a scalar type: " + type);
    };
  }

  private Object anything(Type type) {
    return switch (type.kind()) {
      case BOOLEAN -> random.nextBoolean();
      case INT32 -> random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(100);
      case INT64 -> random.nextLong();
      case DOUBLE -> random.nextInt(100_000) / 100.0 - 10;
      case DECIMAL -> decimal(type);
      case DATE -> random.nextInt(40_000) - 10_000;
      case TIMESTAMP -> random.nextLong(4_000_000_000_000_000L) - 1_000_000_000_000_000L;
      case STRING -> text();
      case STRUCT -> {
        List<Object> values = new ArrayList<>();
        type.children().forEach(field -> values.add(value(field)));
        yield values;
      }
      case LIST -> {
        List<Object> values = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          values.add(value(type.children().get(0)));
        }
        yield values;
      }
      default -> throw new IllegalStateException("Not in the sample: " + type);
    };
  }

  private BigDecimal decimal(Type type) {
    // At most 33 digits: DuckDB's sum has 38.
    BigInteger limit = BigInteger.TEN.pow(random.nextInt(Math.min(33, type.precision())) + 1);
    byte[] bytes = new byte[17];
    random.nextBytes(bytes);
    BigInteger unscaled = new BigInteger(bytes).remainder(limit);
    if (random.nextInt(4) == 0) {
      BigInteger scale = BigInteger.TEN.pow(type.scale());
      unscaled = unscaled.divide(scale).multiply(scale);
    }
    return new BigDecimal(unscaled, type.scale());
  }

  private String text() {
    return switch (random.nextInt(6)) {
      case 0 -> "";
      case 1 -> "x";
      case 2 -> "\u00e9 and \u20ac";
      case 3 -> "\ud83d\ude00";
      case 4 -> "a word of some length, number " + random.nextInt(50);
      default -> Long.toString(random.nextLong(), 36);
    };
  }

  /** Writes the rows to a new table with several row groups, one of them with several segments. */
  void write(String uri) {
    try (TableWriter writer =
        TableWriter.create(uri, SCHEMA).rowGroupSize(1 << 20).segmentSize(1 << 13).open()) {
      try (RowWriter target = writer.newRowWriter()) {
        for (List<Object> row : rows) {
          for (int i = 0; i < row.size(); i++) {
            set(target.value(i), SCHEMA.fields().get(i).type(), row.get(i));
          }
          target.endRow();
        }
      }
      writer.commit();
    }
  }

  private static void set(ValueWriter place, Type type, Object value) {
    if (value == null) {
      place.setNull();
      return;
    }
    switch (type.kind()) {
      case BOOLEAN -> place.setBoolean((Boolean) value);
      case INT32, DATE -> place.setInt((Integer) value);
      case INT64, TIMESTAMP -> place.setLong((Long) value);
      case DOUBLE -> place.setDouble((Double) value);
      case DECIMAL -> place.setDecimal((BigDecimal) value);
      case STRING -> place.setString((String) value);
      case STRUCT -> {
        place.beginStruct();
        for (int i = 0; i < type.children().size(); i++) {
          set(place.field(i), type.children().get(i).type(), ((List<?>) value).get(i));
        }
        place.endStruct();
      }
      case LIST -> {
        place.beginList();
        ((List<?>) value).forEach(e -> set(place.element(), type.children().get(0).type(), e));
        place.endList();
      }
      default -> throw new IllegalStateException("Not in the sample: " + type);
    }
  }

  /** The fields with these names. */
  static Schema select(String... names) {
    return Schema.of(Arrays.stream(names).map(SCHEMA::field).toList());
  }
}
