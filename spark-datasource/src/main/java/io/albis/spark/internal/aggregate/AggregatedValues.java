// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.aggregate;

import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.reader.Predicate;
import io.albis.spark.internal.compat.Overflow;
import io.albis.spark.internal.predicate.ColumnReference;
import io.albis.spark.internal.predicate.LikeConditions;
import io.albis.spark.internal.predicate.PushedPredicates;
import io.albis.spark.internal.predicate.SparkLiterals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.spark.sql.catalyst.expressions.Add;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.BinaryArithmetic;
import org.apache.spark.sql.catalyst.expressions.CaseWhen;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Multiply;
import org.apache.spark.sql.catalyst.expressions.Subtract;
import org.apache.spark.sql.catalyst.expressions.UnaryMinus;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.StringType;
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

  private final Schema schema;

  /** What Spark computes of the columns of the scan before it aggregates. */
  private final Map<ExprId, Expression> computed;

  /** The names of the columns of the scan: an expression may have another case. */
  private final Map<ExprId, String> names;

  /** Whether Spark computes all values that are translated. */
  private final boolean isOfAllRows;

  AggregatedValues(Schema schema, Map<ExprId, String> names, Map<ExprId, Expression> computed) {
    this(schema, names, computed, true);
  }

  private AggregatedValues(
      Schema schema,
      Map<ExprId, String> names,
      Map<ExprId, Expression> computed,
      boolean isOfAllRows) {
    this.isOfAllRows = isOfAllRows;
    this.schema = schema;
    this.names = Map.copyOf(names);
    this.computed = Map.copyOf(computed);
  }

  /** Replaces what a projection has named by what it is. */
  private Expression resolve(Expression expression) {
    Expression found = expression;
    while (found instanceof Attribute attribute && computed.containsKey(attribute.exprId())) {
      found = computed.get(attribute.exprId());
    }
    return found;
  }

  /** Returns the column by whose values rows are grouped; empty for all that is not a column. */
  Optional<ColumnReference> key(Expression expression) {
    DataType type = expression.dataType();
    boolean isSuited =
        type instanceof BooleanType
            || SparkLiterals.isInteger(type)
            || type instanceof DateType
            || type instanceof TimestampType
            || type instanceof TimestampNTZType
            || SparkLiterals.isBinaryString(type)
            || type instanceof BinaryType
            || type instanceof DecimalType decimal && decimal.precision() <= 18;
    return isSuited ? column(expression) : Optional.empty();
  }

  private Optional<ColumnReference> nullable(Expression expression) {
    return resolve(expression) instanceof Attribute attribute
        ? reference(attribute).filter(column -> !column.type().isNested())
        : Optional.empty();
  }

  private Optional<ColumnReference> reference(Attribute attribute) {
    return Optional.ofNullable(names.get(attribute.exprId()))
        .flatMap(name -> ColumnReference.resolve(List.of(name), schema));
  }

  /** Returns a column that has the same values in Spark. */
  private Optional<ColumnReference> column(Expression expression) {
    return resolve(expression) instanceof Attribute attribute
        ? reference(attribute)
            .filter(column -> column.isComparable() && isSame(column.type(), attribute.dataType()))
        : Optional.empty();
  }

  private static boolean isSame(Type stored, DataType type) {
    if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return stored.kind() == TypeKind.TIMESTAMP && stored.unit() == TimeUnit.MICROS;
    }
    if (type instanceof DateType) {
      return stored.kind() == TypeKind.DATE;
    }
    if (type instanceof BooleanType) {
      return stored.kind() == TypeKind.BOOLEAN;
    }
    if (SparkLiterals.isBinaryString(type)) {
      return stored.kind() == TypeKind.STRING;
    }
    if (type instanceof BinaryType) {
      return stored.kind() == TypeKind.BINARY || stored.kind() == TypeKind.FIXED_BINARY;
    }
    return isNumber(type) && stored.isNumber();
  }

  private static boolean isNumber(DataType type) {
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
    return nullable(expression)
        .map(column -> io.albis.reader.Expression.column(column.path()))
        .or(() -> choice(resolve(expression), AggregatedValues::counted))
        .or(() -> number(expression));
  }

  /** Returns a value that is compared. */
  Optional<io.albis.reader.Expression> comparable(Expression expression) {
    DataType type = resolve(expression).dataType();
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
    Expression found = resolve(expression);
    if (found instanceof Attribute) {
      return column(found).map(column -> io.albis.reader.Expression.column(column.path()));
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
            many.elseValue().isDefined() ? many.elseValue().get() : Literal.create(null, many.dataType()),
            translate)
        : Optional.empty();
  }

  private Optional<io.albis.reader.Expression> choice(
      List<Tuple2<Expression, Expression>> branches,
      Expression otherwise,
      BiFunction<AggregatedValues, Expression, Optional<io.albis.reader.Expression>> translate) {
    AggregatedValues inner = conditional();
    io.albis.reader.Expression chain = translate.apply(inner, otherwise).orElse(null);
    if (chain == null && !isNull(otherwise)) {
      return Optional.empty();
    }
    for (int i = branches.size() - 1; i >= 0; i--) {
      Optional<Predicate> condition = condition(branches.get(i)._1());
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

  /** Values of which Spark computes only some: those that may be an error are left to it. */
  AggregatedValues conditional() {
    return new AggregatedValues(schema, names, computed, false);
  }

  /** Returns a condition that is true for the same rows in Spark. */
  Optional<Predicate> condition(Expression condition) {
    return inlined(condition)
        .flatMap(LikeConditions::predicate)
        .map(
            predicate ->
                PushedPredicates.of(
                    new org.apache.spark.sql.connector.expressions.filter.Predicate[] {predicate},
                    schema))
        .filter(translated -> translated.remaining().length == 0)
        .map(PushedPredicates::exact);
  }

  /** A condition on columns of the table; empty if it is also on others, or has a collation. */
  private Optional<Expression> inlined(Expression condition) {
    Expression found = resolve(condition);
    if (found.dataType() instanceof StringType && !SparkLiterals.isBinaryString(found.dataType())) {
      return Optional.empty();
    }
    if (found instanceof Attribute attribute) {
      return Optional.ofNullable(names.get(attribute.exprId())).map(attribute::withName);
    }
    List<Expression> children = new ArrayList<>();
    for (Expression child : CollectionConverters.asJava(found.children())) {
      inlined(child).ifPresent(children::add);
    }
    return children.size() == found.children().size()
        ? Optional.of(found.withNewChildren(CollectionConverters.asScala(children).toIndexedSeq()))
        : Optional.empty();
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
