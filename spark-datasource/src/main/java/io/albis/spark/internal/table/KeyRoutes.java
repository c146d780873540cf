// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.internal.scan.AlbisScan;
import io.albis.spark.internal.source.SourceOptions.Choice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.optimizer.BuildLeft$;
import org.apache.spark.sql.catalyst.optimizer.BuildSide;
import org.apache.spark.sql.catalyst.planning.ExtractEquiJoinKeys;
import org.apache.spark.sql.catalyst.plans.ExistenceJoin;
import org.apache.spark.sql.catalyst.plans.Inner$;
import org.apache.spark.sql.catalyst.plans.JoinType;
import org.apache.spark.sql.catalyst.plans.LeftAnti$;
import org.apache.spark.sql.catalyst.plans.LeftOuter$;
import org.apache.spark.sql.catalyst.plans.LeftSemi$;
import org.apache.spark.sql.catalyst.plans.RightOuter$;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.connector.write.RowLevelOperationTable;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import org.apache.spark.sql.execution.dynamicpruning.PartitionPruning$;
import org.apache.spark.sql.internal.SQLConf;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Follows the keys of one side of joins down the other side to the scans whose rows such a join
 * would drop, through operators that give the same result whether the rows are dropped below or
 * above them. Visits each node of a plan once, and looks for keys of the other side below what
 * joins shuffle or broadcast.
 */
final class KeyRoutes {

  private final SQLConf conf;
  private final boolean passesBroadcasts;
  private final boolean passesBloomFilters;

  /** How often each scan stands in the query: Spark most likely reuses its exchange. */
  private final Map<AlbisScan, Integer> scans = new HashMap<>();

  /** Relations that are read for keys: they get none of that kind, which might come from others. */
  private final Set<LogicalPlan> readForKeys = Collections.newSetFromMap(new IdentityHashMap<>());

  KeyRoutes(SQLConf conf) {
    this.conf = conf;
    this.passesBroadcasts = conf.dynamicPartitionPruningEnabled() && conf.exchangeReuseEnabled();
    this.passesBloomFilters = conf.runtimeFilterBloomFilterEnabled();
  }

  /**
   * A key on its way.
   *
   * @param column of the plan that is reached
   * @param value what is compared with the key: the column, perhaps as a wider integer
   * @param source of the key
   * @param isDistant whether rows are shuffled or broadcast between the join and the plan, or by
   *     the join
   */
  private record Key(Attribute column, Expression value, KeySource source, boolean isDistant) {

    Key far() {
      return new Key(column, value, source, true);
    }

    /** The key of a child, given what the column is there; empty if it is computed. */
    Optional<Key> of(Expression input) {
      return JoinKeyRule.column(input)
          .map(found -> new Key(found, in(value, input), source, isDistant));
    }
  }

  /** Puts a value in the place of the column of a cast. */
  static Expression in(Expression value, Expression input) {
    return value instanceof Attribute ? input : value.mapChildren(child -> in(child, input));
  }

  /** Leaves the pruning of each relation as a tag of it. */
  void follow(LogicalPlan plan) {
    for (LogicalPlan leaf : CollectionConverters.asJava(plan.collectLeaves())) {
      if (leaf instanceof DataSourceV2ScanRelation relation
          && relation.scan() instanceof AlbisScan scan) {
        scans.merge(scan, 1, Integer::sum);
      }
    }
    follow(plan, List.of());
  }

  private void follow(LogicalPlan plan, List<Key> keys) {
    if (plan instanceof Join join) {
      follow(join, keys);
    } else if (plan instanceof Filter filter) {
      follow(filter.child(), filter.condition().deterministic() ? keys : List.of());
    } else if (plan instanceof Project project) {
      follow(project.child(), inputs(keys, project.projectList()));
    } else if (plan instanceof Aggregate aggregate) {
      follow(aggregate.child(), ofGroups(aggregate, keys));
    } else if (plan instanceof Union union) {
      List<Attribute> output = CollectionConverters.asJava(union.output());
      for (LogicalPlan child : CollectionConverters.asJava(union.children())) {
        List<Attribute> input = CollectionConverters.asJava(child.output());
        follow(child, map(keys, key -> key.of(input.get(indexOf(output, key.column())))));
      }
    } else if (plan instanceof DataSourceV2ScanRelation relation
        && relation.scan() instanceof AlbisScan scan) {
      decide(relation, scan, keys);
    } else {
      CollectionConverters.asJava(plan.children()).forEach(child -> follow(child, List.of()));
    }
  }

