// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.verify;

import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.internal.schema.SortField;
import io.albis.format.internal.schema.SortOrder;
import io.albis.format.internal.schema.ValueOrder;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.reader.ColumnVector;
import io.albis.reader.internal.plan.ScanPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Whether the rows of a row group are in their sort order. */
final class OrderCheck extends RowVerifier.RowCheck {

  private final Schema schema;

  /** The fields up to the first one that has been dropped, or has no order. */
  private final List<SortField> fields = new ArrayList<>();

  private final List<Comparator<byte[]>> orders = new ArrayList<>();

  /** The values of the row before, null before the first one. */
  private byte[][] last;

  OrderCheck(SortOrder order, Schema schema) {
    this.schema = schema;
    for (SortField field : order.fields()) {
      if (!schema.hasLeaf(field.leafId()) || !hasOrder(schema.leaf(field.leafId()))) {
        break;
      }
      fields.add(field);
      orders.add(PlainEncoding.comparator(schema.leaf(field.leafId()).type()));
    }
  }

  /** Whether the values of a leaf can be sorted. */
  static boolean hasOrder(Leaf leaf) {
    return ValueOrder.of(leaf.type()) != ValueOrder.NONE;
  }

  @Override
  Set<Integer> leafIds() {
    Set<Integer> ids = new HashSet<>();
    fields.forEach(field -> ids.add(field.leafId()));
    return ids;
  }

  @Override
  boolean fails(
      ScanPlan plan,
      List<ColumnVector> vectors,
      long firstRow,
      RowVerifier.Rows of,
      Problems problems) {
    if (fields.isEmpty()) {
      return true;
    }
    ColumnVector[] sorted = new ColumnVector[fields.size()];
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] = vectors.get(ordinal(plan, fields.get(i).leafId()));
    }
    for (int row = 0; row < sorted[0].rowCount(); row++) {
      byte[][] values = new byte[sorted.length][];
      for (int i = 0; i < sorted.length; i++) {
        values[i] = VectorValues.plain(sorted[i], row);
      }
      if (last != null && compare(last, values) > 0) {
        problems.add(
            of.file(),
            -1,
            schema.leaf(fields.get(0).leafId()).path(),
            "order of " + of.name(firstRow + row),
            "not before the row in front of it",
            "before it");
        return true;
      }
      last = values;
    }
    return false;
  }

  private int compare(byte[][] a, byte[][] b) {
    for (int i = 0; i < a.length; i++) {
      int order = compare(fields.get(i), orders.get(i), a[i], b[i]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static int compare(SortField field, Comparator<byte[]> order, byte[] a, byte[] b) {
    if (a == null || b == null) {
      int nullFirst = Boolean.compare(a != null, b != null);
      return field.nullsLast() ? -nullFirst : nullFirst;
    }
    return field.descending() ? order.compare(b, a) : order.compare(a, b);
  }
}
