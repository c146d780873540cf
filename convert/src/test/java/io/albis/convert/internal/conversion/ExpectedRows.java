// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.reader.Dataset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Compares rows that another library has read with those of a table. */
final class ExpectedRows {

  private ExpectedRows() {}

  static void assertSame(Dataset table, List<List<Object>> expected) {
    assertThat(table.rowCount()).isEqualTo(expected.size());
    try (ScannedRows rows = new ScannedRows(table.scan(), 0, table.rowCount())) {
      for (int i = 0; i < expected.size(); i++, rows.advance(1)) {
        assertThat(rows.hasNext()).isTrue();
        List<Object> found = rows.values();
        for (int c = 0; c < found.size(); c++) {
          if (!equal(expected.get(i).get(c), found.get(c))) {
            assertThat(found.get(c))
                .as("row %d, column %d", i, c)
                .isEqualTo(expected.get(i).get(c));
          }
        }
      }
    }
  }

  /** Compares values deeply; floating-point numbers by their bits. */
  static boolean equal(Object a, Object b) {
    if (a instanceof byte[] x && b instanceof byte[] y) {
      return Arrays.equals(x, y);
    }
    if (a instanceof Double x && b instanceof Double y) {
      return Double.doubleToRawLongBits(x) == Double.doubleToRawLongBits(y);
    }
    if (a instanceof Float x && b instanceof Float y) {
      return Float.floatToRawIntBits(x) == Float.floatToRawIntBits(y);
    }
    if (a instanceof Map.Entry<?, ?> x && b instanceof Map.Entry<?, ?> y) {
      return equal(x.getKey(), y.getKey()) && equal(x.getValue(), y.getValue());
    }
    if (a instanceof List<?> x && b instanceof List<?> y) {
      boolean equal = x.size() == y.size();
      for (int i = 0; equal && i < x.size(); i++) {
        equal = equal(x.get(i), y.get(i));
      }
      return equal;
    }
    return Objects.equals(a, b);
  }
}
