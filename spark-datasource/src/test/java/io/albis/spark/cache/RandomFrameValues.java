// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cache;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimeType;
import org.apache.spark.sql.types.YearMonthIntervalType;
import org.apache.spark.unsafe.types.CalendarInterval;
import scala.jdk.javaapi.CollectionConverters;

/** Random values in the classes of rows. Edge values are frequent. */
final class RandomFrameValues {

  private static final double[] DOUBLES = {
    0.0, -0.0, 1.5, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE
  };

  private static final String[] TEXTS = {
    "", "a", "A", "ab", "abcdefgh", "abcdefghi", "äö", "日本語", "𝄞", "Straße"
  };

  private final Random random;

  RandomFrameValues(Random random) {
    this.random = random;
  }

  /** Returns a value, or null if that is allowed. */
  Object value(DataType type, boolean isNullable) {
    return isNullable && random.nextInt(5) == 0 ? null : value(type);
  }

  Object value(DataType type) {
    if (type instanceof StructType struct) {
      return row(struct);
    } else if (type instanceof ArrayType array) {
      List<Object> elements = new ArrayList<>();
      for (int i = random.nextInt(5); i > 0; i--) {
        elements.add(value(array.elementType(), array.containsNull()));
      }
      return CollectionConverters.asScala(elements).toSeq();
    } else if (type instanceof MapType map) {
      Map<Object, Object> entries = new HashMap<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        entries.put(value(map.keyType()), value(map.valueType(), map.valueContainsNull()));
      }
      return CollectionConverters.asScala(entries);
    } else if (type instanceof DecimalType decimal) {
      BigInteger unscaled = new BigInteger(random.nextInt(120), random);
      BigInteger limit = BigInteger.TEN.pow(decimal.precision());
      BigDecimal value = new BigDecimal(unscaled.mod(limit), decimal.scale());
      return random.nextBoolean() ? value : value.negate();
    } else if (type instanceof YearMonthIntervalType) {
      return Period.ofMonths(random.nextInt(100_000) - 50_000);
    } else if (type instanceof DayTimeIntervalType) {
      return Duration.ofMillis(random.nextInt());
    } else if (type instanceof TimeType) {
      return LocalTime.ofNanoOfDay(random.nextInt(86_400) * 1_000_000_000L + 123_456_000L);
    }
    return plain(type);
  }

  private Object plain(DataType type) {
    return switch (type.typeName()) {
      case "boolean" -> random.nextBoolean();
      case "byte" -> (byte) random.nextInt();
      case "short" -> (short) random.nextInt();
      case "integer" -> random.nextBoolean() ? random.nextInt() : Integer.MIN_VALUE;
      case "long" -> random.nextBoolean() ? random.nextLong() : Long.MAX_VALUE;
      case "float" -> (float) floating();
      case "double" -> floating();
      case "binary" -> bytes();
      case "date" -> LocalDate.ofEpochDay(random.nextInt(60_000) - 10_000);
      case "timestamp" -> Instant.ofEpochSecond(random.nextInt(), 123_456_000);
      case "timestamp_ntz" ->
          LocalDateTime.ofEpochSecond(random.nextInt(), 654_321_000, ZoneOffset.UTC);
      case "interval" ->
          new CalendarInterval(random.nextInt(9), random.nextInt(99), random.nextInt());
      case "void" -> null;
      default -> text();
    };
  }

  private double floating() {
    return random.nextBoolean()
        ? DOUBLES[random.nextInt(DOUBLES.length)]
        : random.nextGaussian() * 1e6;
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(40)];
    random.nextBytes(bytes);
    return bytes;
  }

  private String text() {
    String text = TEXTS[random.nextInt(TEXTS.length)];
    return random.nextInt(4) == 0 ? text.repeat(random.nextInt(50)) : text;
  }

  Row row(StructType struct) {
    return RowFactory.create(
        Stream.of(struct.fields())
            .map(field -> value(field.dataType(), field.nullable()))
            .toArray());
  }
}
