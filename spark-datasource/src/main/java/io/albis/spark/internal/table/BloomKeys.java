// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.internal.scan.AlbisScan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.expressions.BloomFilterMightContain;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.ScalarSubquery;
import org.apache.spark.sql.catalyst.expressions.XxHash64;
import org.apache.spark.sql.catalyst.expressions.aggregate.BloomFilterAggregate;
import org.apache.spark.sql.catalyst.optimizer.BuildLeft$;
import org.apache.spark.sql.catalyst.optimizer.BuildSide;
import org.apache.spark.sql.catalyst.plans.JoinType;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.connector.write.RowLevelOperationTable;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A key of one side of a join that shuffles or broadcasts the other one. It comes from a table of
 * which a filter selects few rows, perhaps also a join with what is broadcast: reading these rows a
 * second time, before the other side is read, costs little beside the rows of that side that need
 * not be shuffled and sorted, or sent to all. They become a Bloom filter, as in Spark's own runtime
 * filters, which Spark plans only for scans of 10 GB and for conditions that it evaluates itself.
 *
 * @param plan whose rows have all keys of the side, and maybe others
 * @param key a column of the plan
 * @param read rows of the table
 * @param share estimate of the share of the table that the plan selects, from 0 to 1
 * @param tasks of the plan, each of which makes a Bloom filter
 */
