// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.aggregate;

import io.albis.reader.Predicate;
import io.albis.spark.internal.compat.Overflow;
import io.albis.spark.internal.predicate.SparkLiterals;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.spark.sql.catalyst.expressions.Add;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.BinaryArithmetic;
import org.apache.spark.sql.catalyst.expressions.CaseWhen;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Multiply;
import org.apache.spark.sql.catalyst.expressions.Subtract;
import org.apache.spark.sql.catalyst.expressions.UnaryMinus;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Translates what Spark aggregates into expressions of the reader: columns, and sums, differences
 * and products that have the same value in Spark for all rows, as they cannot overflow and are not
 * rounded.
 */
final class AggregatedValues {

  private static final io.albis.reader.Expression ZERO = io.albis.reader.Expression.literal(0);

  private final ScanColumns columns;

  /** Whether Spark computes all values that are translated. */
  private final boolean isOfAllRows;

  /** Creates a translation; {@code isOfAllRows} unless Spark computes values of some rows only. */
  AggregatedValues(ScanColumns columns, boolean isOfAllRows) {
    this.columns = columns;
    this.isOfAllRows = isOfAllRows;
  }

  static boolean isNumber(DataType type) {
    return isExact(type) || type instanceof FloatType || type instanceof DoubleType;
  }

  /** Whether the reader computes with values of the type without rounding. */
  static boolean isExact(DataType type) {
    return SparkLiterals.isInteger(type) || type instanceof DecimalType;
  }

  /** Returns a value of any type that is not nested, of which only nulls matter. */
  Optional<io.albis.reader.Expression> counted(Expression expression) {
    if (expression instanceof Literal literal && literal.value() != null) {
      return Optional.of(ZERO);
    }
    return columns
        .nullable(expression)
        .map(column -> io.albis.reader.Expression.column(column.path()))
        .or(() -> choice(columns.resolve(expression), AggregatedValues::counted))
        .or(() -> number(expression));
  }

  /** Returns a value that is compared. */
  Optional<io.albis.reader.Expression> comparable(Expression expression) {
    DataType type = columns.resolve(expression).dataType();
    boolean isSuited =
        isNumber(type)
            || type instanceof DateType
            || type instanceof BooleanType
            || type instanceof TimestampType
            || type instanceof TimestampNTZType;
    return isSuited ? value(expression) : Optional.empty();
  }

  /** Returns a number that is added up. */
  Optional<io.albis.reader.Expression> number(Expression expression) {
    return isNumber(expression.dataType()) ? value(expression) : Optional.empty();
  }

  private Optional<io.albis.reader.Expression> value(Expression expression) {
    Expression found = columns.resolve(expression);
    if (found instanceof Attribute) {
      return columns.column(found).map(column -> io.albis.reader.Expression.column(column.path()));
    }
    if (found instanceof Literal literal) {
      return literal(literal);
    }
    if (found instanceof Cast cast) {
      return isWidening(cast.child().dataType(), cast.dataType())
          ? value(cast.child())
          : Optional.empty();
    }
    if (found instanceof UnaryMinus minus && isExact(minus.dataType())) {
      return value(minus.child()).flatMap(child -> fitted(minus, ZERO.minus(child)));
    }
    if (found instanceof BinaryArithmetic arithmetic && isOperation(arithmetic)) {
      return arithmetic(arithmetic).flatMap(result -> fitted(arithmetic, result));
    }
    return choice(found, AggregatedValues::value);
  }

