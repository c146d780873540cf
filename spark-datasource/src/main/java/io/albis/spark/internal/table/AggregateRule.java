// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.AlbisCacheSerializer;
import io.albis.spark.internal.cache.CachedAggregation;
import io.albis.spark.internal.cache.CachedFrames;
import io.albis.spark.internal.scan.AggregateScan;
import io.albis.spark.internal.scan.AlbisScan;
import io.albis.spark.internal.source.SourceOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.execution.ExpandExec;
import org.apache.spark.sql.execution.ProjectExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.UnionExec;
import org.apache.spark.sql.execution.adaptive.TableCacheQueryStageExec;
import org.apache.spark.sql.execution.aggregate.HashAggregateExec;
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.apache.spark.sql.execution.exchange.ShuffleExchangeExec;
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
    AggregateInput input = AggregateInput.of(aggregate.child(), isShuffled);
    SparkPlan source = input.source();
    if (!input.joins().isEmpty()
        || isShuffled && (source instanceof ExpandExec || source instanceof UnionExec)) {
      return JoinedAggregation.plan(aggregate, input);
    }
    if (source instanceof BatchScanExec scan) {
      // What the scan reports about its rows, such as their keys, does not hold for groups.
      return isShuffled ? inScan(aggregate, input, scan) : Optional.empty();
    }
    SparkPlan cached = source instanceof TableCacheQueryStageExec stage ? stage.plan() : source;
    return cached instanceof InMemoryTableScanExec scan
        ? inCache(aggregate, input, scan)
        : Optional.empty();
  }

  private static List<Expression> groups(HashAggregateExec aggregate) {
    return CollectionConverters.asJava(aggregate.groupingExpressions()).stream()
        .map(Expression.class::cast)
        .toList();
  }

  private static Optional<SparkPlan> inCache(
      HashAggregateExec aggregate, AggregateInput input, InMemoryTableScanExec scan) {
    boolean isOfAlbis =
        scan.supportsColumnar()
            && scan.relation().cacheBuilder().serializer() instanceof AlbisCacheSerializer
            && CachedFrames.of(scan.relation().output()).isPresent();
    if (!isOfAlbis || isOff()) {
      return Optional.empty();
    }
    return CachedAggregation.of(
            scan.output(),
            input.computed(),
            input.conditions(),
            groups(aggregate),
            CollectionConverters.asJava(aggregate.aggregateExpressions()))
        .map(
            aggregation ->
                projected(
                    aggregate.output(),
                    new CachedAggregateExec(
                        aggregate.output(),
                        aggregation,
                        aggregate.outputPartitioning(),
                        input.source())));
  }

  private static boolean isOff() {
    String option = SourceOptions.AGGREGATES;
    String value = SQLConf.get().getConfString(TableLoader.SESSION_PREFIX + option, "auto");
    return SourceOptions.of(Map.of(option, value)).aggregates() == SourceOptions.Choice.FALSE;
  }

  private static Optional<SparkPlan> inScan(
      HashAggregateExec aggregate, AggregateInput input, BatchScanExec scan) {
    if (!(scan.scan() instanceof AlbisScan rows) || !scan.runtimeFilters().isEmpty()) {
      return Optional.empty();
    }
    return rows.aggregated(
            names(scan),
            input.computed(),
            input.conditions(),
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
