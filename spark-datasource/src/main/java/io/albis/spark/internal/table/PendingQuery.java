// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** A query that Spark must not use yet: it is not resolved. Never a part of an analyzed plan. */
final class PendingQuery extends LogicalPlan {

  private static final long serialVersionUID = 1L;

  private final LogicalPlan query;

  /** Also for Spark, which copies plans by reflection. */
  public PendingQuery(LogicalPlan query) {
    this.query = query;
  }

  LogicalPlan query() {
    return query;
  }

  @Override
  public boolean resolved() {
    return false;
  }

  @Override
  public Seq<Attribute> output() {
    return query.output();
  }

  @Override
  public Seq<LogicalPlan> children() {
    return CollectionConverters.asScala(List.of(query)).toSeq();
  }

  @Override
  public LogicalPlan withNewChildrenInternal(IndexedSeq<LogicalPlan> children) {
    return new PendingQuery(children.head());
  }

  @Override
  public int productArity() {
    return 1;
  }

  @Override
  public Object productElement(int index) {
    return query;
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof PendingQuery;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PendingQuery pending && query.equals(pending.query);
  }

  @Override
  public int hashCode() {
    return query.hashCode();
  }
}