  private static List<Key> map(List<Key> keys, Function<Key, Optional<Key>> of) {
    return keys.stream().flatMap(key -> of.apply(key).stream()).toList();
  }

  private static int indexOf(List<Attribute> columns, Attribute column) {
    int i = 0;
    while (!columns.get(i).exprId().equals(column.exprId())) {
      i++;
    }
    return i;
  }

  // ------------------------------------------------------------------ joins

  private void follow(Join join, List<Key> keys) {
    var parts = ExtractEquiJoinKeys.unapply(join);
    BuildSide side = parts.isDefined() ? broadcastSide(join) : null;
    List<Key> left = new ArrayList<>();
    List<Key> right = new ArrayList<>();
    boolean isLeftBuilt = side == BuildLeft$.MODULE$;
    for (Key key : keys) {
      if (isOfLeft(join.joinType()) && join.left().outputSet().contains(key.column())) {
        left.add(side == null || isLeftBuilt ? key.far() : key);
      } else if (isOfRight(join.joinType()) && join.right().outputSet().contains(key.column())) {
        right.add(side == null || !isLeftBuilt ? key.far() : key);
      }
    }
    if (passesBloomFilters && parts.isDefined()) {
      if (!isLeftBuilt && isOfLeft(join.joinType())) {
        addBloomKeys(right, join.left(), parts.get()._2(), parts.get()._3());
      }
      if ((side == null || isLeftBuilt) && (isOfRight(join.joinType()) || drops(join.joinType()))) {
        addBloomKeys(left, join.right(), parts.get()._3(), parts.get()._2());
      }
    }
    if (side != null && passesBroadcasts && drops(join.joinType())) {
      if (isLeftBuilt) {
        addKeys(right, join.left(), parts.get()._2(), parts.get()._3());
      } else {
        addKeys(left, join.right(), parts.get()._3(), parts.get()._2());
      }
    }
    follow(join.left(), left);
    follow(join.right(), right);
  }

  /** Whether rows of the side that is not broadcast are dropped if they have no match. */
  static boolean drops(JoinType type) {
    return type == Inner$.MODULE$ || type == LeftSemi$.MODULE$;
  }

  /**
   * Whether the rows of the left side decide which rows there are, with their matches or without:
   * rows of the left side may be left out below the join, and those of the right side without a
   * match do not matter.
   */
  static boolean isOfLeft(JoinType type) {
    return drops(type)
        || type == LeftOuter$.MODULE$
        || type == LeftAnti$.MODULE$
        || type instanceof ExistenceJoin;
  }

  /** The same of the right side. */
  static boolean isOfRight(JoinType type) {
    return type == Inner$.MODULE$ || type == RightOuter$.MODULE$;
  }

  /** Returns the side that Spark broadcasts, in the order in which it decides; null for none. */
  private BuildSide broadcastSide(Join join) {
    var rules = PartitionPruning$.MODULE$;
    Option<BuildSide> hinted = rules.getBroadcastBuildSide(join, true, conf);
    boolean isShuffled =
        rules.hintToSortMergeJoin(join.hint())
            || rules.hintToShuffleHashJoin(join.hint())
            || rules.hintToShuffleReplicateNL(join.hint());
    if (hinted.isDefined() || isShuffled) {
      return hinted.isDefined() ? hinted.get() : null;
    }
    Option<BuildSide> bySize = rules.getBroadcastBuildSide(join, false, conf);
    return bySize.isDefined() ? bySize.get() : null;
  }

