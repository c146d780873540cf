// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

import io.albis.format.internal.metadata.ColumnStatistics;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.internal.schema.SortField;
import io.albis.format.internal.schema.SortOrder;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.reader.internal.table.TableRowGroups;
import io.albis.reader.internal.table.TableRowGroups.RowGroupRef;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides from statistics whether sorted row groups are sorted together. For one thread. */
final class RowGroupOrder {

  private final TableRowGroups rowGroups;

  /** By sort order id. */
  private final Map<Integer, Optional<FirstField>> fields = new HashMap<>();

  /**
   * The first field of a sort order.
   *
   * @param plan of its leaf, which has ordinal 0
   * @param isOnly whether the sort order has no other field
   */
  private record FirstField(
      SortField field, ScanPlan plan, Comparator<byte[]> comparator, boolean isOnly) {}

  RowGroupOrder(TableRowGroups rowGroups) {
    this.rowGroups = rowGroups;
  }

  /**
   * Whether the rows of a row group do not come before those of the row group in front of it. False
   * if in doubt, as where the first field has nulls or NaN.
   */
  boolean isContinued(RowGroupRef last, RowGroupRef next, int sortOrderId) {
    FirstField first = fields.computeIfAbsent(sortOrderId, this::firstField).orElse(null);
    if (first == null) {
      return false;
    }
    ColumnStatistics before = statistics(first, last);
    ColumnStatistics after = statistics(first, next);
    if (before == null || after == null) {
      return false;
    }
    boolean isDescending = first.field.descending();
    byte[] end = isDescending ? before.bounds().min() : before.bounds().max();
    byte[] start = isDescending ? after.bounds().max() : after.bounds().min();
    if (!PlainEncoding.isValidLength(first.plan.leaves().get(0).type(), end.length)
        || !PlainEncoding.isValidLength(first.plan.leaves().get(0).type(), start.length)) {
      return false;
    }
    int order =
        isDescending ? first.comparator.compare(start, end) : first.comparator.compare(end, start);
    return first.isOnly ? order <= 0 : order < 0;
  }

  private Optional<FirstField> firstField(int sortOrderId) {
    Snapshot snapshot = rowGroups.snapshot();
    Optional<SortOrder> order =
        snapshot.sortOrders().stream().filter(one -> one.id() == sortOrderId).findFirst();
    if (order.isEmpty()) {
      return Optional.empty();
    }
    SortField field = order.get().fields().get(0);
    Schema schema = snapshot.schema().schema();
    if (!schema.hasLeaf(field.leafId())) {
      return Optional.empty();
    }
    Leaf leaf = schema.leaf(field.leafId());
    Schema column = Projection.of(schema, List.of(leaf.path()));
    return Optional.of(
        new FirstField(
            field,
            new ScanPlan(snapshot, column),
            PlainEncoding.comparator(leaf.type()),
            order.get().fields().size() == 1));
  }

  /** Statistics of the first field; null if it has nulls or NaN, or no known bounds. */
  private ColumnStatistics statistics(FirstField first, RowGroupRef rowGroup) {
    StoredLeaves stored = new StoredLeaves(first.plan, rowGroups, rowGroup);
    stored.find(new int[] {0});
    int group = stored.group(0);
    ColumnStatistics found =
        group < 0 ? null : stored.extent(group).statistics().get(stored.position(0));
    boolean isKnown =
        found != null && found.nullCount() == 0 && found.nanCount() == 0 && found.hasMinMax();
    return isKnown ? found : null;
  }
}
