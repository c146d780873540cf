// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.format.schema.Partitioning;
import io.albis.format.schema.SortColumn;
import io.albis.spark.internal.scan.ReportedOrder;
import io.albis.writer.DistributedWrite;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.types.StructType;

/**
 * How Spark distributes and sorts rows before they are written, so that each task has rows of few
 * partitions, in the order of the table.
 *
 * <p>Only columns are used, not transforms of them, as not every catalog has these as functions:
 * ranges of a timestamp are ranges of its days, too. Rows are not distributed by buckets and
 * truncations.
 *
 * @param distribution of rows to tasks
 * @param ordering within a task
 */
record RowOrder(Distribution distribution, List<SortOrder> ordering) {

  static final RowOrder NONE = new RowOrder(Distributions.unspecified(), List.of());

  /**
   * Returns what suits the table of a write.
   *
   * @param types of the rows
   */
  static RowOrder of(DistributedWrite write, StructType types) {
    List<SortColumn> keys = new ArrayList<>();
    List<SortColumn> identities = new ArrayList<>();
    for (Partitioning field : write.partitioning()) {
      SortColumn key = SortColumn.ascending(field.path());
      switch (field.transform().kind()) {
        case IDENTITY -> {
          keys.add(key);
          identities.add(key);
        }
        case YEAR, MONTH, DAY, HOUR -> keys.add(key);
        default -> {}
      }
    }
    List<SortColumn> sorted = write.sortColumns();
    // A timestamp before them would break the order within a partition of days.
    List<SortColumn> first = sorted.isEmpty() ? keys : identities;
    List<SortOrder> ordering = ReportedOrder.of(concat(first, sorted), write.schema(), types);
    List<SortOrder> ranges = ReportedOrder.of(concat(keys, sorted), write.schema(), types);
    if (ranges.isEmpty()) {
      return NONE;
    }
    int keyCount = keys.size();
    boolean isClustered =
        keyCount > 0 && identities.size() == keyCount && ranges.size() >= keyCount;
    Distribution distribution =
        isClustered
            ? Distributions.clustered(
                ranges.stream()
                    .limit(keyCount)
                    .map(SortOrder::expression)
                    .toArray(Expression[]::new))
            : Distributions.ordered(ranges.toArray(SortOrder[]::new));
    return new RowOrder(distribution, ordering);
  }

  private static List<SortColumn> concat(List<SortColumn> first, List<SortColumn> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }
}
