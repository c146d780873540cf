// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.schema.Type;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Statistics of a column over all rows of a snapshot, of the row groups of a scan, or of one row
 * group. Immutable.
 *
 * @param path of the column
 * @param type of the column
 * @param rowCount rows that they are of
 * @param nullCount rows in which it is null
 * @param nanCount values that are NaN
 * @param valueBytes natural width of all non-null values together, in bytes
 * @param min lower bound of the values, as returned by {@link RowView#getObject}; empty if unknown
 *     or if there are no values
 * @param max upper bound of the values, likewise
 * @param minIsExact whether {@code min} is itself a value
 * @param maxIsExact whether {@code max} is itself a value
 * @param minBytes the bytes of a lower bound that is a string, of which {@code min} has those that
 *     are not UTF-8 replaced; empty for other types
 * @param maxBytes the bytes of the upper bound, likewise
 */
public record ColumnSummary(
    String path,
    Type type,
    long rowCount,
    long nullCount,
    long nanCount,
    long valueBytes,
    Optional<Object> min,
    Optional<Object> max,
    boolean minIsExact,
    boolean maxIsExact,
    Optional<byte[]> minBytes,
    Optional<byte[]> maxBytes) {

  /** Returns whether there are values that are not null. */
  public boolean hasValues() {
    return rowCount > nullCount;
  }

  /**
   * Returns the least value, where statistics have it exactly, as an aggregate function of SQL
   * would return it. It is empty if there are no values ({@link #hasValues}), and if
   *
   * <ul>
   *   <li>there are no bounds, as for values without an order,
   *   <li>the bound is not itself a value: long strings and binaries are truncated,
   *   <li>the bound is a string that is not UTF-8,
   *   <li>there are NaN values, which engines place differently,
   *   <li>the bound is the floating-point number 0, which may stand for -0.0 or 0.0.
   * </ul>
   */
  public Optional<Object> exactMin() {
    return minIsExact && isUtf8(min, minBytes) ? min.filter(this::isExact) : Optional.empty();
  }

  /** Returns the greatest value, where statistics have it exactly, like {@link #exactMin}. */
  public Optional<Object> exactMax() {
    return maxIsExact && isUtf8(max, maxBytes) ? max.filter(this::isExact) : Optional.empty();
  }

  /**
   * Returns whether {@code min} and {@code max} are what statistics have: they are not if they are
   * strings that are not UTF-8.
   */
  public boolean hasUtf8Bounds() {
    return isUtf8(min, minBytes) && isUtf8(max, maxBytes);
  }

  private static boolean isUtf8(Optional<Object> bound, Optional<byte[]> bytes) {
    return bytes.isEmpty()
        || Arrays.equals(((String) bound.get()).getBytes(StandardCharsets.UTF_8), bytes.get());
  }

  private boolean isExact(Object bound) {
    boolean isZero =
        (bound instanceof Double number && number == 0)
            || (bound instanceof Float single && single == 0);
    return nanCount == 0 && !isZero;
  }
}