record BloomKeys(LogicalPlan plan, Expression key, double read, double share, int tasks)
    implements KeySource {

  /** Of fewer rows, an exchange costs no more than the job for the Bloom filter. */
  private static final double MIN_ROWS = 1_000_000;

  /** Keys that Spark's largest Bloom filter, of 8 MiB, tells from most others. */
  private static final double MAX_KEYS = 8_000_000;

  private static final double MAX_SHARE = 0.5;

  /** Rows that are read for each that is tested: an exchange costs a hundred times as much. */
  private static final double MAX_READ = 8;

  /** Bytes of the Bloom filters of all tasks, which are sent to one of them. */
  private static final double MAX_BYTES = 1 << 29;

  private static final double BYTES_PER_KEY = 2;

  /** Keys of a Bloom filter, at least: the estimate may be too low. */
  private static final long MIN_KEYS = 1 << 16;

  private double rows() {
    return share * read;
  }

  @Override
  public Expression test(Expression value) {
    long keys = Math.max(MIN_KEYS, (long) Math.min(rows(), MAX_KEYS));
    BloomFilterAggregate filter = new BloomFilterAggregate(new XxHash64(seq(List.of(key))), keys);
    NamedExpression result =
        PlanFields.alias(filter.toAggregateExpression(), "keys", NamedExpression.newExprId());
    LogicalPlan filters = new Aggregate(seq(List.of()), seq(List.of(result)), plan, Option.empty());
    ScalarSubquery subquery =
        new ScalarSubquery(
            filters,
            seq(List.of()),
            NamedExpression.newExprId(),
            seq(List.of()),
            Option.empty(),
            Option.empty(),
            Option.empty());
    return new BloomFilterMightContain(subquery, new XxHash64(seq(List.of(value))));
  }

  @Override
  public boolean isWorthwhile(AlbisScan scan, List<KeySource> broadcasts) {
    double rows = rows();
    if (share > MAX_SHARE
        || rows > MAX_KEYS
        || tasks * BYTES_PER_KEY * Math.max(MIN_KEYS, rows) > MAX_BYTES) {
      return false;
    }
    double tested = scan.selectedRows();
    for (KeySource broadcast : broadcasts) {
      tested *= broadcast.share();
    }
    return tested >= MIN_ROWS && tested * MAX_SHARE >= rows && tested * MAX_READ >= read;
  }

  /**
   * Finds where the keys of a side of a join come from.
   *
   * @param side of the join
   * @param key of the side
   * @param broadcastSide returns the side of a join that Spark broadcasts; null for none
   * @return empty if all rows of a table, or more than reading a table, make them
   */
  static Optional<BloomKeys> of(
      LogicalPlan side, Expression key, Function<Join, BuildSide> broadcastSide) {
    return JoinKeyRule.column(key)
        .flatMap(column -> new Search(broadcastSide).find(side, column))
        .flatMap(found -> found.keys(key));
  }

  /**
   * A scan with the keys.
   *
   * @param column the key
   * @param joins with what is broadcast, of which the first is the lowest
   */
  private record Found(
      DataSourceV2ScanRelation relation, AlbisScan scan, Attribute column, List<Join> joins) {

    Optional<BloomKeys> keys(Expression key) {
      double share = KeySource.share(relation);
      for (Join join : joins) {
        share *= KeySource.share(other(join));
      }
      return share < 1 ? keys(key, share) : Optional.empty();
    }

    private Optional<BloomKeys> keys(Expression key, double share) {
      AttributeSet output = relation.outputSet();
      Set<String> names = new HashSet<>(Set.of(KeyRoutes.name(relation, column)));
      for (Join join : joins) {
        for (Attribute used : references(join)) {
          if (output.contains(used)) {
            names.add(KeyRoutes.name(relation, used));
          }
        }
      }
      return scan.select(names)
          .map(
              selected ->
                  new BloomKeys(
                      plan(selected, names),
                      KeyRoutes.in(key, column),
                      scan.tableRows(),
                      share,
                      selected.outputPartitioning().numPartitions()));
    }

    /** The scan is decided: its keys may in turn come from those that it makes. */
    private LogicalPlan plan(AlbisScan selected, Set<String> names) {
      List<AttributeReference> output =
          CollectionConverters.asJava(relation.output()).stream()
              .filter(attribute -> names.contains(attribute.name()))
              .toList();
      LogicalPlan plan = PlanFields.replace(relation, scan, selected);
      plan = PlanFields.replace(plan, relation.output(), seq(output));
      plan = PlanFields.replace(plan, relation.keyGroupedPartitioning(), Option.empty());
      plan = PlanFields.replace(plan, relation.ordering(), Option.empty());
      plan.setTagValue(DistantKeys.PRUNING, List.of());
      for (Join join : joins) {
        List<LogicalPlan> sides =
            isBuiltLeft(join) ? List.of(join.left(), plan) : List.of(plan, join.right());
        plan = join.withNewChildren(seq(sides));
      }
      return plan;
    }

    /** Whether the scan is not on the left side. */
    private boolean isBuiltLeft(Join join) {
      return !join.left().outputSet().contains(column);
    }

    private LogicalPlan other(Join join) {
      return isBuiltLeft(join) ? join.left() : join.right();
    }

    Found with(Join join) {
      List<Join> all = new ArrayList<>(joins);
      all.add(join);
      return new Found(relation, scan, column, all);
    }

    private boolean hasColumnsOf(Join join) {
      AttributeSet output = relation.outputSet();
      AttributeSet others = other(join).outputSet();
      return references(join).stream().allMatch(a -> output.contains(a) || others.contains(a));
    }

    /** Joins that rename columns are left out: what they drop is then a key. */
    boolean canKeep(Join join) {
      return join.outputSet().contains(column)
          && join.condition().isDefined()
          && other(join).deterministic()
          && hasColumnsOf(join);
    }
  }

  private static List<Attribute> references(Join join) {
    return List.copyOf(CollectionConverters.asJava(join.condition().get().references().toSeq()));
  }

  private static <T> Seq<T> seq(List<? extends T> list) {
    return CollectionConverters.<T>asScala(List.copyOf(list)).toIndexedSeq();
  }

  /** Follows a column down to a scan, through operators that add no value to it. */
  private record Search(Function<Join, BuildSide> broadcastSide) {

    Optional<Found> find(LogicalPlan plan, Attribute column) {
      if (plan instanceof Filter filter) {
        return find(filter.child(), column);
      }
      if (plan instanceof Project project) {
        return source(project.projectList(), column)
            .flatMap(source -> find(project.child(), source));
      }
      if (plan instanceof Aggregate aggregate) {
        return source(aggregate.aggregateExpressions(), column)
            .filter(source -> KeyRoutes.isGroup(aggregate, source))
            .flatMap(source -> find(aggregate.child(), source));
      }
      if (plan instanceof Join join) {
        return find(join, column);
      }
      return plan instanceof DataSourceV2ScanRelation relation
              && relation.scan() instanceof AlbisScan scan
              && !(relation.relation().table() instanceof RowLevelOperationTable)
          ? Optional.of(new Found(relation, scan, column, List.of()))
          : Optional.empty();
    }

    private static Optional<Attribute> source(Seq<NamedExpression> outputs, Attribute column) {
      return PlanFields.source(outputs, column)
          .filter(Attribute.class::isInstance)
          .map(Attribute.class::cast);
    }

    private Optional<Found> find(Join join, Attribute column) {
      JoinType type = join.joinType();
      boolean isLeft = join.left().outputSet().contains(column);
      boolean hasOnlyItsKeys = isLeft ? KeyRoutes.isOfLeft(type) : KeyRoutes.isOfRight(type);
      if (!hasOnlyItsKeys) {
        return Optional.empty();
      }
      BuildSide built = broadcastSide.apply(join);
      boolean isOtherBuilt = built != null && (built == BuildLeft$.MODULE$) != isLeft;
      return find(isLeft ? join.left() : join.right(), column)
          .map(
              found ->
                  KeyRoutes.drops(type) && isOtherBuilt && found.canKeep(join)
                      ? found.with(join)
                      : found);
    }
  }
}
