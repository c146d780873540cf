// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.format.schema.Partitioning;
import io.albis.format.schema.SortColumn;
import io.albis.format.schema.TransformKind;
import io.albis.spark.internal.scan.ReportedOrder;
import io.albis.writer.DistributedWrite;
import java.util.ArrayList;
import java.util.List;
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
    boolean isIdentity = true;
    for (Partitioning field : write.partitioning()) {
      TransformKind kind = field.transform().kind();
      if (kind != TransformKind.BUCKET && kind != TransformKind.TRUNCATE) {
        keys.add(SortColumn.ascending(field.path()));
        isIdentity &= kind == TransformKind.IDENTITY;
      }
    }
    int keyCount = keys.size();
    keys.addAll(write.sortColumns());
    List<SortOrder> ordering = ReportedOrder.of(keys, write.schema(), types);
    if (ordering.isEmpty()) {
      return NONE;
    }
    boolean isClustered = isIdentity && keyCount > 0 && ordering.size() >= keyCount;
    Distribution distribution =
        isClustered
            ? Distributions.clustered(
                ordering.stream()
                    .limit(keyCount)
                    .map(SortOrder::expression)
                    .toArray(Expression[]::new))
            : Distributions.ordered(ordering.toArray(SortOrder[]::new));
    return new RowOrder(distribution, ordering);
  }
}
