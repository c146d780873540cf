// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.internal.cache.CachedAggregation;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.plans.physical.Partitioning;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.execution.metric.SQLMetrics;
import scala.collection.immutable.Map;
import scala.collection.immutable.Map$;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Groups of the rows of cached batches, and what Spark needs to finish their aggregates. Takes
 * vectors and returns rows, which are not in Spark's own representation. Public for Spark, which
 * copies plans by reflection.
 */
public final class CachedAggregateExec extends VectorsExec {

  private static final long serialVersionUID = 1L;

  private static final String GROUPS = "numOutputRows";

  private final Seq<Attribute> output;
  private final CachedAggregation aggregation;
  private final transient Partitioning partitioning;

  /** Created when it is needed: plans are also copied where no session is active. */
  private transient Map<String, SQLMetric> metrics;

  /**
   * Creates an operator.
   *
   * @param output the buffers of the aggregation
   * @param partitioning of the groups
   * @param child returns the columns of the aggregation
   */
  public CachedAggregateExec(
      Seq<Attribute> output,
      CachedAggregation aggregation,
      Partitioning partitioning,
      SparkPlan child) {
    super(child);
    this.output = output;
    this.aggregation = aggregation;
    this.partitioning = partitioning;
  }

  @Override
  public Seq<Attribute> output() {
    return output;
  }

  @Override
  public Partitioning outputPartitioning() {
    return partitioning;
  }

  @Override
  public AttributeSet producedAttributes() {
    return outputSet();
  }

  @Override
  public synchronized Map<String, SQLMetric> metrics() {
    if (metrics == null) {
      SQLMetric groups = SQLMetrics.createMetric(sparkContext(), "number of output rows");
      metrics = Map$.MODULE$.from(CollectionConverters.asScala(java.util.Map.of(GROUPS, groups)));
    }
    return metrics;
  }

  @Override
  public RDD<InternalRow> doExecute() {
    return aggregation.groups(child().executeColumnar(), longMetric(GROUPS));
  }

  @Override
  public SparkPlan withNewChildInternal(SparkPlan newChild) {
    return new CachedAggregateExec(output, aggregation, partitioning, newChild);
  }

  @Override
  public int productArity() {
    return 4;
  }

  @Override
  public Object productElement(int index) {
    return switch (index) {
      case 0 -> output;
      case 1 -> aggregation;
      case 2 -> partitioning;
      case 3 -> child();
      default -> throw new IndexOutOfBoundsException("Invalid element: " + index);
    };
  }
}
