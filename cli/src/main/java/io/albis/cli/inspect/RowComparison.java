// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.cli.output.JsonObjects;
import io.albis.cli.row.RowValues;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.reader.Dataset;
import io.albis.reader.RowCursor;
import io.albis.tools.output.RawText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Compares the rows of two datasets, in order. */
final class RowComparison {

  /**
   * A row that differs, with the columns that do, printed as JSON. Bytes of strings that are not
   * UTF-8 are in hex, such as {@code \xff}.
   *
   * @param row its number, from 0
   * @param left values by column; null if there is no such row
   */
  record Difference(long row, Map<String, Object> left, Map<String, Object> right) {}

  private final int maxDifferences;
  private final List<Difference> differences = new ArrayList<>();
  private long differentRows;

  /**
   * Creates a comparison.
   *
   * @param maxDifferences number of different rows to keep
   */
  RowComparison(int maxDifferences) {
    this.maxDifferences = maxDifferences;
  }

  /** Returns the top-level columns that both schemas have, with the same type. */
  static List<String> common(Schema left, Schema right) {
    return left.fields().stream()
        .filter(
            field ->
                right.fields().stream()
                    .anyMatch(
                        other ->
                            other.name().equals(field.name())
                                && other.type().toString().equals(field.type().toString())))
        .map(field -> '`' + field.name().replace("`", "``") + '`')
        .toList();
  }

  /** Compares rows by these columns. */
  void run(Dataset left, Dataset right, List<String> columns) {
    try (RowCursor a = left.scan().select(columns).rows();
        RowCursor b = right.scan().select(columns).rows()) {
      List<Field> fields = left.scan().select(columns).schema().fields();
      RowValues leftValues = new RowValues(left.scan().select(columns).schema());
      RowValues rightValues = new RowValues(right.scan().select(columns).schema());
      boolean hasLeft = a.next();
      boolean hasRight = b.next();
      for (long row = 0; hasLeft || hasRight; row++) {
        compare(
            row,
            fields,
            hasLeft ? leftValues.of(a.row()) : null,
            hasRight ? rightValues.of(b.row()) : null);
        hasLeft = hasLeft && a.next();
        hasRight = hasRight && b.next();
      }
    }
  }

  private void compare(long row, List<Field> fields, List<Object> left, List<Object> right) {
    if (left != null && left.equals(right)) {
      return;
    }
    Map<String, Object> leftValues = left == null ? null : new LinkedHashMap<>();
    Map<String, Object> rightValues = right == null ? null : new LinkedHashMap<>();
    boolean isDifferent = left == null || right == null;
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      Object a = left == null ? null : JsonObjects.of(field.type(), left.get(i));
      Object b = right == null ? null : JsonObjects.of(field.type(), right.get(i));
      boolean differs = left == null || right == null || !Objects.equals(a, b);
      if (differs && left != null) {
        leftValues.put(field.name(), JsonObjects.withTexts(a, RawText::shown));
      }
      if (differs && right != null) {
        rightValues.put(field.name(), JsonObjects.withTexts(b, RawText::shown));
      }
      isDifferent |= differs;
    }
    if (isDifferent) {
      differentRows++;
      if (differences.size() < maxDifferences) {
        differences.add(new Difference(row, leftValues, rightValues));
      }
    }
  }

  /** The number of rows that differ, or are on one side only. */
  long differentRows() {
    return differentRows;
  }

  /** The first rows that differ. */
  List<Difference> differences() {
    return differences;
  }
}
