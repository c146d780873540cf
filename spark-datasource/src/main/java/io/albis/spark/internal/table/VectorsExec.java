// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import java.util.List;
import org.apache.spark.sql.execution.ColumnarToRowTransition;
import org.apache.spark.sql.execution.SparkPlan;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * An operator that takes vectors and returns rows. Like Spark's own, it consists of elements, and
 * is equal by them. Public for Spark, which copies plans by reflection.
 */
public abstract class VectorsExec extends SparkPlan implements ColumnarToRowTransition {

  private static final long serialVersionUID = 1L;

  private final SparkPlan child;

  VectorsExec(SparkPlan child) {
    this.child = child;
  }

  @Override
  public final SparkPlan child() {
    return child;
  }

  @Override
  public final Seq<SparkPlan> children() {
    return CollectionConverters.asScala(List.of(child)).toIndexedSeq();
  }

  @Override
  public final SparkPlan withNewChildrenInternal(IndexedSeq<SparkPlan> newChildren) {
    return withNewChildInternal(newChildren.apply(0));
  }

  @Override
  public final boolean canEqual(Object other) {
    return other != null && other.getClass() == getClass();
  }

  @Override
  public final boolean equals(Object other) {
    return canEqual(other)
        && productIterator().sameElements(((VectorsExec) other).productIterator());
  }

  /** As that of all plans, by their elements. */
  @Override
  public final int hashCode() {
    return super.hashCode();
  }
}
