// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.format.schema.Schema;
import io.albis.reader.ColumnSummary;
import io.albis.reader.FirstRows;
import io.albis.reader.Predicate;
import io.albis.reader.RowGroupInfo;
import io.albis.spark.internal.aggregate.StatisticsValues;
import io.albis.spark.internal.predicate.ColumnReference;
import io.albis.spark.internal.read.ReadSpec;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Source;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.NullOrdering;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;

/**
 * The sort and limit of a query. Spark sorts and limits in any case; the scan leaves out rows that
 * surely are not among the first ones.
 *
 * @param order of the query
 * @param rows how many of the first rows it needs
 * @param column the first one of the order
 */
record TopN(List<SortOrder> order, int rows, ColumnReference column) {

  /** The rows of a row group of which a bound is known, up to nulls. */
  private record Bounded(Object bound, long rows) {}

  /** Returns empty if statistics do not help with the order. */
  static Optional<TopN> of(SortOrder[] order, int rows, Schema schema) {
    if (order.length == 0
        || rows <= 0
        || !(order[0].expression() instanceof NamedReference reference)) {
      return Optional.empty();
    }
    return ColumnReference.resolve(List.of(reference.fieldNames()), schema)
        .filter(ColumnReference::isComparable)
        .map(column -> new TopN(List.of(order), rows, column));
  }

  private boolean isDescending() {
    return order.get(0).direction() == SortDirection.DESCENDING;
  }

  /** Whether rows in some order are in that of the query. */
  boolean isOrderOf(List<SortOrder> sorted) {
    return sorted.size() >= order.size() && sorted.subList(0, order.size()).equals(order);
  }

  /**
   * Returns a condition that is true for the first rows. Row groups with enough rows have bounds
   * that no other of the first rows exceeds. Reads metadata of each row group.
   *
   * @param spec with the filter; row groups count of which all rows match
   * @return empty if statistics do not rule out any row
   */
  Optional<Predicate> pruning(ReadSpec spec, Schema schema) {
    String path = schema.leaf(column.field().id()).path();
    List<Bounded> rowGroups = new ArrayList<>();
    for (Source source : spec.sources()) {
      try (OpenDatasets.Lease lease = OpenDatasets.acquire(source)) {
        spec.scan(lease)
            .visitRowGroups(
                List.of(column.path()),
                rowGroup -> {
                  add(rowGroup, path, rowGroups);
                  return true;
                });
      }
    }
    Comparator<Object> ascending = StatisticsValues.order(column.type());
    Comparator<Object> inOrder = isDescending() ? ascending.reversed() : ascending;
    rowGroups.sort(Comparator.comparing(Bounded::bound, inOrder));
    long found = 0;
    for (Bounded rowGroup : rowGroups) {
      found += rowGroup.rows();
      if (found >= rows) {
        return Optional.of(notAfter(rowGroup.bound()));
      }
    }
    return Optional.empty();
  }

  /** Leaves out rows by those that a task has read before. */
  ReadSpec limit(ReadSpec spec) {
    boolean nullsLast = order.get(0).nullOrdering() == NullOrdering.NULLS_LAST;
    return rows <= FirstRows.MAX_ROWS
        ? spec.limitTo(new ReadSpec.Top(column.path(), isDescending(), nullsLast, rows))
        : spec;
  }

  /** NaN is greater than all numbers, and bounds do not cover it. */
  private void add(RowGroupInfo rowGroup, String path, List<Bounded> target) {
    for (ColumnSummary summary : rowGroup.columns()) {
      if (rowGroup.matchesAll() && summary.path().equals(path) && summary.hasUtf8Bounds()) {
        long values =
            summary.rowCount() - summary.nullCount() - (isDescending() ? 0 : summary.nanCount());
        (isDescending() ? summary.min() : summary.max())
            .ifPresent(bound -> target.add(new Bounded(bound, values)));
      }
    }
  }

  private Predicate notAfter(Object bound) {
    Predicate values =
        isDescending()
            ? Predicate.greaterOrEqual(column.path(), bound)
            : Predicate.lessOrEqual(column.path(), bound);
    return order.get(0).nullOrdering() == NullOrdering.NULLS_FIRST
        ? Predicate.or(values, Predicate.isNull(column.path()))
        : values;
  }
}
