// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.format.error.InvalidArgumentException;
import io.albis.reader.Aggregator;
import java.util.Map;
import org.apache.spark.QueryContext;
import org.apache.spark.SparkArithmeticException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Gives Spark the groups of a partition instead of its rows. If there are more than fit into its
 * table, it returns those that it has, and starts again: a group may come several times.
 */
final class AggregateReader implements PartitionReader<InternalRow> {

  private static final String ANSI = "\"spark.sql.ansi.enabled\"";

  private final PartialAggregation aggregation;
  private final SplitCursor cursor;
  private final ReportedMetrics metrics;

  /** Null before the first batch. */
  private Aggregator aggregator;

  private PartialRows rows;

  /** The next selected row of the current batch. */
  private int position;

  private boolean isOnBatch;
  private boolean isAtEnd;
  private InternalRow current;

  /** Rows of the scan, and rows that Spark has got and has counted. */
  private long added;

  private long returned;

  AggregateReader(ReadSpec spec, PartialAggregation aggregation, ScanPartition partition) {
    this.aggregation = aggregation;
    this.cursor = new SplitCursor(spec, partition);
    this.metrics = new ReportedMetrics(cursor);
  }

  @Override
  public boolean next() {
    current = rows == null ? null : rows.next();
    while (current == null && !isAtEnd) {
      aggregate();
      current = rows == null ? null : rows.next();
    }
    returned += current == null ? 0 : 1;
    return current != null;
  }

  /** Adds rows until the table is full, or to the end. */
  private void aggregate() {
    if (aggregator != null) {
      aggregator.clear();
      rows.reset();
    }
    while (isOnBatch || cursor.next()) {
      if (!isOnBatch) {
        isOnBatch = true;
        position = 0;
        open();
      }
      int from = position;
      position = add(from);
      added += position - from;
      if (position < cursor.batch().selectedCount()) {
        return;
      }
      isOnBatch = false;
    }
    isAtEnd = true;
  }

  private int add(int from) {
    try {
      return aggregator.add(cursor.batch(), from, PartialAggregation.MAX_GROUPS);
    } catch (InvalidArgumentException e) {
      // Such an aggregation is in the scan only if Spark, too, fails on more than 38 digits.
      SparkArithmeticException overflow =
          new SparkArithmeticException(
              "ARITHMETIC_OVERFLOW",
              scala.collection.immutable.Map$.MODULE$.from(
                  CollectionConverters.asScala(
                      Map.of("message", e.getMessage(), "alternative", "", "config", ANSI))),
              new QueryContext[0],
              "");
      overflow.initCause(e);
      throw overflow;
    }
  }

  private void open() {
    if (aggregator == null) {
      aggregator = new Aggregator(aggregation.aggregation(), cursor.batch().schema());
      rows = new PartialRows(aggregator, aggregation.buffers());
    }
  }

  @Override
  public InternalRow get() {
    return current;
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return metrics.values(isAtEnd);
  }

  @Override
  @SuppressWarnings("deprecation") // since Spark 4.2, which adds up itself
  public void initMetricsValues(CustomTaskMetric[] before) {
    metrics.startWith(before);
  }

  /** Releases all memory, also in the middle of the partition. */
  @Override
  public void close() {
    InputRows.add(added - returned);
    added = returned;
    cursor.close();
  }
}
