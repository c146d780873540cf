// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.trees.TreeNode;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Makes parts of plans, and copies those whose number of fields depends on the version of Spark.
 */
final class PlanFields {

  private PlanFields() {}

  /** Returns a copy with another value instead of one that is a field. */
  @SuppressWarnings("unchecked") // a copy has the class of the plan
  static <P extends TreeNode<?>> P replace(P plan, Object field, Object other) {
    Object[] fields = new Object[plan.productArity()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = plan.productElement(i) == field ? other : plan.productElement(i);
    }
    return (P) plan.makeCopy(fields);
  }

  /** Returns what an output of a projection or an aggregation is, without its name. */
  static Optional<Expression> source(Seq<NamedExpression> outputs, Attribute output) {
    return CollectionConverters.asJava(outputs).stream()
        .filter(found -> found.exprId().equals(output.exprId()))
        .map(found -> found instanceof Alias alias ? alias.child() : (Expression) found)
        .findFirst();
  }

  /** Names an expression. */
  static NamedExpression alias(Expression expression, String name, ExprId id) {
    return new Alias(
        expression,
        name,
        id,
        CollectionConverters.asScala(List.<String>of()).toIndexedSeq(),
        Option.empty(),
        CollectionConverters.asScala(List.<String>of()).toIndexedSeq());
  }
}
