// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.verify;

import io.albis.format.internal.metadata.ColumnStatistics;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Type;
import io.albis.reader.internal.type.PlainValues;
import java.util.HexFormat;
import java.util.List;

/** Compares stored statistics with those computed from the values (SPEC.md, section 14). */
public final class StatisticsComparison {

  /** Receives each difference. */
  public interface Sink {
    void add(String file, long offset, String column, String what, Object expected, Object found);
  }

  private final String file;
  private final long offset;
  private final String of;
  private final Sink sink;

  /**
   * Creates a comparison of statistics at a location.
   *
   * @param of what they describe, followed by a blank, for messages
   */
  public StatisticsComparison(String file, long offset, String of, Sink sink) {
    this.file = file;
    this.offset = offset;
    this.of = of;
    this.sink = sink;
  }

  /** Compares the statistics of all leaves, in the same order. */
  public void compare(
      List<ColumnStatistics> stored, List<Leaf> leaves, List<ObservedStatistics> observed) {
    if (stored.size() != leaves.size()) {
      sink.add(file, offset, "", of + "number of statistics", leaves.size(), stored.size());
      return;
    }
    for (int i = 0; i < leaves.size(); i++) {
      compare(stored.get(i), leaves.get(i), observed.get(i));
    }
  }

  private void compare(ColumnStatistics stored, Leaf leaf, ObservedStatistics observed) {
    String column = leaf.path();
    equal(column, "field id", leaf.id(), stored.fieldId());
    equal(column, "null count", observed.nulls, stored.nullCount());
    equal(column, "NaN count", observed.nans, stored.nanCount());
    equal(column, "value bytes", observed.valueBytes, stored.valueBytes());
    boolean canLackBounds = leaf.type().isVariableLength() || leaf.type().isNested();
    if (!stored.hasMinMax()) {
      if (observed.min != null && !canLackBounds) {
        sink.add(file, offset, column, of + "bounds", text(observed.min), "none");
      }
      return;
    }
    if (observed.min == null) {
      sink.add(file, offset, column, of + "bounds", "none", "bounds");
      return;
    }
    Type type = leaf.type();
    if (!isWidth(stored.bounds().min(), type) || !isWidth(stored.bounds().max(), type)) {
      sink.add(
          file,
          offset,
          column,
          of + "width of bounds",
          type.fixedWidth(),
          stored.bounds().min().length);
      return;
    }
    bound(
        column,
        "minimum",
        observed.min,
        PlainValues.comparable(stored.bounds().min(), type),
        1,
        stored.bounds().minIsExact());
    bound(
        column,
        "maximum",
        observed.max,
        PlainValues.comparable(stored.bounds().max(), type),
        -1,
        stored.bounds().maxIsExact());
  }

  /**
   * Compares statistics over several row groups with those merged from the row groups. Stored
   * bounds may be of a type that widens to the present one.
   */
  public void compareMerged(ColumnStatistics stored, Leaf leaf, ColumnStatistics merged) {
    String column = leaf.path();
    Type type = leaf.type();
    equal(column, "null count", merged.nullCount(), stored.nullCount());
    equal(column, "NaN count", merged.nanCount(), stored.nanCount());
    equal(column, "value bytes", merged.valueBytes(), stored.valueBytes());
    if (!stored.hasMinMax() || !merged.hasMinMax()) {
      return;
    }
    if (!PlainValues.isValue(stored.bounds().min(), type)
        || !PlainValues.isValue(stored.bounds().max(), type)) {
      sink.add(
          file,
          offset,
          column,
          of + "width of bounds",
          "that of values of " + type,
          stored.bounds());
      return;
    }
    bound(
        column,
        "minimum",
        PlainValues.comparable(merged.bounds().min(), type),
        PlainValues.comparable(stored.bounds().min(), type),
        1,
        stored.bounds().minIsExact());
    bound(
        column,
        "maximum",
        PlainValues.comparable(merged.bounds().max(), type),
        PlainValues.comparable(stored.bounds().max(), type),
        -1,
        stored.bounds().maxIsExact());
  }

  private static boolean isWidth(byte[] plain, Type type) {
    return type.isVariableLength() || plain.length == type.fixedWidth();
  }

  /**
   * An exact bound equals the extreme value; an inexact one lies beyond it, so {@code value -
   * bound} has the given sign.
   */
  private void bound(
      String column, String what, Object value, Object bound, int sign, boolean isExact) {
    int difference = PlainValues.compare(value, bound);
    if (isExact ? difference != 0 : difference * sign < 0) {
      sink.add(file, offset, column, of + what, text(value), text(bound));
    }
  }

  private void equal(String column, String what, long expected, long found) {
    if (expected != found) {
      sink.add(file, offset, column, of + what, expected, found);
    }
  }

  private static Object text(Object value) {
    return value instanceof byte[] bytes ? "0x" + HexFormat.of().formatHex(bytes) : value;
  }
}
