// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.aggregate;

import io.albis.reader.Predicate;
import io.albis.spark.internal.compat.Overflow;
import io.albis.spark.internal.predicate.SparkLiterals;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.expressions.Abs;
import org.apache.spark.sql.catalyst.expressions.Add;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.BinaryArithmetic;
import org.apache.spark.sql.catalyst.expressions.CaseWhen;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Coalesce;
import org.apache.spark.sql.catalyst.expressions.Divide;
import org.apache.spark.sql.catalyst.expressions.Exp;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Greatest;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.Least;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Log;
import org.apache.spark.sql.catalyst.expressions.Sqrt;
import org.apache.spark.sql.catalyst.expressions.Subtract;
import org.apache.spark.sql.catalyst.expressions.UnaryMinus;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Translates what Spark aggregates into expressions of the reader: columns, and what is computed of
 * them with the same result in all rows. Each value is translated once. Not thread-safe.
 */
final class AggregatedValues {

  private static final io.albis.reader.Expression ZERO = io.albis.reader.Expression.literal(0);

  private final ScanColumns columns;
  private final AggregatedConditions conditions;

  /** What has been translated: aggregates often have a part in common. */
  private final Map<Expression, Optional<ComputedValue>> translated = new HashMap<>();

  AggregatedValues(ScanColumns columns) {
    this.columns = columns;
    this.conditions = new AggregatedConditions(columns, this);
  }

  /** Returns a condition that is true for the same rows in Spark. */
  Optional<RowCondition> condition(Expression condition) {
    return conditions.condition(condition);
  }

  /** Returns a value of any type that is not nested, of which only nulls matter. */
  Optional<ComputedValue> counted(Expression expression) {
    if (expression instanceof Literal literal && literal.value() != null) {
      return Optional.of(ComputedValue.ofColumn(ZERO, null));
    }
    return columns
        .nullable(expression)
        .map(column -> io.albis.reader.Expression.column(column.path()))
        .map(ComputedValue::ofAnyNulls)
        .or(() -> choice(columns.resolve(expression), this::counted))
        .or(() -> number(expression));
  }

  /** Returns a value that is compared. */
  Optional<ComputedValue> comparable(Expression expression) {
    DataType type = columns.resolve(expression).dataType();
    boolean isSuited =
        SparkNumbers.isNumber(type)
            || type instanceof DateType
            || type instanceof BooleanType
            || type instanceof TimestampType
            || type instanceof TimestampNTZType;
    return isSuited ? value(expression) : Optional.empty();
  }

  /** Returns a number that is added up. */
  Optional<ComputedValue> number(Expression expression) {
    return SparkNumbers.isNumber(expression.dataType()) ? value(expression) : Optional.empty();
  }

  private Optional<ComputedValue> value(Expression expression) {
    Expression found = columns.resolve(expression);
    Optional<ComputedValue> known = translated.get(found);
    if (known == null) {
      known = translate(found);
      translated.put(found, known);
    }
    return known;
  }

  private Optional<ComputedValue> translate(Expression found) {
    if (found instanceof Attribute attribute) {
      return columns
          .column(found)
          .map(column -> io.albis.reader.Expression.column(column.path()))
          .map(
              column ->
                  ComputedValue.ofColumn(column, attribute.nullable() ? attribute.exprId() : null));
    }
    if (found instanceof Literal literal) {
      return SparkNumbers.literal(literal).map(value -> ComputedValue.ofColumn(value, null));
    }
    if (found instanceof Cast cast) {
      return cast(cast);
    }
    if (found instanceof UnaryMinus minus) {
      return negated(minus);
    }
    if (found instanceof Divide division) {
      return divided(division);
    }
    if (found instanceof BinaryArithmetic arithmetic) {
      return SparkNumbers.isOperation(arithmetic) ? arithmetic(arithmetic) : Optional.empty();
    }
    if (found instanceof Least least) {
      return either(least, io.albis.reader.Expression::least);
    }
    if (found instanceof Greatest greatest) {
      return either(greatest, io.albis.reader.Expression::greatest);
    }
    if (found instanceof Coalesce coalesce) {
      return either(coalesce, io.albis.reader.Expression::orElse);
    }
    return function(found).or(() -> choice(found, this::value));
  }

  private Optional<ComputedValue> function(Expression function) {
    if (function instanceof Abs abs) {
      return value(abs.child())
          .map(child -> fitted(abs, child.map(io.albis.reader.Expression::abs)));
    }
    if (function instanceof Exp exp) {
      return value(exp.child()).map(child -> child.map(io.albis.reader.Expression::exp));
    }
    if (function instanceof Sqrt root) {
      return value(root.child()).map(child -> child.map(io.albis.reader.Expression::sqrt));
    }
    return function instanceof Log ln
        ? value(ln.child()).map(child -> child.map(io.albis.reader.Expression::ln).withMoreNulls())
        : Optional.empty();
  }

  private Optional<ComputedValue> cast(Cast cast) {
    DataType from = cast.child().dataType();
    if (SparkNumbers.isWidening(from, cast.dataType())) {
      return value(cast.child());
    }
    return SparkNumbers.isConvertible(from, cast.dataType())
        ? value(cast.child()).map(child -> child.map(io.albis.reader.Expression::asDouble))
        : Optional.empty();
  }

