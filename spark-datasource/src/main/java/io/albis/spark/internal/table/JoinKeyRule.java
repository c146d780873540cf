// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.internal.predicate.SparkLiterals;
import io.albis.spark.internal.read.JoinKeys;
import io.albis.spark.internal.scan.AlbisScan;
import io.albis.spark.internal.scan.JoinFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.DynamicPruningExpression;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.optimizer.BuildLeft$;
import org.apache.spark.sql.catalyst.plans.Inner$;
import org.apache.spark.sql.catalyst.plans.JoinType;
import org.apache.spark.sql.catalyst.plans.LeftAnti$;
import org.apache.spark.sql.catalyst.plans.LeftOuter$;
import org.apache.spark.sql.catalyst.plans.LeftSemi$;
import org.apache.spark.sql.catalyst.plans.RightOuter$;
import org.apache.spark.sql.connector.write.RowLevelOperationTable;
import org.apache.spark.sql.execution.BaseSubqueryExec;
import org.apache.spark.sql.execution.FilterExec;
import org.apache.spark.sql.execution.InSubqueryExec;
import org.apache.spark.sql.execution.ProjectExec;
import org.apache.spark.sql.execution.ReusedSubqueryExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.SubqueryBroadcastExec;
import org.apache.spark.sql.execution.UnionExec;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.adaptive.BroadcastQueryStageExec;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Gives scans the keys of the joins above them whose other side is broadcast, so that rows that
 * such a join would drop never reach Spark's code. It applies to the stages of adaptive execution,
 * which has executed the broadcast when it plans the stage that needs it: nothing is computed
 * twice, and nothing waits that the join would not wait for.
 */
final class JoinKeyRule extends PlanRule {

  /** A number that Spark gives to each row of the target of a MERGE, to know rows apart. */
  private static final String ROW_OF_MERGE = "__row_id";

  @Override
  SparkPlan apply(SparkPlan plan) {
    return filtered(plan);
  }

  private static SparkPlan filtered(SparkPlan plan) {
    List<SparkPlan> children = CollectionConverters.asJava(plan.children());
    List<SparkPlan> changed = children.stream().map(JoinKeyRule::filtered).toList();
    if (plan instanceof BatchScanExec scan && scan.scan() instanceof AlbisScan albis) {
      return scan.runtimeFilters().isEmpty() ? scan : pruned(scan, albis);
    }
    SparkPlan copy = withChildren(plan, children, changed);
    return copy instanceof BroadcastHashJoinExec join && drops(join) ? filtered(join) : copy;
  }

  private static SparkPlan withChildren(
      SparkPlan plan, List<SparkPlan> children, List<SparkPlan> changed) {
    for (int i = 0; i < children.size(); i++) {
      if (children.get(i) != changed.get(i)) {
        return plan.withNewChildren(CollectionConverters.asScala(changed).toIndexedSeq());
      }
    }
    return plan;
  }

  /** Whether rows of the streamed side without a match are not in the result. */
  static boolean drops(BroadcastHashJoinExec join) {
    return KeyRoutes.drops(join.joinType());
  }

  private static SparkPlan filtered(BroadcastHashJoinExec join) {
    SparkPlan built = built(join);
    if (!(built instanceof BroadcastQueryStageExec)) {
      return join;
    }
    List<Expression> keys = CollectionConverters.asJava(streamedKeys(join));
    SparkPlan result = streamed(join);
    for (int i = 0; i < keys.size(); i++) {
      Optional<Attribute> column = column(keys.get(i));
      if (column.isPresent()) {
        result = push(result, column.get(), built, place(keys, i));
      }
    }
    return withChildren(
        join,
        List.of(join.left(), join.right()),
        isBuiltLeft(join) ? List.of(built, result) : List.of(result, built));
  }

  static boolean isBuiltLeft(BroadcastHashJoinExec join) {
    return join.buildSide() == BuildLeft$.MODULE$;
  }

  /** Returns the side that is broadcast. */
  static SparkPlan built(BroadcastHashJoinExec join) {
    return isBuiltLeft(join) ? join.left() : join.right();
  }

  /** Returns the side whose rows are looked up in the other one. */
  static SparkPlan streamed(BroadcastHashJoinExec join) {
    return isBuiltLeft(join) ? join.right() : join.left();
  }

  static Seq<Expression> streamedKeys(BroadcastHashJoinExec join) {
    return isBuiltLeft(join) ? join.rightKeys() : join.leftKeys();
  }

  /** Spark packs several integers of together at most 8 bytes into one. */
  static JoinKeys.Place place(List<Expression> keys, int i) {
    DataType type = keys.get(i).dataType();
    int bytes = keys.stream().mapToInt(key -> key.dataType().defaultSize()).sum();
    boolean areIntegers = keys.stream().allMatch(key -> SparkLiterals.isInteger(key.dataType()));
    if (!areIntegers || bytes > Long.BYTES) {
      return new JoinKeys.Place(i, type, 0, 0);
    }
    int shift =
        keys.subList(i + 1, keys.size()).stream()
            .mapToInt(key -> key.dataType().defaultSize() * Byte.SIZE)
            .sum();
    return new JoinKeys.Place(0, DataTypes.LongType, shift, type.defaultSize() * Byte.SIZE);
  }

  /** The column that a key is, perhaps as a wider integer. */
  static Optional<Attribute> column(Expression key) {
    Expression found = key;
    while (found instanceof Cast cast
        && SparkLiterals.isInteger(cast.dataType())
        && SparkLiterals.isInteger(cast.child().dataType())
        && cast.dataType().defaultSize() >= cast.child().dataType().defaultSize()) {
      found = cast.child();
    }
    return found instanceof Attribute attribute ? Optional.of(attribute) : Optional.empty();
  }

