// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.internal.predicate.SparkLiterals;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.expressions.CaseWhen;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.UnscaledValue;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction;
import org.apache.spark.sql.catalyst.expressions.aggregate.DeclarativeAggregate;
import org.apache.spark.sql.catalyst.expressions.aggregate.Sum;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * An aggregate of the rows of a scan that counts for some groups only, by a condition on what the
 * groups are joined with: {@code sum(CASE WHEN d_day_name = 'Sunday' THEN ss_sales_price END)} is
 * the sum of all prices where a group is of a Sunday.
 *
 * @param aggregate of all rows
 * @param guard null if all groups count
 * @param elseZero whether a sum is 0 where a group does not count
 */
record GuardedAggregate(AggregateExpression aggregate, Expression guard, boolean elseZero) {

  /** A value, where a condition is true. */
  private record Choice(Expression condition, Expression value, Expression otherwise) {}

  /**
   * Returns an aggregate as it is, or without a condition on other columns than those of the scan.
   *
   * @param inlined replaces what projections have named
   * @param columns of the scan
   */
  static GuardedAggregate of(
      AggregateExpression aggregate, UnaryOperator<Expression> inlined, AttributeSet columns) {
    AggregateFunction function = aggregate.aggregateFunction();
    GuardedAggregate plain = new GuardedAggregate(aggregate, null, false);
    if (aggregate.filter().isDefined()) {
      Expression filter = inlined.apply(aggregate.filter().get());
      return isOfOthers(filter, columns)
          ? new GuardedAggregate(copy(aggregate, function), filter, false)
          : plain;
    }
    if (function.children().size() != 1) {
      return plain;
    }
    Expression value = inlined.apply(function.children().head());
    boolean isUnscaled = value instanceof UnscaledValue;
    return choice(isUnscaled ? value.children().head() : value)
        .filter(choice -> isOfOthers(choice.condition, columns))
        .filter(choice -> isNull(choice.otherwise) || isZero(choice.otherwise, function))
        .map(
            choice ->
                new GuardedAggregate(
                    copy(
                        aggregate,
                        with(
                            function, isUnscaled ? new UnscaledValue(choice.value) : choice.value)),
                    choice.condition,
                    !isNull(choice.otherwise)))
        .orElse(plain);
  }

  private static AggregateExpression copy(
      AggregateExpression aggregate, AggregateFunction function) {
    return new AggregateExpression(
        function, aggregate.mode(), aggregate.isDistinct(), Option.empty(), aggregate.resultId());
  }

  private static AggregateFunction with(AggregateFunction function, Expression value) {
    return (AggregateFunction)
        function.withNewChildren(CollectionConverters.asScala(List.of(value)).toIndexedSeq());
  }

  private static boolean isOfOthers(Expression condition, AttributeSet columns) {
    return condition.deterministic() && condition.references().intersect(columns).isEmpty();
  }

  private static Optional<Choice> choice(Expression value) {
    if (value instanceof If one) {
      return Optional.of(new Choice(one.predicate(), one.trueValue(), one.falseValue()));
    }
    return value instanceof CaseWhen many && many.branches().size() == 1
        ? Optional.of(
            new Choice(
                many.branches().head()._1(),
                many.branches().head()._2(),
                many.elseValue().getOrElse(() -> Literal.create(null, many.dataType()))))
        : Optional.empty();
  }

  private static boolean isNull(Expression value) {
    return value instanceof Literal literal && literal.value() == null;
  }

  /** Sums of floating-point numbers tell 0.0 from -0.0. */
  private static boolean isZero(Expression value, AggregateFunction function) {
    if (!(function instanceof Sum) || !(value instanceof Literal literal)) {
      return false;
    }
    return literal.value() instanceof Decimal decimal
        ? decimal.isZero()
        : SparkLiterals.isInteger(literal.dataType())
            && literal.value() instanceof Number number
            && number.longValue() == 0;
  }

  /** Returns what Spark calls the buffers of the aggregate of all rows. */
  List<Attribute> buffers() {
    return CollectionConverters.asJava(aggregate.aggregateFunction().inputAggBufferAttributes())
        .stream()
        .map(Attribute.class::cast)
        .toList();
  }

  /** Returns the buffers; where a group does not count, those of no rows. */
  List<NamedExpression> guardedBuffers() {
    List<Attribute> buffers = buffers();
    if (guard == null) {
      return List.copyOf(buffers);
    }
    List<Expression> initial =
        CollectionConverters.asJava(
            ((DeclarativeAggregate) aggregate.aggregateFunction()).initialValues());
    List<NamedExpression> guarded = new ArrayList<>();
    for (int i = 0; i < buffers.size(); i++) {
      Attribute buffer = buffers.get(i);
      Expression none = elseZero ? zero(buffer.dataType()) : initial.get(i);
      guarded.add(
          PlanFields.alias(
              new If(guard, buffer, none), buffer.name(), NamedExpression.newExprId()));
    }
    return guarded;
  }

  /** What a sum, or whether it has no values, is for the value 0. */
  private static Literal zero(DataType type) {
    if (type instanceof BooleanType) {
      return new Literal(false, type);
    }
    return type instanceof DecimalType decimal
        ? new Literal(Decimal.createUnsafe(0, decimal.precision(), decimal.scale()), type)
        : new Literal(0L, type);
  }
}
