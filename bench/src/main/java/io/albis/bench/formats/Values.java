// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.format.schema.Field;
import io.albis.format.schema.Nesting;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import java.util.List;

/** What the readers of all formats have in common. */
final class Values {

  private Values() {}

  /**
   * Refuses what is not summed: maps, lists of structs or lists, and types that only some of the
   * formats have.
   *
   * @throws IllegalArgumentException if there is such a column
   */
  static void requireSupported(Schema schema) {
    for (Field field : schema.fields()) {
      requireSupported(field.type(), field.name());
    }
  }

  private static void requireSupported(Type type, String path) {
    boolean isSupported =
        switch (type.kind()) {
          case BOOLEAN, INT8, INT16, INT32, INT64, FLOAT, DOUBLE -> true;
          case DECIMAL, DATE, TIMESTAMP, STRING, BINARY, STRUCT -> true;
          case LIST -> !type.children().get(0).type().isNested();
          case TIME, FIXED_BINARY, UUID, YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL, MAP -> false;
        };
    if (!isSupported) {
      throw new IllegalArgumentException(
          "Cannot read column " + path + ": the benchmark does not sum values of " + type);
    }
    for (Field child : type.children()) {
      requireSupported(child.type(), path + "." + child.name());
    }
  }

  /** The units of a file that belong to a part: a run of them. */
  static <T> List<T> part(List<T> units, int part, int parts) {
    int from = (int) ((long) units.size() * part / parts);
    int to = (int) ((long) units.size() * (part + 1) / parts);
    return units.subList(from, to);
  }

  /** How many leaves a field has that are summed. */
  static int leaves(Field field) {
    return field.type().nesting() == Nesting.STRUCT
        ? field.type().children().stream().mapToInt(Values::leaves).sum()
        : 1;
  }

  /** Adds up values, four at a time, which do not wait for each other. */
  static double sum(double[] values, int count) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i + 3 < count; i += 4) {
      a += values[i];
      b += values[i + 1];
      c += values[i + 2];
      d += values[i + 3];
    }
    for (; i < count; i++) {
      a += values[i];
    }
    return (a + b) + (c + d);
  }

  /** The number of a string: its length, and its first and last byte. */
  static long ofBytes(byte[] bytes, int start, int length) {
    return length == 0 ? 0 : length + (bytes[start] & 0xFF) + (bytes[start + length - 1] & 0xFF);
  }

  /** The low 64 bits of a number of any length in two's complement, the highest byte first. */
  static long low64(byte[] bytes, int start, int length) {
    long value = length > 0 && bytes[start] < 0 ? -1 : 0;
    for (int i = Math.max(0, length - Long.BYTES); i < length; i++) {
      value = value << 8 | (bytes[start + i] & 0xFF);
    }
    return value;
  }

  /** 10 to a power, which wraps. */
  static long powerOf10(int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= 10;
    }
    return power;
  }

  /** A point in time that is given in seconds and nanoseconds. */
  static long timestamp(TimeUnit unit, long seconds, int nanos) {
    long perSecond = unit.perSecond();
    return seconds * perSecond + nanos / (1_000_000_000L / perSecond);
  }
}
