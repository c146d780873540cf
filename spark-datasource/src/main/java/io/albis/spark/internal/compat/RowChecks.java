// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.compat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.BindReferences;
import org.apache.spark.sql.catalyst.expressions.CheckInvariant;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.package$;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.connector.catalog.constraints.Check;
import org.apache.spark.sql.connector.catalog.constraints.Constraint;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Checks rows against the constraints of a table, where Spark does not: in streams. Spark's
 * expression exists since Spark 4.1; earlier versions cannot load this class.
 */
public final class RowChecks {

  private RowChecks() {}

  /**
   * Returns an expression on rows of a table. It throws Spark's exception for a row that violates a
   * constraint, and is true for all others; null if there is nothing to check.
   *
   * @param table its name, for messages
   * @param stored the properties that are constraints
   * @param columns of the rows
   */
  public static Expression of(String table, Map<String, String> stored, StructType columns) {
    Expression all = null;
    for (Constraint constraint : TableConstraints.parse(table, stored)) {
      // What has a predicate besides its SQL is true for all rows.
      if (constraint instanceof Check check && check.predicate() == null) {
        Expression one = invariant(check, columns);
        all = all == null ? one : new And(all, one);
      }
    }
    return all;
  }

  private static Expression invariant(Check check, StructType columns) {
    SparkSession session = (SparkSession) org.apache.spark.sql.SparkSession.active();
    LogicalPlan plan =
        session
            .createDataFrame(List.of(), columns)
            .filter(functions.expr(check.predicateSql()))
            .queryExecution()
            .analyzed();
    Expression condition = ((Filter) plan).condition();
    List<Tuple2<String, Expression>> shown = new ArrayList<>();
    for (Attribute attribute : CollectionConverters.asJava(condition.references().toSeq())) {
      shown.add(new Tuple2<>(attribute.name(), (AttributeReference) attribute));
    }
    return BindReferences.bindReference(
        new CheckInvariant(
            condition,
            CollectionConverters.asScala(shown).toSeq(),
            check.name(),
            check.predicateSql()),
        package$.MODULE$.AttributeSeq(((Filter) plan).child().output()),
        false);
  }
}
