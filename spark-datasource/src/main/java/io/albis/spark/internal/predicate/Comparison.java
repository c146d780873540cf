// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.predicate;

import io.albis.reader.Expression;
import io.albis.reader.Predicate;
import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;

/** A comparison of a column with a value or with another column. */
enum Comparison {
  EQUAL("=", false, false),
  NOT_EQUAL("<>", true, true),
  LESS("<", false, true),
  LESS_OR_EQUAL("<=", false, true),
  GREATER(">", true, false),
  GREATER_OR_EQUAL(">=", true, false),
  EQUAL_NULL_SAFE("<=>", false, false);

  private final String sparkName;

  /** Whether it is true if the value is less than all values of the column. */
  private final boolean isTrueForLeast;

  /** Whether it is true if the value is greater than all values of the column. */
  private final boolean isTrueForGreatest;

  Comparison(String sparkName, boolean isTrueForLeast, boolean isTrueForGreatest) {
    this.sparkName = sparkName;
    this.isTrueForLeast = isTrueForLeast;
    this.isTrueForGreatest = isTrueForGreatest;
  }

  /** The comparison that Spark gives this name. */
  static Optional<Comparison> named(String sparkName) {
    return Arrays.stream(values()).filter(c -> c.sparkName.equals(sparkName)).findFirst();
  }

  /** The comparison with its sides exchanged. */
  Comparison flipped() {
    return switch (this) {
      case LESS -> GREATER;
      case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
      case GREATER -> LESS;
      case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
      case EQUAL, NOT_EQUAL, EQUAL_NULL_SAFE -> this;
    };
  }

  /** Compares a column with null. */
  Predicate withNull(String path) {
    return this == EQUAL_NULL_SAFE ? Predicate.isNull(path) : alwaysNull(path);
  }

  /** Compares a column with a literal. */
  Predicate with(String path, Operand operand) {
    return switch (operand.position()) {
      case AT -> withValue(path, operand.value());
      case AFTER -> withNextOf(path, operand.value());
      case BELOW_ALL -> unlessNull(path, isTrueForLeast);
      case ABOVE_ALL -> unlessNull(path, isTrueForGreatest);
    };
  }

  /** Compares a column with another one. */
  Predicate withColumn(String path, String other) {
    return withValue(path, Expression.column(other));
  }

  private Predicate withValue(String path, Object value) {
    return switch (this) {
      case EQUAL -> Predicate.equal(path, value);
      case NOT_EQUAL -> Predicate.notEqual(path, value);
      case LESS -> Predicate.lessThan(path, value);
      case LESS_OR_EQUAL -> Predicate.lessOrEqual(path, value);
      case GREATER -> Predicate.greaterThan(path, value);
      case GREATER_OR_EQUAL -> Predicate.greaterOrEqual(path, value);
      case EQUAL_NULL_SAFE -> Predicate.equalNullSafe(path, value);
    };
  }

  /** Compares a column with a literal between a value and the next greater one. */
  private Predicate withNextOf(String path, Object value) {
    return switch (this) {
      case LESS, LESS_OR_EQUAL -> Predicate.lessOrEqual(path, value);
      case GREATER, GREATER_OR_EQUAL -> Predicate.greaterThan(path, value);
      case EQUAL, NOT_EQUAL, EQUAL_NULL_SAFE -> unlessNull(path, this == NOT_EQUAL);
    };
  }

  private Predicate unlessNull(String path, boolean value) {
    if (this == EQUAL_NULL_SAFE) {
      return Predicate.alwaysFalse();
    }
    return value ? Predicate.not(falseUnlessNull(path)) : falseUnlessNull(path);
  }

  /** Null, whatever the column holds. */
  static Predicate alwaysNull(String path) {
    return Predicate.in(path, Collections.singletonList(null));
  }

  /** False where the column is not null, otherwise null. */
  static Predicate falseUnlessNull(String path) {
    return Predicate.and(Predicate.isNull(path), alwaysNull(path));
  }
}
