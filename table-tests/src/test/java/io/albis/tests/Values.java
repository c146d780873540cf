// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Compares and prints values in their materialized form: boxed primitives, BigDecimal, String,
 * byte[], UUID; lists for structs and lists; lists of entries for maps; null.
 */
final class Values {
  private Values() {}

  /** Whether two values are bitwise equal, including NaN payloads and signs of zeros. */
  static boolean same(Object a, Object b) {
    if (a == null || b == null) {
      return a == b;
    }
    if (a instanceof byte[] x && b instanceof byte[] y) {
      return Arrays.equals(x, y);
    }
    if (a instanceof Float x && b instanceof Float y) {
      return Float.floatToRawIntBits(x) == Float.floatToRawIntBits(y);
    }
    if (a instanceof Double x && b instanceof Double y) {
      return Double.doubleToRawLongBits(x) == Double.doubleToRawLongBits(y);
    }
    if (a instanceof List<?> x && b instanceof List<?> y) {
      return sameLists(x, y);
    }
    if (a instanceof Map.Entry<?, ?> x && b instanceof Map.Entry<?, ?> y) {
      return same(x.getKey(), y.getKey()) && same(x.getValue(), y.getValue());
    }
    return a.equals(b);
  }

  private static boolean sameLists(List<?> a, List<?> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      if (!same(a.get(i), b.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Fails at the first row that differs. */
  static void assertSameRows(List<? extends List<?>> found, List<? extends List<?>> expected) {
    int rows = Math.min(found.size(), expected.size());
    for (int row = 0; row < rows; row++) {
      if (!same(found.get(row), expected.get(row))) {
        throw new AssertionError(
            "Row "
                + row
                + ": expected "
                + show(expected.get(row))
                + ", found "
                + show(found.get(row)));
      }
    }
    if (found.size() != expected.size()) {
      throw new AssertionError("Expected " + expected.size() + " rows, found " + found.size());
    }
  }

  /** Text for messages: the value with the content of arrays and the bits of NaNs. */
  static String show(Object value) {
    if (value instanceof byte[] bytes) {
      return "0x" + HexFormat.of().formatHex(bytes);
    }
    if (value instanceof Float number && number.isNaN()) {
      return "NaN:" + Integer.toHexString(Float.floatToRawIntBits(number));
    }
    if (value instanceof Double number && number.isNaN()) {
      return "NaN:" + Long.toHexString(Double.doubleToRawLongBits(number));
    }
    if (value instanceof List<?> list) {
      return list.stream().map(Values::show).toList().toString();
    }
    if (value instanceof Map.Entry<?, ?> entry) {
      return show(entry.getKey()) + "=" + show(entry.getValue());
    }
    return String.valueOf(value);
  }
}
