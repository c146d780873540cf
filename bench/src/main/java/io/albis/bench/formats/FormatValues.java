// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.format.schema.Field;
import io.albis.format.schema.Nesting;
import java.util.List;

/** Shared code of the readers of all formats. */
final class FormatValues {

  private FormatValues() {}

  /** Returns the units of a file that belong to a part: a contiguous range. */
  static <T> List<T> part(List<T> units, int part, int parts) {
    int from = (int) ((long) units.size() * part / parts);
    int to = (int) ((long) units.size() * (part + 1) / parts);
    return units.subList(from, to);
  }

  /** Returns the number of leaves of a field that are summed. */
  static int leaves(Field field) {
    return field.type().nesting() == Nesting.STRUCT
        ? field.type().children().stream().mapToInt(FormatValues::leaves).sum()
        : 1;
  }

  /** Sums values with four accumulators, to hide the latency of additions. */
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

  /** Returns the number of a string; see {@link io.albis.bench.scan.Totals}. */
  static long ofBytes(byte[] bytes, int start, int length) {
    return length == 0 ? 0 : length + (bytes[start] & 0xFF) + (bytes[start + length - 1] & 0xFF);
  }

  /** Returns the low 64 bits of a big-endian two's complement number of any length. */
  static long low64(byte[] bytes, int start, int length) {
    long value = length > 0 && bytes[start] < 0 ? -1 : 0;
    for (int i = Math.max(0, length - Long.BYTES); i < length; i++) {
      value = value << 8 | (bytes[start + i] & 0xFF);
    }
    return value;
  }

  /** Returns a power of 10, which wraps on overflow. */
  static long powerOf10(int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= 10;
    }
    return power;
  }
}
