// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.AlbisCacheSerializer;
import io.albis.spark.internal.cache.CachedAggregation;
import io.albis.spark.internal.cache.CachedFrames;
import io.albis.spark.internal.scan.AggregateScan;
import io.albis.spark.internal.scan.AlbisScan;
import io.albis.spark.internal.source.SourceOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.execution.FilterExec;
import org.apache.spark.sql.execution.ProjectExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.TableCacheQueryStageExec;
import org.apache.spark.sql.execution.aggregate.HashAggregateExec;
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.apache.spark.sql.execution.exchange.ShuffleExchangeExec;
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec;
import org.apache.spark.sql.internal.SQLConf;
import scala.Option;
import scala.collection.immutable.Nil$;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Lets a scan, of a table or of a cached data frame, aggregate the rows of each task, where Spark
 * would do that with each row it gets and combine the results, after a shuffle if need be. The scan
 * returns the same buffers. See {@link JoinedAggregation} for scans whose rows are joined before.
 */
final class AggregateRule extends PlanRule {

  @Override
  SparkPlan apply(SparkPlan plan) {
    return aggregated(plan);
  }

  private static SparkPlan aggregated(SparkPlan plan) {
    SparkPlan changed = plan.mapChildren(AggregateRule::aggregated);
    // Of two aggregations, the first one is partial: Spark groups its results again.
    return changed instanceof ShuffleExchangeExec || changed instanceof HashAggregateExec
        ? changed.mapChildren(
            child ->
                child instanceof HashAggregateExec aggregate && isPartial(aggregate)
                    ? aggregated(aggregate, changed instanceof ShuffleExchangeExec).orElse(child)
                    : child)
        : changed;
  }

  private static boolean isPartial(HashAggregateExec aggregate) {
    return aggregate.requiredChildDistributionExpressions().isEmpty();
  }

  private static Optional<SparkPlan> aggregated(HashAggregateExec aggregate, boolean isShuffled) {
    Map<ExprId, Expression> computed = new HashMap<>();
    List<Expression> conditions = new ArrayList<>();
    List<BroadcastHashJoinExec> joins = new ArrayList<>();
    SparkPlan child = aggregate.child();
    while (true) {
      if (child instanceof ProjectExec project) {
        for (NamedExpression column : CollectionConverters.asJava(project.projectList())) {
          if (column instanceof Alias alias) {
            computed.put(alias.exprId(), alias.child());
          }
        }
        child = project.child();
      } else if (child instanceof FilterExec filter) {
        conditions.add(filter.condition());
        child = filter.child();
      } else if (isShuffled
          && conditions.isEmpty()
          && child instanceof BroadcastHashJoinExec join
          && JoinedAggregation.hasOneMatch(join)) {
        joins.add(join);
        child = JoinKeyRule.streamed(join);
      } else {
        break;
      }
    }
    if (!joins.isEmpty()) {
      return child instanceof BatchScanExec scan && scan.scan() instanceof AlbisScan rows
          ? new JoinedAggregation(aggregate, computed, scan, joins, conditions).plan(rows)
          : Optional.empty();
    }
    if (child instanceof BatchScanExec scan) {
      // What the scan reports about its rows, such as their keys, does not hold for groups.
      return isShuffled ? inScan(aggregate, computed, conditions, scan) : Optional.empty();
    }
    SparkPlan source = child instanceof TableCacheQueryStageExec stage ? stage.plan() : child;
    return source instanceof InMemoryTableScanExec scan
        ? inCache(aggregate, computed, conditions, scan, child)
        : Optional.empty();
  }

  private static List<Expression> groups(HashAggregateExec aggregate) {
    return CollectionConverters.asJava(aggregate.groupingExpressions()).stream()
        .map(Expression.class::cast)
        .toList();
  }

  private static Optional<SparkPlan> inCache(
      HashAggregateExec aggregate,
      Map<ExprId, Expression> computed,
      List<Expression> conditions,
      InMemoryTableScanExec scan,
      SparkPlan source) {
    boolean isOfAlbis =
        scan.supportsColumnar()
            && scan.relation().cacheBuilder().serializer() instanceof AlbisCacheSerializer
            && CachedFrames.of(scan.relation().output()).isPresent();
    if (!isOfAlbis || isOff()) {
      return Optional.empty();
    }
    return CachedAggregation.of(
            scan.output(),
            computed,
            conditions,
            groups(aggregate),
            CollectionConverters.asJava(aggregate.aggregateExpressions()))
        .map(
            aggregation ->
                projected(
                    aggregate.output(),
                    new CachedAggregateExec(
                        aggregate.output(), aggregation, aggregate.outputPartitioning(), source)));
  }

  private static boolean isOff() {
    String option = SourceOptions.AGGREGATES;
    String value = SQLConf.get().getConfString(TableLoader.SESSION_PREFIX + option, "auto");
    return SourceOptions.of(Map.of(option, value)).aggregates() == SourceOptions.Choice.FALSE;
  }

  private static Optional<SparkPlan> inScan(
      HashAggregateExec aggregate,
      Map<ExprId, Expression> computed,
      List<Expression> conditions,
      BatchScanExec scan) {
    if (!(scan.scan() instanceof AlbisScan rows) || !scan.runtimeFilters().isEmpty()) {
      return Optional.empty();
    }
    return rows.aggregated(
            names(scan),
            computed,
            conditions,
            groups(aggregate),
            CollectionConverters.asJava(aggregate.aggregateExpressions()),
            List.of())
        .map(aggregates -> groups(scan, aggregates, aggregate.output()));
  }

  /** Returns the names of the columns of a scan. */
  static Map<ExprId, String> names(BatchScanExec scan) {
    Map<ExprId, String> names = new HashMap<>();
    CollectionConverters.asJava(scan.output())
        .forEach(column -> names.put(column.exprId(), column.name()));
    return names;
  }

  /**
   * Returns a scan of groups instead of rows.
   *
   * @param output what Spark calls the buffers of the aggregation
   */
  static SparkPlan groups(BatchScanExec scan, AggregateScan aggregates, Seq<Attribute> output) {
    Object[] fields = new Object[scan.productArity()];
    for (int i = 0; i < fields.length; i++) {
      Object field = scan.productElement(i);
      fields[i] =
          switch (scan.productElementName(i)) {
            case "output" -> output;
            case "scan" -> aggregates;
            case "runtimeFilters" -> Nil$.MODULE$;
            default -> field instanceof Option ? Option.empty() : field;
          };
    }
    return projected(output, (BatchScanExec) scan.makeCopy(fields));
  }

  /** Spark's operators expect rows in its own representation, which a projection creates. */
  private static SparkPlan projected(Seq<Attribute> output, SparkPlan groups) {
    return new ProjectExec(
        CollectionConverters.asScala(
                CollectionConverters.asJava(output).stream()
                    .map(NamedExpression.class::cast)
                    .toList())
            .toIndexedSeq(),
        groups);
  }
}