  private Optional<io.albis.reader.Expression> choice(
      Expression expression,
      BiFunction<AggregatedValues, Expression, Optional<io.albis.reader.Expression>> translate) {
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

  private Optional<io.albis.reader.Expression> choice(
      List<Tuple2<Expression, Expression>> branches,
      Expression otherwise,
      BiFunction<AggregatedValues, Expression, Optional<io.albis.reader.Expression>> translate) {
    AggregatedValues inner = new AggregatedValues(columns, false);
    io.albis.reader.Expression chain = translate.apply(inner, otherwise).orElse(null);
    if (chain == null && !isNull(otherwise)) {
      return Optional.empty();
    }
    for (int i = branches.size() - 1; i >= 0; i--) {
      Optional<Predicate> condition = columns.condition(branches.get(i)._1());
      Optional<io.albis.reader.Expression> chosen = translate.apply(inner, branches.get(i)._2());
      if (condition.isEmpty() || chosen.isEmpty()) {
        return Optional.empty();
      }
      chain =
          chain == null
              ? chosen.get().when(condition.get())
              : chosen.get().when(condition.get(), chain);
    }
    return Optional.of(chain);
  }

  private static boolean isNull(Expression expression) {
    return expression instanceof Literal literal && literal.value() == null;
  }

  private static Optional<io.albis.reader.Expression> literal(Literal literal) {
    Object value = literal.value();
    if (value instanceof Decimal decimal && literal.dataType() instanceof DecimalType type) {
      return Optional.of(
          io.albis.reader.Expression.literal(decimal.toJavaBigDecimal().setScale(type.scale())));
    }
    if (value instanceof Double number) {
      return Optional.of(io.albis.reader.Expression.literal((double) number));
    }
    return value != null && SparkLiterals.isInteger(literal.dataType())
        ? Optional.of(io.albis.reader.Expression.literal(((Number) value).longValue()))
        : Optional.empty();
  }

  /** Whether each value of a type has the same value in another one. */
  private static boolean isWidening(DataType from, DataType to) {
    if (SparkLiterals.isInteger(from) && SparkLiterals.isInteger(to)) {
      return from.defaultSize() <= to.defaultSize();
    }
    if (to instanceof DecimalType wide) {
      int scale = from instanceof DecimalType narrow ? narrow.scale() : 0;
      int digits = from instanceof DecimalType narrow ? narrow.precision() - scale : digits(from);
      return digits >= 0 && wide.scale() >= scale && wide.precision() - wide.scale() >= digits;
    }
    return from instanceof FloatType && to instanceof DoubleType;
  }

  /** The digits of an integer; -1 for other types. */
  private static int digits(DataType type) {
    if (!SparkLiterals.isInteger(type)) {
      return -1;
    }
    return switch (type.defaultSize()) {
      case Byte.BYTES -> 3;
      case Short.BYTES -> 5;
      case Integer.BYTES -> 10;
      default -> 20;
    };
  }

  private Optional<io.albis.reader.Expression> arithmetic(BinaryArithmetic arithmetic) {
    Optional<io.albis.reader.Expression> right = value(arithmetic.right());
    return value(arithmetic.left())
        .flatMap(
            left ->
                right.map(
                    other -> {
                      if (arithmetic instanceof Add) {
                        return left.plus(other);
                      }
                      return arithmetic instanceof Subtract ? left.minus(other) : left.times(other);
                    }));
  }

  /**
   * Gives a result of integers the type that it has in Spark; empty if the reader would fail in
   * other rows than Spark.
   */
  private Optional<io.albis.reader.Expression> fitted(
      Expression operation, io.albis.reader.Expression result) {
    DataType type = operation.dataType();
    if (!SparkLiterals.isInteger(type)) {
      return Optional.of(result);
    }
    int bits = Byte.SIZE * type.defaultSize();
    if (!Overflow.isError(operation)) {
      return Optional.of(result.wrappedTo(bits));
    }
    return isOfAllRows ? Optional.of(result.limitedTo(bits)) : Optional.empty();
  }

  /** Whether more digits than the reader has, too, are an error. */
  private boolean isLimited(DecimalType type, Expression expression) {
    return isOfAllRows
        && type.precision() == DecimalType.MAX_PRECISION()
        && Overflow.isError(expression);
  }

  /**
   * Whether the reader has the operation: of integers; of decimals whose digits all fit into
   * Spark's type, or of which too many are an error; and of doubles, which round as in Java.
   */
  private boolean isOperation(BinaryArithmetic arithmetic) {
    boolean isSum = arithmetic instanceof Add || arithmetic instanceof Subtract;
    if (!isSum && !(arithmetic instanceof Multiply) || Overflow.isNull(arithmetic)) {
      return false;
    }
    if (!(arithmetic.left().dataType() instanceof DecimalType left)
        || !(arithmetic.right().dataType() instanceof DecimalType right)) {
      return SparkLiterals.isInteger(arithmetic.dataType())
          || arithmetic.left().dataType() instanceof DoubleType
              && arithmetic.right().dataType() instanceof DoubleType;
    }
    int scale = isSum ? Math.max(left.scale(), right.scale()) : left.scale() + right.scale();
    int digits =
        isSum
            ? Math.max(left.precision() - left.scale(), right.precision() - right.scale()) + 1
            : left.precision() - left.scale() + right.precision() - right.scale() + 1;
    return arithmetic.dataType() instanceof DecimalType result
        && result.scale() == scale
        && (result.precision() - scale >= digits || isLimited(result, arithmetic));
  }
}
