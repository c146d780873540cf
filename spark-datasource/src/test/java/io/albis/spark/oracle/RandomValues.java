// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.oracle;

import io.albis.format.schema.Extension;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.spark.types.variant.Variant;
import org.apache.spark.types.variant.VariantBuilder;

/**
 * Random rows. A value has the class that row views of the reader return, a struct is a list, a map
 * is a list of entries. The values of a column come from a small pool, so that they repeat, and the
 * rows of a batch from a part of it, so that statistics can rule row groups out.
 */
final class RandomValues {

  private static final String[] TEXTS = {
    "", "a", "A", "ab", "abc", "b", " ", "a ", "äö", "日本語", "𝄞", "\uFFFD", "\uE000", "%", "_a",
    "\n", "\\"
  };

  private static final String[] JSON = {
    "null",
    "1",
    "-7.25",
    "\"text\"",
    "true",
    "[1,2,3]",
    "{\"a\":1,\"b\":\"x\"}",
    "{\"a\":{\"c\":[null]}}"
  };

  private static final int POOL = 14;

  private final Random random;
  private final Map<Field, List<Object>> pools = new HashMap<>();
  private long nextId;

  RandomValues(Random random) {
    this.random = random;
  }

  /** Rows of one batch. Each column has its own share of nulls, often none or all. */
  List<List<Object>> batch(Schema schema, int count) {
    List<Field> fields = schema.fields();
    int[] choices = {0, 0, 10, 40, 100};
    List<List<Object>> parts = new ArrayList<>();
    int[] nullPercent = new int[fields.size()];
    for (int i = 0; i < nullPercent.length; i++) {
      nullPercent[i] = choices[random.nextInt(choices.length)];
      List<Object> pool = pool(fields.get(i));
      int from = random.nextInt(pool.size());
      parts.add(pool.subList(from, Math.min(pool.size(), from + 1 + random.nextInt(POOL))));
    }
    List<List<Object>> rows = new ArrayList<>();
    for (int row = 0; row < count; row++) {
      List<Object> values = new ArrayList<>();
      values.add(nextId++);
      for (int i = 1; i < nullPercent.length; i++) {
        Field field = fields.get(i);
        List<Object> part = parts.get(i);
        values.add(
            field.nullable() && random.nextInt(100) < nullPercent[i]
                ? null
                : part.get(random.nextInt(part.size())));
      }
      rows.add(values);
    }
    return rows;
  }

  /** The values that a column can have, in random order. */
  List<Object> pool(Field field) {
    return pools.computeIfAbsent(
        field,
        key -> {
          List<Object> values = new ArrayList<>();
          for (int i = 0; i < POOL; i++) {
            values.add(value(key));
          }
          return values;
        });
  }

  /** A value that is not null. */
  Object value(Field field) {
    Type type = field.type();
    String extension = field.extension().map(Extension::name).orElse("");
    if (extension.equals("variant")) {
      Variant variant = variant(JSON[random.nextInt(JSON.length)]);
      return List.of(variant.getMetadata(), variant.getValue());
    }
    return switch (type.kind()) {
      case BOOLEAN -> random.nextBoolean();
      case INT8 -> (byte) integer(8);
      case INT16 -> (short) integer(16);
      case INT32 -> (int) integer(32);
      case INT64 -> integer(64);
      case YEAR_MONTH_INTERVAL -> (int) integer(32);
      case DAY_TIME_INTERVAL -> integer(64);
      case DATE -> (int) between(-719_162, 2_932_896);
      case TIMESTAMP ->
          between(-62_135_596_800L, 253_402_300_799L) * type.unit().perSecond()
              + fraction(type.unit());
      case TIME -> between(0, 86_399) * type.unit().perSecond() + fraction(type.unit());
      case FLOAT -> (float) floating();
      case DOUBLE -> floating();
      case DECIMAL -> new BigDecimal(unscaled(type.precision()), type.scale());
      case STRING -> extension.isEmpty() || extension.equals("collation") ? text() : text(12);
      case BINARY -> bytes(random.nextInt(4) == 0 ? random.nextInt(100) : random.nextInt(4));
      case FIXED_BINARY -> bytes(type.length());
      case UUID -> new UUID(random.nextLong(), random.nextLong());
      case STRUCT -> struct(type);
      case LIST -> list(type);
      case MAP -> map(type);
    };
  }

  private Object nested(Field field) {
    return field.nullable() && random.nextInt(4) == 0 ? null : value(field);
  }

  private List<Object> struct(Type type) {
    List<Object> values = new ArrayList<>();
    type.children().forEach(child -> values.add(nested(child)));
    return values;
  }

  private List<Object> list(Type type) {
    List<Object> values = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      values.add(nested(type.children().get(0)));
    }
    return values;
  }

  private List<Object> map(Type type) {
    Map<String, Object> entries = new TreeMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      entries.put(text(), nested(type.children().get(1)));
    }
    List<Object> values = new ArrayList<>();
    entries.forEach((key, value) -> values.add(new SimpleImmutableEntry<>(key, value)));
    return values;
  }

  private static Variant variant(String json) {
    try {
      return VariantBuilder.parseJson(json, false);
    } catch (java.io.IOException e) {
      throw new IllegalArgumentException(json, e);
    }
  }

  private long integer(int bits) {
    long max = bits == 64 ? Long.MAX_VALUE : (1L << (bits - 1)) - 1;
    return switch (random.nextInt(10)) {
      case 0 -> max;
      case 1 -> -max - 1;
      case 2 -> random.nextLong() >> (64 - bits);
      default -> random.nextInt(21) - 10;
    };
  }

  private long between(long min, long max) {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextBoolean() ? min : max;
      case 1 -> min + Math.floorMod(random.nextLong(), max - min + 1);
      default -> Math.max(min, Math.min(max, (min < 0 ? -3 : 0) + random.nextInt(10)));
    };
  }

  private long fraction(TimeUnit unit) {
    return random.nextBoolean() ? 0 : Math.floorMod(random.nextLong(), unit.perSecond());
  }

  private double floating() {
    double[] edges = {
      0d, -0d, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e300, -1.5, 0.1
    };
    return random.nextInt(3) == 0
        ? edges[random.nextInt(edges.length)]
        : (random.nextInt(41) - 20) / 4.0;
  }

  private BigInteger unscaled(int precision) {
    BigInteger bound = BigInteger.TEN.pow(precision);
    return switch (random.nextInt(5)) {
      case 0 -> bound.subtract(BigInteger.ONE);
      case 1 -> bound.subtract(BigInteger.ONE).negate();
      case 2 -> new BigInteger(bound.bitLength(), random).mod(bound);
      default -> BigInteger.valueOf(random.nextInt(19) - 9);
    };
  }

  private String text() {
    String text = TEXTS[random.nextInt(TEXTS.length)] + TEXTS[random.nextInt(TEXTS.length)];
    return random.nextInt(8) == 0 ? text + "z".repeat(50 + random.nextInt(30)) : text;
  }

  private String text(int maxCodePoints) {
    String text = text();
    return text.codePointCount(0, text.length()) <= maxCodePoints ? text : "a";
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
}
