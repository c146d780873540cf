// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.predicate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Objects;

/**
 * Where a literal lies among the values that a column can have. A literal of a wider type can lie
 * between two neighbouring values, or below or above all of them.
 */
final class Operand {

  /** The position of the literal. */
  enum Position {
    /** It equals a value. */
    AT,
    /** It is greater than a value, and less than the next one. */
    AFTER,
    /** It is less than all values. */
    BELOW_ALL,
    /** It is greater than all values. */
    ABOVE_ALL
  }

  private static final Operand BELOW_ALL = new Operand(Position.BELOW_ALL, null);
  private static final Operand ABOVE_ALL = new Operand(Position.ABOVE_ALL, null);

  private static final BigInteger MIN_LONG = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);

  private final Position position;
  private final Object value;

  private Operand(Position position, Object value) {
    this.position = position;
    this.value = value;
  }

  /** A literal that equals a value of the column's type. */
  static Operand at(Object value) {
    return new Operand(Position.AT, Objects.requireNonNull(value));
  }

  /** A count of units for a column of counts of {@code unit} units, such as microseconds. */
  static Operand ofUnits(long count, long unit) {
    Position position = Math.floorMod(count, unit) == 0 ? Position.AT : Position.AFTER;
    return new Operand(position, Math.floorDiv(count, unit));
  }

  /** A number for a column of integers. */
  static Operand ofInteger(BigDecimal number) {
    BigInteger floor = number.setScale(0, RoundingMode.FLOOR).toBigIntegerExact();
    if (floor.compareTo(MIN_LONG) < 0) {
      return BELOW_ALL;
    }
    if (floor.compareTo(MAX_LONG) > 0) {
      return ABOVE_ALL;
    }
    Position position = number.compareTo(new BigDecimal(floor)) == 0 ? Position.AT : Position.AFTER;
    return new Operand(position, floor.longValueExact());
  }

  /** A floating-point number for a column of integers. NaN is greater than all numbers. */
  static Operand ofInteger(double number) {
    if (Double.isNaN(number) || number == Double.POSITIVE_INFINITY) {
      return ABOVE_ALL;
    }
    return number == Double.NEGATIVE_INFINITY ? BELOW_ALL : ofInteger(new BigDecimal(number));
  }

  /** A number for a column of decimals. */
  static Operand ofDecimal(BigDecimal number, int scale) {
    BigDecimal floor = number.setScale(scale, RoundingMode.FLOOR);
    return new Operand(floor.compareTo(number) == 0 ? Position.AT : Position.AFTER, floor);
  }

  Position position() {
    return position;
  }

  /** A value of the column's type; null unless the position is {@code AT} or {@code AFTER}. */
  Object value() {
    return value;
  }
}
