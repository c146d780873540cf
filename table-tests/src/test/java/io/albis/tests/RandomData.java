// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/** Random schemas and values, biased towards boundary values and reproducible by seed. */
public final class RandomData {
  private static final String[] TEXTS = {
    "",
    "a",
    "albis",
    "\u0000",
    "äöü",
    "Ελβετία",
    "日本語",
    "𝄞𝄢",
    "\uD7FF\uE000",
    "z".repeat(64),
    "z".repeat(65),
    "𝄞".repeat(16),
    "é".repeat(40),
    "\u007F".repeat(70),
    "\uDBFF\uDFFF".repeat(20)
  };

  private final Random random;

  /** Creates a generator; the same seed gives the same data. */
  public RandomData(long seed) {
    random = new Random(seed);
  }

  /** The source of randomness. */
  public Random random() {
    return random;
  }

  /** A schema with the given number of columns, nested at most to the given depth. */
  public Schema schema(int columns, int depth) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      fields.add(field("c" + i, depth));
    }
    return Schema.of(fields);
  }

  Field field(String name, int depth) {
    Type type = type(depth);
    return random.nextInt(10) < 6 ? Field.nullable(name, type) : Field.required(name, type);
  }

  private Type type(int depth) {
    int kind = random.nextInt(depth > 1 ? 24 : 20);
    return switch (kind) {
      case 20, 21 -> struct(depth);
      case 22 -> Type.list(field("element", depth - 1));
      case 23 -> Type.map(Field.required("key", keyType()), field("value", depth - 1));
      default -> flatType(kind);
    };
  }

  private Type keyType() {
    return random.nextBoolean() ? Type.string() : Type.int32();
  }

  private Type struct(int depth) {
    List<Field> fields = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      fields.add(field("f" + i, depth - 1));
    }
    return Type.struct(fields);
  }

  private Type flatType(int kind) {
    return switch (kind) {
      case 0 -> Type.bool();
      case 1 -> Type.int8();
      case 2 -> Type.int16();
      case 3, 18 -> Type.int32();
      case 4, 19 -> Type.int64();
      case 5 -> Type.float32();
      case 6 -> Type.float64();
      case 7 -> decimal();
      case 8 -> Type.date();
      case 9 -> Type.time(unit());
      case 10 -> Type.timestamp(unit());
      case 11 -> Type.timestampWithZone(unit());
      case 12, 17 -> Type.string();
      case 13 -> Type.binary();
      case 14 -> Type.fixedBinary(1 + random.nextInt(20));
      case 15 -> Type.uuid();
      default -> random.nextBoolean() ? Type.yearMonthInterval() : Type.dayTimeInterval();
    };
  }

  private Type decimal() {
    int precision = 1 + random.nextInt(38);
    return Type.decimal(precision, random.nextInt(precision + 1));
  }

  private TimeUnit unit() {
    return List.of(TimeUnit.MILLIS, TimeUnit.MICROS, TimeUnit.NANOS).get(random.nextInt(3));
  }

  /** Rows for the schema. Each column has its own share of nulls, often none or all. */
  public List<List<Object>> rows(Schema schema, int count) {
    int[] nullPercent = new int[schema.fields().size()];
    int[] choices = {0, 0, 5, 30, 90, 100};
    for (int i = 0; i < nullPercent.length; i++) {
      nullPercent[i] = choices[random.nextInt(choices.length)];
    }
    List<List<Object>> rows = new ArrayList<>();
    for (int row = 0; row < count; row++) {
      List<Object> values = new ArrayList<>();
      for (int i = 0; i < nullPercent.length; i++) {
        values.add(value(schema.fields().get(i), nullPercent[i]));
      }
      rows.add(values);
    }
    return rows;
  }

  private Object value(Field field, int nullPercent) {
    if (field.nullable() && random.nextInt(100) < nullPercent) {
      return null;
    }
    return value(field.type());
  }

  /** A non-null value of the type. Nested values may contain nulls where fields are nullable. */
  Object value(Type type) {
    return switch (type.kind()) {
      case BOOLEAN -> random.nextBoolean();
      case INT8 -> (byte) integer(8);
      case INT16 -> (short) integer(16);
      case INT32, YEAR_MONTH_INTERVAL, DATE -> (int) integer(32);
      case INT64, TIMESTAMP, DAY_TIME_INTERVAL -> integer(64);
      case TIME -> time(type.unit());
      case FLOAT -> floating();
      case DOUBLE -> doubling();
      case DECIMAL -> new BigDecimal(unscaled(type.precision()), type.scale());
      case STRING -> text();
      case BINARY -> bytes(random.nextInt(4) == 0 ? random.nextInt(200) : random.nextInt(5));
      case FIXED_BINARY -> bytes(type.length());
      case UUID -> new UUID(integer(64), integer(64));
      case STRUCT -> structValue(type);
      case LIST -> listValue(type);
      case MAP -> mapValue(type);
    };
  }

  private List<Object> structValue(Type type) {
    List<Object> values = new ArrayList<>();
    for (Field child : type.children()) {
      values.add(value(child, 25));
    }
    return values;
  }

  private List<Object> listValue(Type type) {
    List<Object> values = new ArrayList<>();
    int size = random.nextInt(4);
    for (int i = 0; i < size; i++) {
      values.add(value(type.children().get(0), 25));
    }
    return values;
  }

  private List<Object> mapValue(Type type) {
    List<Object> values = new ArrayList<>();
    int size = random.nextInt(4);
    for (int i = 0; i < size; i++) {
      Object key = value(type.children().get(0).type());
      Object value = value(type.children().get(1), 25);
      values.add(new SimpleImmutableEntry<>(key, value));
    }
    return values;
  }

  private long integer(int bits) {
    long max = bits == 64 ? Long.MAX_VALUE : (1L << (bits - 1)) - 1;
    return switch (random.nextInt(8)) {
      case 0 -> 0;
      case 1 -> max;
      case 2 -> -max - 1;
      case 3, 4, 5 -> random.nextInt(21) - 10;
      default -> random.nextLong() >> (64 - bits);
    };
  }

  private long time(TimeUnit unit) {
    long day = 86_400 * unit.perSecond();
    return switch (random.nextInt(4)) {
      case 0 -> 0;
      case 1 -> day - 1;
      default -> Math.floorMod(random.nextLong(), day);
    };
  }

  private float floating() {
    float[] edges = {
      0f,
      -0f,
      Float.NaN,
      Float.POSITIVE_INFINITY,
      Float.NEGATIVE_INFINITY,
      Float.MIN_VALUE,
      Float.MAX_VALUE,
      1f,
      -1f,
      0.5f,
      Float.intBitsToFloat(0xffc12345)
    };
    return random.nextBoolean()
        ? edges[random.nextInt(edges.length)]
        : Float.intBitsToFloat(random.nextInt());
  }

  private double doubling() {
    double[] edges = {
      0d,
      -0d,
      Double.NaN,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.MIN_VALUE,
      Double.MAX_VALUE,
      1d,
      -1d,
      0.5d,
      Double.longBitsToDouble(0xfff8000000012345L)
    };
    return random.nextBoolean()
        ? edges[random.nextInt(edges.length)]
        : Double.longBitsToDouble(random.nextLong());
  }

  private BigInteger unscaled(int precision) {
    BigInteger bound = BigInteger.TEN.pow(precision);
    return switch (random.nextInt(6)) {
      case 0 -> BigInteger.ZERO;
      case 1 -> bound.subtract(BigInteger.ONE);
      case 2 -> bound.subtract(BigInteger.ONE).negate();
      case 3 -> BigInteger.valueOf(random.nextInt(19) - 9);
      default -> {
        BigInteger value = new BigInteger(bound.bitLength(), random).mod(bound);
        yield random.nextBoolean() ? value : value.negate();
      }
    };
  }

  private String text() {
    StringBuilder text = new StringBuilder(TEXTS[random.nextInt(TEXTS.length)]);
    int more = random.nextInt(4);
    for (int i = 0; i < more; i++) {
      text.append((char) ('a' + random.nextInt(3)));
    }
    return text.toString();
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    if (random.nextInt(4) == 0) {
      Arrays.fill(bytes, (byte) 0xff);
    } else {
      random.nextBytes(bytes);
    }
    return bytes;
  }

  /** An entry of a map value. */
  static Map.Entry<Object, Object> entry(Object key, Object value) {
    return new SimpleImmutableEntry<>(key, value);
  }
}