  /** The difference from 0 would not have the sign of 0.0. */
  private Optional<ComputedValue> negated(UnaryMinus minus) {
    return SparkNumbers.isExact(minus.dataType())
        ? value(minus.child()).map(child -> fitted(minus, child.map(ZERO::minus)))
        : value(minus.child())
            .map(child -> child.map(v -> v.times(io.albis.reader.Expression.literal(-1.0))));
  }

  /** Spark computes the divisor first. */
  private Optional<ComputedValue> divided(Divide division) {
    if (!(division.dataType() instanceof DoubleType) || Overflow.isNull(division)) {
      return Optional.empty();
    }
    Optional<ComputedValue> dividend = value(division.left());
    Optional<ComputedValue> divisor = value(division.right());
    if (dividend.isEmpty() || divisor.isEmpty()) {
      return Optional.empty();
    }
    if (SparkNumbers.isNonZero(division.right())) {
      return divisor.get().with(dividend.get(), (by, value) -> value.dividedBy(by));
    }
    return Overflow.isError(division)
        ? divisor
            .get()
            .with(dividend.get(), (by, value) -> value.dividedBy(by))
            .map(ComputedValue::orFailure)
        : divisor
            .get()
            .withMoreNulls()
            .with(dividend.get(), (by, value) -> value.dividedByOrNull(by));
  }

  /** Spark computes all of them, but of {@code coalesce} none after one that is not null. */
  private Optional<ComputedValue> either(
      Expression choice, BinaryOperator<io.albis.reader.Expression> operation) {
    ComputedValue chosen = null;
    for (Expression child : CollectionConverters.asJava(choice.children())) {
      ComputedValue next = comparable(child).orElse(null);
      if (next == null || chosen != null && choice instanceof Coalesce && next.mayFail()) {
        return Optional.empty();
      }
      chosen = chosen == null ? next : chosen.or(next, operation);
    }
    return Optional.ofNullable(chosen);
  }

  private Optional<ComputedValue> choice(
      Expression expression, Function<Expression, Optional<ComputedValue>> translate) {
    if (expression instanceof If one) {
      return choice(
          List.of(Tuple2.apply(one.predicate(), one.trueValue())), one.falseValue(), translate);
    }
    return expression instanceof CaseWhen many
        ? choice(
            CollectionConverters.asJava(many.branches()),
            many.elseValue().isDefined()
                ? many.elseValue().get()
                : Literal.create(null, many.dataType()),
            translate)
        : Optional.empty();
  }

  private Optional<ComputedValue> choice(
      List<Tuple2<Expression, Expression>> branches,
      Expression otherwise,
      Function<Expression, Optional<ComputedValue>> translate) {
    io.albis.reader.Expression chain = chosen(otherwise, translate);
    if (chain == null && !isNull(otherwise)) {
      return Optional.empty();
    }
    for (int i = branches.size() - 1; i >= 0; i--) {
      Expression branch = branches.get(i)._2();
      Optional<RowCondition> condition = condition(branches.get(i)._1());
      io.albis.reader.Expression chosen =
          isNull(branch) && chain != null
              ? chain.when(Predicate.alwaysFalse())
              : chosen(branch, translate);
      if (condition.isEmpty() || chosen == null) {
        return Optional.empty();
      }
      chain = condition.get().choose(chosen, chain);
    }
    return Optional.of(ComputedValue.ofAnyNulls(chain));
  }

  /** A value of some rows; null if it has no translation, or may fail in others. */
  private static io.albis.reader.Expression chosen(
      Expression value, Function<Expression, Optional<ComputedValue>> translate) {
    return translate
        .apply(value)
        .filter(found -> !found.mayFail())
        .map(ComputedValue::expression)
        .orElse(null);
  }

  private static boolean isNull(Expression expression) {
    return expression instanceof Literal literal && literal.value() == null;
  }

  private Optional<ComputedValue> arithmetic(BinaryArithmetic arithmetic) {
    BinaryOperator<io.albis.reader.Expression> operation = io.albis.reader.Expression::times;
    if (arithmetic instanceof Add) {
      operation = io.albis.reader.Expression::plus;
    } else if (arithmetic instanceof Subtract) {
      operation = io.albis.reader.Expression::minus;
    }
    Optional<ComputedValue> left = value(arithmetic.left());
    Optional<ComputedValue> right = value(arithmetic.right());
    return left.isEmpty() || right.isEmpty()
        ? Optional.empty()
        : left.get()
            .with(right.get(), operation)
            .map(result -> SparkNumbers.mayFail(arithmetic) ? result.orFailure() : result)
            .map(result -> fitted(arithmetic, result));
  }

  /** Gives a result of integers the type that it has in Spark. */
  private static ComputedValue fitted(Expression operation, ComputedValue result) {
    DataType type = operation.dataType();
    if (!SparkLiterals.isInteger(type)) {
      return result;
    }
    int bits = Byte.SIZE * type.defaultSize();
    return Overflow.isError(operation)
        ? result.map(value -> value.limitedTo(bits)).orFailure()
        : result.map(value -> value.wrappedTo(bits));
  }
}
