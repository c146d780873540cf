// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.internal.write.TableWrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.execution.ProjectExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.datasources.v2.AppendDataExec;
import org.apache.spark.sql.execution.datasources.v2.OverwriteByExpressionExec;
import org.apache.spark.sql.execution.datasources.v2.OverwritePartitionsDynamicExec;
import org.apache.spark.sql.execution.datasources.v2.V2ExistingTableWriteExec;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Lets a write take the vectors of a scan, such as one of Parquet, instead of rows that Spark makes
 * of them: if the table gets columns of the scan as they are, in any order, and the write needs
 * neither a shuffle nor a sort.
 */
final class BatchWriteRule extends PlanRule {

  @Override
  SparkPlan apply(SparkPlan plan) {
    boolean isOfRows =
        plan instanceof AppendDataExec
            || plan instanceof OverwriteByExpressionExec
            || plan instanceof OverwritePartitionsDynamicExec;
    if (!isOfRows
        || !(plan instanceof V2ExistingTableWriteExec existing)
        || !(existing.write() instanceof TableWrite write)
        || !write.takesBatches()) {
      return plan;
    }
    return batches(existing.query())
        .map(
            query ->
                plan.withNewChildren(
                    CollectionConverters.asScala(List.<SparkPlan>of(query)).toIndexedSeq()))
        .orElse(plan);
  }

  private static Optional<SparkPlan> batches(SparkPlan query) {
    List<Attribute> sources = new ArrayList<>(CollectionConverters.asJava(query.output()));
    SparkPlan child = query;
    while (child instanceof ProjectExec project) {
      List<NamedExpression> list = CollectionConverters.asJava(project.projectList());
      for (int i = 0; i < sources.size(); i++) {
        NamedExpression column = list.get(ordinal(project, sources.get(i)));
        if (column instanceof Attribute attribute) {
          sources.set(i, attribute);
        } else if (column instanceof Alias alias && alias.child() instanceof Attribute attribute) {
          sources.set(i, attribute);
        } else {
          return Optional.empty();
        }
      }
      child = project.child();
    }
    if (!child.supportsColumnar() || sources.isEmpty()) {
      return Optional.empty();
    }
    List<Object> ordinals = new ArrayList<>();
    for (Attribute source : sources) {
      ordinals.add(ordinal(child, source));
    }
    return Optional.of(
        new BatchRowsExec(
            query.output(), CollectionConverters.asScala(ordinals).toIndexedSeq(), child));
  }

  private static int ordinal(SparkPlan plan, Attribute column) {
    List<Attribute> all = CollectionConverters.asJava(plan.output());
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).exprId().equals(column.exprId())) {
        return i;
      }
    }
    throw new IllegalStateException("Cannot find column " + column + " among " + plan.output());
  }
}
