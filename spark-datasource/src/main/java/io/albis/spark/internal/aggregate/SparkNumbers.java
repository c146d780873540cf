// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.aggregate;

import io.albis.spark.internal.compat.Overflow;
import io.albis.spark.internal.predicate.SparkLiterals;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Add;
import org.apache.spark.sql.catalyst.expressions.BinaryArithmetic;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Multiply;
import org.apache.spark.sql.catalyst.expressions.Subtract;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;

/** What the reader computes of Spark's numbers with the same results. */
final class SparkNumbers {

  private SparkNumbers() {}

  static boolean isNumber(DataType type) {
    return isExact(type) || type instanceof FloatType || type instanceof DoubleType;
  }

  /** Whether the reader computes with values of the type without rounding. */
  static boolean isExact(DataType type) {
    return SparkLiterals.isInteger(type) || type instanceof DecimalType;
  }

  /** Whether each value of a type has the same value in another one. */
  static boolean isWidening(DataType from, DataType to) {
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

  /** Whether the reader converts values of a type to doubles as Spark does. */
  static boolean isConvertible(DataType from, DataType to) {
    return isExact(from) && to instanceof DoubleType;
  }

  /**
   * Whether the reader has the operation: of integers; of decimals whose digits all fit into
   * Spark's type, or of which too many are an error; and of doubles, which round as in Java.
   */
  static boolean isOperation(BinaryArithmetic arithmetic) {
    if (!isSum(arithmetic) && !(arithmetic instanceof Multiply) || Overflow.isNull(arithmetic)) {
      return false;
    }
    if (!(arithmetic.left().dataType() instanceof DecimalType left)
        || !(arithmetic.right().dataType() instanceof DecimalType right)) {
      return SparkLiterals.isInteger(arithmetic.dataType())
          || arithmetic.left().dataType() instanceof DoubleType
              && arithmetic.right().dataType() instanceof DoubleType;
    }
    return arithmetic.dataType() instanceof DecimalType result
        && result.scale()
            == (isSum(arithmetic)
                ? Math.max(left.scale(), right.scale())
                : left.scale() + right.scale())
        && (hasAllDigits(arithmetic) || isLimited(result, arithmetic));
  }

  private static boolean isSum(BinaryArithmetic arithmetic) {
    return arithmetic instanceof Add || arithmetic instanceof Subtract;
  }

  /** Whether an operation cannot have more digits than its type. */
  private static boolean hasAllDigits(BinaryArithmetic arithmetic) {
    DecimalType left = (DecimalType) arithmetic.left().dataType();
    DecimalType right = (DecimalType) arithmetic.right().dataType();
    DecimalType result = (DecimalType) arithmetic.dataType();
    int leftDigits = left.precision() - left.scale();
    int rightDigits = right.precision() - right.scale();
    int digits = isSum(arithmetic) ? Math.max(leftDigits, rightDigits) : leftDigits + rightDigits;
    return result.precision() - result.scale() >= digits + 1;
  }

  /** Whether more digits than the reader has, too, are an error. */
  private static boolean isLimited(DecimalType type, BinaryArithmetic arithmetic) {
    return type.precision() == DecimalType.MAX_PRECISION() && Overflow.isError(arithmetic);
  }

  /** Whether the reader fails for decimals of too many digits, as Spark does. */
  static boolean mayFail(BinaryArithmetic arithmetic) {
    return arithmetic.dataType() instanceof DecimalType && !hasAllDigits(arithmetic);
  }

  /** Whether an expression is a number other than 0. */
  static boolean isNonZero(Expression expression) {
    return expression instanceof Literal literal
        && literal.value() instanceof Double number
        && number != 0;
  }

  /** Returns a literal; empty if it is null or no number. */
  static Optional<io.albis.reader.Expression> literal(Literal literal) {
    Object value = literal.value();
    if (value instanceof Decimal decimal && literal.dataType() instanceof DecimalType type) {
      return Optional.of(
          io.albis.reader.Expression.literal(decimal.toJavaBigDecimal().setScale(type.scale())));
    }
    if (value instanceof Double || value instanceof Float) {
      return Optional.of(io.albis.reader.Expression.literal(((Number) value).doubleValue()));
    }
    return value != null && SparkLiterals.isInteger(literal.dataType())
        ? Optional.of(io.albis.reader.Expression.literal(((Number) value).longValue()))
        : Optional.empty();
  }
}
