// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.format.error.InvalidArgumentException;
import io.albis.reader.Aggregator;
import java.util.Map;
import org.apache.spark.QueryContext;
import org.apache.spark.SparkArithmeticException;
import org.apache.spark.sql.catalyst.InternalRow;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The groups of the rows of a task. If there are more than fit into its table, it returns those
 * that it has, and starts again: a group may come several times. Not thread-safe.
 */
public final class PartialGroups {

  private static final String ANSI = "\"spark.sql.ansi.enabled\"";

  private final PartialAggregation aggregation;
  private final Batches batches;

  /** Null before the first batch. */
  private Aggregator aggregator;

  private PartialRows rows;

  /** The next row of the current batch. */
  private int position;

  private boolean isOnBatch;
  private boolean isAtEnd;
  private long added;

  /** The batches of a task, one after another. */
  public interface Batches {

    /** Advances; returns whether there is a batch. */
    boolean advance();

    /** Returns an aggregator for such batches as the current one. */
    Aggregator aggregator(PartialAggregation aggregation);

    /** Returns the number of rows of the current batch. */
    int rowCount();

    /** Adds rows of the current batch; returns the first one that is not added. */
    int add(Aggregator aggregator, int from, int maxGroups);
  }

  /** Creates the groups; they read no batch until they are asked for. */
  public PartialGroups(PartialAggregation aggregation, Batches batches) {
    this.aggregation = aggregation;
    this.batches = batches;
  }

  /** Returns a new row with the buffers of a group; null at the end. */
  public InternalRow next() {
    InternalRow row = rows == null ? null : rows.next();
    while (row == null && !isAtEnd) {
      aggregate();
      row = rows == null ? null : rows.next();
    }
    return row;
  }

  /** Whether all rows are added. */
  boolean isAtEnd() {
    return isAtEnd;
  }

  /** The number of rows that were added. */
  long added() {
    return added;
  }

  /** Adds rows until the table is full, or to the end. */
  private void aggregate() {
    if (aggregator != null) {
      aggregator.clear();
      rows.reset();
    }
    while (isOnBatch || batches.advance()) {
      if (!isOnBatch) {
        isOnBatch = true;
        position = 0;
        open();
      }
      int from = position;
      position = add(from);
      added += position - from;
      if (position < batches.rowCount()) {
        return;
      }
      isOnBatch = false;
    }
    isAtEnd = true;
  }

  private void open() {
    if (aggregator == null) {
      aggregator = batches.aggregator(aggregation);
      rows = new PartialRows(aggregator, aggregation.buffers());
    }
  }

  private int add(int from) {
    try {
      return batches.add(aggregator, from, PartialAggregation.MAX_GROUPS);
    } catch (InvalidArgumentException e) {
      // Such an aggregation is in the scan only if Spark, too, fails on more than 38 digits.
      throw error(
          "ARITHMETIC_OVERFLOW",
          Map.of("message", e.getMessage(), "alternative", "", "config", ANSI),
          e);
    } catch (ArithmeticException e) {
      throw error("DIVIDE_BY_ZERO", Map.of("config", ANSI), e);
    }
  }

  private static SparkArithmeticException error(
      String condition, Map<String, String> parameters, RuntimeException cause) {
    SparkArithmeticException error =
        new SparkArithmeticException(
            condition,
            scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(parameters)),
            new QueryContext[0],
            "");
    error.initCause(cause);
    return error;
  }
}
