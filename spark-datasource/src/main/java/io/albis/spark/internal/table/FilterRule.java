// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.internal.predicate.NullConditions;
import io.albis.spark.internal.read.FilteredStream;
import io.albis.spark.internal.scan.AlbisScan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.execution.FilterExec;
import org.apache.spark.sql.execution.ProjectExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Strategy$;
import org.apache.spark.sql.execution.datasources.v2.MicroBatchScanExec;
import scala.collection.immutable.Seq;

/**
 * Gives scans the conditions above them that Spark has added after its pushdown, such as those that
 * follow from a subquery, gives streams all conditions, of which Spark pushes none, and takes away
 * those that Spark evaluates a second time so that its planning sees them ({@link
 * AlbisTable#joined()}).
 */
final class FilterRule extends PlanRule {

  @Override
  SparkPlan apply(SparkPlan plan) {
    return filtered(plan);
  }

  private static SparkPlan filtered(SparkPlan plan) {
    SparkPlan changed = plan.mapChildren(FilterRule::filtered);
    if (changed instanceof FilterExec filter
        && filter.child() instanceof MicroBatchScanExec scan
        && scan.stream() instanceof FilteredStream stream) {
      return filtered(filter, scan, stream);
    }
    return changed instanceof FilterExec filter
            && filter.child() instanceof BatchScanExec scan
            && scan.scan() instanceof AlbisScan rows
        ? filtered(filter, scan, rows)
        : changed;
  }

  private static SparkPlan filtered(FilterExec filter, BatchScanExec scan, AlbisScan rows) {
    AlbisScan filtered = rows;
    List<Expression> left = new ArrayList<>();
    List<Expression> conditions = PatternConditions.conjuncts(filter.condition());
    for (Expression condition : conditions) {
      Optional<AlbisScan> next = filtered(filtered, condition);
      if (next.isEmpty()) {
        left.add(condition);
      }
      filtered = next.orElse(filtered);
    }
    if (left.size() == conditions.size()) {
      return filter;
    }
    SparkPlan replaced = PlanFields.replace(scan, rows, filtered);
    return left.stream()
        .reduce(And::new)
        .<SparkPlan>map(condition -> new FilterExec(condition, replaced))
        .orElse(replaced);
  }

  private static Optional<AlbisScan> filtered(AlbisScan scan, Expression condition) {
    return translated(condition).flatMap(scan::filtered);
  }

  /** Spark evaluates all conditions again. */
  @SuppressWarnings("unchecked") // attributes are named expressions, and the list is immutable
  private static SparkPlan filtered(
      FilterExec filter, MicroBatchScanExec scan, FilteredStream stream) {
    List<Predicate> predicates =
        PatternConditions.conjuncts(filter.condition()).stream()
            .flatMap(condition -> translated(condition).stream())
            .toList();
    SparkPlan filtered = PlanFields.replace(scan, stream, stream.filtered(predicates));
    // Scans of equal streams are equal, and Spark changes no plan into one that is equal to it.
    SparkPlan different =
        new ProjectExec((Seq<NamedExpression>) (Seq<?>) filtered.output(), filtered);
    return new FilterExec(filter.condition(), different);
  }

  private static Optional<Predicate> translated(Expression condition) {
    var translated =
        DataSourceV2Strategy$.MODULE$.translateFilterV2(NullConditions.rewrite(condition));
    return translated.isEmpty() ? Optional.empty() : Optional.of(translated.get());
  }
}
