// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.internal.write.BatchRow;
import java.util.Arrays;
import java.util.Iterator;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.execution.metric.SQLMetrics;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import scala.collection.immutable.Map;
import scala.collection.immutable.Map$;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Passes vectors on to a write of Albis, a {@link BatchRow} for each batch. Public for Spark, which
 * copies plans by reflection.
 */
public final class BatchRowsExec extends VectorsExec {

  private static final long serialVersionUID = 1L;

  private static final String ROWS = "numOutputRows";
  private static final String BATCHES = "numInputBatches";

  private final Seq<Attribute> output;
  private final Seq<Object> ordinals;

  /** Created when it is needed: plans are also copied where no session is active. */
  private transient Map<String, SQLMetric> metrics;

  /**
   * Creates an operator.
   *
   * @param output the columns of the table
   * @param ordinals for each of them, its number in the batches
   * @param child returns the batches
   */
  public BatchRowsExec(Seq<Attribute> output, Seq<Object> ordinals, SparkPlan child) {
    super(child);
    this.output = output;
    this.ordinals = ordinals;
  }

  @Override
  public Seq<Attribute> output() {
    return output;
  }

  @Override
  public synchronized Map<String, SQLMetric> metrics() {
    if (metrics == null) {
      metrics =
          Map$.MODULE$.from(
              CollectionConverters.asScala(
                  java.util.Map.of(
                      ROWS,
                      SQLMetrics.createMetric(sparkContext(), "number of output rows"),
                      BATCHES,
                      SQLMetrics.createMetric(sparkContext(), "number of input batches"))));
    }
    return metrics;
  }

  @Override
  public RDD<InternalRow> doExecute() {
    int[] columns =
        CollectionConverters.asJava(ordinals).stream().mapToInt(Integer.class::cast).toArray();
    SQLMetric rows = longMetric(ROWS);
    SQLMetric batches = longMetric(BATCHES);
    return child()
        .executeColumnar()
        .toJavaRDD()
        .<InternalRow>mapPartitions(all -> rows(all, columns, rows, batches))
        .rdd();
  }

  private static Iterator<InternalRow> rows(
      Iterator<ColumnarBatch> all, int[] columns, SQLMetric rows, SQLMetric batches) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return all.hasNext();
      }

      @Override
      public InternalRow next() {
        ColumnarBatch batch = all.next();
        rows.add(batch.numRows());
        batches.add(1);
        ColumnVector[] vectors =
            Arrays.stream(columns).mapToObj(batch::column).toArray(ColumnVector[]::new);
        return new BatchRow(new ColumnarBatch(vectors, batch.numRows()));
      }
    };
  }

  @Override
  public SparkPlan withNewChildInternal(SparkPlan newChild) {
    return new BatchRowsExec(output, ordinals, newChild);
  }

  @Override
  public int productArity() {
    return 3;
  }

  @Override
  public Object productElement(int index) {
    return switch (index) {
      case 0 -> output;
      case 1 -> ordinals;
      case 2 -> child();
      default -> throw new IndexOutOfBoundsException("Invalid element: " + index);
    };
  }
}