  /** Looks for the scan through operators that treat each row alone. */
  private static SparkPlan push(
      SparkPlan plan, Attribute column, SparkPlan built, JoinKeys.Place place) {
    if (plan instanceof BatchScanExec scan && scan.scan() instanceof AlbisScan albis) {
      return output(scan, column)
          .flatMap(output -> albis.joined(new JoinFilter(output.name(), built, place)))
          .<SparkPlan>map(joined -> PlanFields.replace(plan, albis, joined))
          .orElse(plan);
    }
    if (plan instanceof UnionExec union) {
      return inAll(union, column, built, place);
    }
    if (plan instanceof FilterExec filter && filter.condition().deterministic()) {
      return inChild(plan, filter.child(), column, built, place);
    }
    if (plan instanceof ProjectExec project && isDeterministic(project.projectList())) {
      return PlanFields.source(project.projectList(), column)
          .flatMap(JoinKeyRule::column)
          .map(source -> inChild(plan, project.child(), source, built, place))
          .orElse(plan);
    }
    if (plan instanceof BroadcastHashJoinExec join && isStreamedAlone(join.joinType())) {
      SparkPlan streamed = streamed(join);
      return streamed.outputSet().contains(column)
          ? inChild(plan, streamed, column, built, place)
          : plan;
    }
    return plan;
  }

  /** Whether a row of the streamed side is in the result, or not, by itself. */
  static boolean isStreamedAlone(JoinType type) {
    return type == Inner$.MODULE$
        || type == LeftSemi$.MODULE$
        || type == LeftAnti$.MODULE$
        || type == LeftOuter$.MODULE$
        || type == RightOuter$.MODULE$;
  }

  private static boolean isDeterministic(Seq<NamedExpression> expressions) {
    return CollectionConverters.asJava(expressions).stream()
        .allMatch(
            expression ->
                ((Expression) expression).deterministic()
                    || expression.name().equals(ROW_OF_MERGE));
  }

  /** Each input of a union has the column at the same place. */
  private static SparkPlan inAll(
      UnionExec union, Attribute column, SparkPlan built, JoinKeys.Place place) {
    List<Attribute> output = CollectionConverters.asJava(union.output());
    int index = 0;
    while (!output.get(index).exprId().equals(column.exprId())) {
      index++;
    }
    List<SparkPlan> children = CollectionConverters.asJava(union.children());
    List<SparkPlan> changed = new ArrayList<>();
    for (SparkPlan child : children) {
      changed.add(push(child, child.output().apply(index), built, place));
    }
    return withChildren(union, children, changed);
  }

  private static SparkPlan inChild(
      SparkPlan plan, SparkPlan child, Attribute column, SparkPlan built, JoinKeys.Place place) {
    List<SparkPlan> children = CollectionConverters.asJava(plan.children());
    SparkPlan changed = push(child, column, built, place);
    return withChildren(
        plan, children, children.stream().map(c -> c == child ? changed : c).toList());
  }

  // ------------------------------------------------------------------ dynamic pruning

  /**
   * Replaces Spark's dynamic pruning by keys of a broadcast: tasks test rows by what is broadcast,
   * of which the driver then need not send a list. Spark keeps what is pruned by columns by which
   * rows are clustered, as that saves tasks.
   */
  private static SparkPlan pruned(BatchScanExec scan, AlbisScan albis) {
    if (scan.table() instanceof RowLevelOperationTable) {
      return scan;
    }
    AlbisScan joined = albis;
    List<Expression> left = new ArrayList<>();
    for (Expression filter : CollectionConverters.asJava(scan.runtimeFilters())) {
      Expression condition = filter instanceof DynamicPruningExpression any ? any.child() : filter;
      Optional<JoinFilter> keys = keys(scan, condition);
      Optional<AlbisScan> next = keys.flatMap(joined::joined);
      boolean isReplaced = next.isPresent() && !albis.isClustered(keys.get().column());
      if (!isReplaced && !condition.equals(Literal.TrueLiteral())) {
        left.add(filter);
      }
      joined = next.orElse(joined);
    }
    SparkPlan copy = PlanFields.replace(scan, albis, joined);
    return PlanFields.replace(
        copy, scan.runtimeFilters(), CollectionConverters.asScala(left).toList());
  }

  /** The keys that adaptive execution takes from the broadcast of a join. */
  private static Optional<JoinFilter> keys(BatchScanExec scan, Expression condition) {
    if (!(condition instanceof InSubqueryExec in)) {
      return Optional.empty();
    }
    BaseSubqueryExec subquery =
        in.plan() instanceof ReusedSubqueryExec same ? same.child() : in.plan();
    if (!(subquery instanceof SubqueryBroadcastExec values)
        || !(values.child() instanceof AdaptiveSparkPlanExec built)
        || values.indices().size() != 1) {
      return Optional.empty();
    }
    List<Expression> keys = CollectionConverters.asJava(values.buildKeys());
    JoinKeys.Place place = place(keys, (Integer) values.indices().head());
    return column(in.child())
        .flatMap(column -> output(scan, column))
        .map(output -> new JoinFilter(output.name(), built, place));
  }

  /** The column as the scan names it: the join may do that in another case. */
  static Optional<Attribute> output(BatchScanExec scan, Attribute column) {
    for (Attribute output : CollectionConverters.asJava(scan.output())) {
      if (output.exprId().equals(column.exprId())) {
        return Optional.of(output);
      }
    }
    return Optional.empty();
  }
}