  private static void addKeys(
      List<Key> keys, LogicalPlan plan, Seq<Expression> builtKeys, Seq<Expression> values) {
    if (!plan.deterministic()) {
      return;
    }
    for (int i = 0; i < values.size(); i++) {
      Expression value = values.apply(i);
      KeySource source = new BroadcastKeys(plan, builtKeys, i);
      JoinKeyRule.column(value)
          .ifPresent(column -> keys.add(new Key(column, value, source, false)));
    }
  }

  /**
   * Adds the keys of a side whose other side is shuffled or broadcast.
   *
   * @param ofSide its keys
   * @param values those of the other side, which they are compared with
   */
  private void addBloomKeys(
      List<Key> keys, LogicalPlan side, Seq<Expression> ofSide, Seq<Expression> values) {
    for (int i = 0; i < values.size(); i++) {
      Expression value = values.apply(i);
      Optional<Attribute> column = JoinKeyRule.column(value);
      if (column.isPresent()) {
        BloomKeys.of(side, ofSide.apply(i), this::broadcastSide)
            .ifPresent(source -> keys.add(new Key(column.get(), value, source, true)));
      }
    }
  }

  // ------------------------------------------------------------------ other operators

  /** The keys of the input of a projection. */
  private static List<Key> inputs(List<Key> keys, Seq<NamedExpression> outputs) {
    List<NamedExpression> columns = CollectionConverters.asJava(outputs);
    boolean isSame = columns.stream().allMatch(column -> ((Expression) column).deterministic());
    if (keys.isEmpty() || !isSame) {
      return List.of();
    }
    return map(keys, key -> PlanFields.source(outputs, key.column()).flatMap(key::of));
  }

  /** Keys that are the same in all rows of a group. */
  private static List<Key> ofGroups(Aggregate aggregate, List<Key> keys) {
    return map(
        inputs(keys, aggregate.aggregateExpressions()),
        key -> isGroup(aggregate, key.column()) ? Optional.of(key.far()) : Optional.empty());
  }

  static boolean isGroup(Aggregate aggregate, Attribute column) {
    return CollectionConverters.asJava(aggregate.groupingExpressions()).stream()
        .anyMatch(group -> group.semanticEquals(column));
  }

  // ------------------------------------------------------------------ scans

  private void decide(DataSourceV2ScanRelation relation, AlbisScan scan, List<Key> keys) {
    if (relation.getTagValue(DistantKeys.PRUNING).isDefined()) {
      return;
    }
    List<KeySource> broadcasts =
        keys.stream().map(Key::source).filter(BroadcastKeys.class::isInstance).toList();
    List<Expression> pruning =
        relation.relation().table() instanceof RowLevelOperationTable
            ? List.of()
            : keys.stream()
                .filter(Key::isDistant)
                .filter(key -> scan.isKey(name(relation, key.column()), key.value().dataType()))
                .filter(key -> isWorthwhile(scan, key.source(), broadcasts))
                .filter(key -> isPossible(relation, key.source()))
                .map(key -> key.source().test(key.value()))
                .toList();
    relation.setTagValue(DistantKeys.PRUNING, pruning);
  }

  private boolean isWorthwhile(AlbisScan scan, KeySource source, List<KeySource> broadcasts) {
    boolean isReused =
        source instanceof BloomKeys && conf.exchangeReuseEnabled() && scans.get(scan) > 1;
    return scan.joinKeys() == Choice.TRUE || (!isReused && source.isWorthwhile(scan, broadcasts));
  }

  /** Whether keys do not depend on rows that they decide about. */
  private boolean isPossible(DataSourceV2ScanRelation relation, KeySource source) {
    if (!(source instanceof BloomKeys keys)) {
      return true;
    }
    if (readForKeys.contains(relation)) {
      return false;
    }
    readForKeys.addAll(CollectionConverters.asJava(keys.plan().collectLeaves()));
    return true;
  }

  /** Returns the name of a column of a relation. */
  static String name(DataSourceV2ScanRelation relation, Attribute column) {
    return CollectionConverters.asJava(relation.output()).stream()
        .filter(output -> output.exprId().equals(column.exprId()))
        .findFirst()
        .orElseThrow()
        .name();
  }
}
