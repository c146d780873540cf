// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.reader.Aggregator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;

/** Gives Spark the groups of a partition instead of its rows. */
final class AggregateReader implements PartitionReader<InternalRow>, PartialGroups.Batches {

  private final SplitCursor cursor;
  private final ReportedMetrics metrics;
  private final PartialGroups groups;
  private InternalRow current;

  /** Rows that Spark has got, each of which it counts. */
  private long returned;

  AggregateReader(ReadSpec spec, PartialAggregation aggregation, ScanPartition partition) {
    this.cursor = new SplitCursor(spec, partition);
    this.metrics = new ReportedMetrics(cursor);
    this.groups = new PartialGroups(aggregation, this);
  }

  @Override
  public boolean next() {
    current = groups.next();
    returned += current == null ? 0 : 1;
    return current != null;
  }

  @Override
  public InternalRow get() {
    return current;
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return metrics.values(groups.isAtEnd());
  }

  @Override
  @SuppressWarnings("deprecation") // since Spark 4.2, which adds up itself
  public void initMetricsValues(CustomTaskMetric[] before) {
    metrics.startWith(before);
  }

  /** Releases all memory, also in the middle of the partition. */
  @Override
  public void close() {
    InputRows.add(groups.added() - returned);
    returned = groups.added();
    cursor.close();
  }

  @Override
  public boolean advance() {
    return cursor.next();
  }

  @Override
  public Aggregator aggregator(PartialAggregation aggregation) {
    return aggregation.aggregator(cursor.batch().schema());
  }

  @Override
  public int rowCount() {
    return cursor.batch().selectedCount();
  }

  @Override
  public int add(Aggregator aggregator, int from, int maxGroups) {
    return aggregator.add(cursor.batch(), from, maxGroups);
  }
}
