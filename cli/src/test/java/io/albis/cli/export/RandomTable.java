// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import io.albis.writer.ValueWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Predicate;

/** Tables with random schemas and rows. */
final class RandomTable {

  private static final List<TimeUnit> UNITS = List.of(TimeUnit.values());

  private static final int MAX_DEPTH = 3;
  private static final int MAX_ELEMENTS = 4;

  private final Random random;
  private final Predicate<Type> isSupported;

  /** The range of timestamps, in seconds. */
  private static final long MAX_SECONDS = 9_000_000_000L;

  /**
   * Creates a generator.
   *
   * @param isSupported whether a type without children may occur
   */
  RandomTable(long seed, Predicate<Type> isSupported) {
    this.random = new Random(seed);
    this.isSupported = isSupported;
  }

  /** Returns a schema; of flat columns only if depth is 0. */
  Schema schema(int columns, int depth) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      fields.add(field("c" + i, MAX_DEPTH - depth));
    }
    return Schema.of(fields);
  }

  private Field field(String name, int depth) {
    Type type = type(depth);
    return random.nextInt(3) == 0 ? Field.required(name, type) : Field.nullable(name, type);
  }

  private Type type(int depth) {
    int kind = depth < MAX_DEPTH ? random.nextInt(8) : 7;
    return switch (kind) {
      case 0 -> Type.struct(field("x", depth + 1), field("y", depth + 1));
      case 1, 2 -> Type.list(field("element", depth + 1));
      case 3 -> Type.map(Field.required("key", leaf()), field("value", depth + 1));
      default -> leaf();
    };
  }

  private Type leaf() {
    List<Type> types =
        List.of(
            Type.bool(),
            Type.int8(),
            Type.int16(),
            Type.int32(),
            Type.int64(),
            Type.float32(),
            Type.float64(),
            Type.decimal(7, 2),
            Type.decimal(18, 0),
            Type.decimal(38, 10),
            Type.date(),
            Type.time(UNITS.get(random.nextInt(3))),
            Type.timestamp(UNITS.get(random.nextInt(3))),
            Type.timestampWithZone(UNITS.get(random.nextInt(3))),
            Type.string(),
            Type.string(),
            Type.binary(),
            Type.fixedBinary(5),
            Type.uuid(),
            Type.yearMonthInterval(),
            Type.dayTimeInterval());
    List<Type> supported = types.stream().filter(isSupported).toList();
    return supported.get(random.nextInt(supported.size()));
  }

  /** Writes a table in several row groups of many segments. */
  void write(String uri, Schema schema, int rows) {
    write(uri, schema, rows, random.nextBoolean() ? "single" : "auto", 64 << 20);
  }

  /**
   * Writes a table.
   *
   * @param columnGroups as the option of the command
   * @param rowGroupSize in bytes
   */
  void write(String uri, Schema schema, int rows, String columnGroups, long rowGroupSize) {
    try (TableWriter writer =
        TableWriter.create(uri, schema)
            .columnGroups(ColumnGroupSpec.parse(columnGroups))
            .rowGroupSize(rowGroupSize)
            .segmentSize(1 << 12)
            .open()) {
      try (RowWriter out = writer.newRowWriter()) {
        for (int row = 0; row < rows; row++) {
          for (int i = 0; i < schema.fields().size(); i++) {
            set(schema.fields().get(i), out.value(i));
          }
          out.endRow();
        }
      }
      writer.commit();
    }
  }

  private void set(Field field, ValueWriter target) {
    if (field.nullable() && random.nextInt(4) == 0) {
      target.setNull();
      return;
    }
    Type type = field.type();
    List<Field> children = type.children();
    switch (type.kind()) {
      case BOOLEAN -> target.setBoolean(random.nextBoolean());
      case INT8 -> target.setByte((byte) random.nextInt());
      case INT16 -> target.setShort((short) random.nextInt());
      case INT32 -> target.setInt(random.nextInt());
      case INT64 -> target.setLong(random.nextLong());
      case FLOAT -> target.setFloat((float) random.nextGaussian());
      case DOUBLE -> target.setDouble(random.nextGaussian());
      case DECIMAL -> target.setDecimal(decimal(type));
      case DATE -> target.setInt(random.nextInt(2_000_000) - 1_000_000);
      case TIME ->
          target.setLong(Math.floorMod(random.nextLong(), 86_400 * type.unit().perSecond()));
      case TIMESTAMP -> target.setLong(timestamp(type));
      case STRING -> target.setString(text());
      case BINARY -> target.setBytes(bytes(random.nextInt(9)));
      case FIXED_BINARY -> target.setBytes(bytes(type.length()));
      case UUID -> target.setUuid(new UUID(random.nextLong(), random.nextLong()));
      case YEAR_MONTH_INTERVAL -> target.setInt(random.nextInt(5000) - 2500);
      case DAY_TIME_INTERVAL -> target.setLong(random.nextLong() >> 8);
      case STRUCT -> {
        target.beginStruct();
        for (int i = 0; i < children.size(); i++) {
          set(children.get(i), target.field(i));
        }
        target.endStruct();
      }
      case LIST -> {
        target.beginList();
        for (int i = random.nextInt(MAX_ELEMENTS); i > 0; i--) {
          set(children.get(0), target.element());
        }
        target.endList();
      }
      case MAP -> {
        target.beginMap();
        for (int i = random.nextInt(MAX_ELEMENTS); i > 0; i--) {
          set(children.get(0), target.key());
          set(children.get(1), target.value());
        }
        target.endMap();
      }
    }
  }

  /** Not in the second before 1970, which ORC cannot hold. */
  private long timestamp(Type type) {
    long seconds = random.nextLong() % MAX_SECONDS;
    long fraction = Math.floorMod(random.nextLong(), type.unit().perSecond());
    return seconds * type.unit().perSecond() + (seconds == -1 ? 0 : fraction);
  }

  private BigDecimal decimal(Type type) {
    int bits = random.nextInt((int) (type.precision() * 3.3));
    BigInteger unscaled = new BigInteger(bits, random);
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    String characters = "abc,\"\n\r#\\ é漢\uD83D\uDE00\t\u0001";
    for (int i = random.nextInt(12); i > 0; i--) {
      int at = random.nextInt(characters.codePointCount(0, characters.length()));
      text.appendCodePoint(characters.codePointAt(characters.offsetByCodePoints(0, at)));
    }
    return text.toString();
  }

  /** Returns the rows of a table, with bytes as text so that they can be compared. */
  static List<Object> rows(String uri) {
    return rows(uri, List.of());
  }

  /** As {@link #rows(String)}, of some columns; of all if there are none. */
  static List<Object> rows(String uri, List<String> columns) {
    List<Object> rows = new ArrayList<>();
    try (Table table = Table.open(uri);
        RowCursor cursor =
            (columns.isEmpty() ? table.scan() : table.scan().select(columns)).rows()) {
      while (cursor.next()) {
        rows.add(comparable(cursor.row().materialize()));
      }
    }
    return rows;
  }

  private static Object comparable(Object value) {
    if (value instanceof byte[] bytes) {
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
    if (value instanceof java.util.Map.Entry<?, ?> entry) {
      return List.of(optional(entry.getKey()), optional(entry.getValue()));
    }
    if (value instanceof List<?> list) {
      return list.stream().map(RandomTable::optional).toList();
    }
    return value;
  }

  private static Object optional(Object value) {
    return value == null ? "null" : comparable(value);
  }
}
