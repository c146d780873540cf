// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.aggregate;

import io.albis.reader.Aggregation;
import io.albis.reader.Expression;
import io.albis.reader.Predicate;

/** A condition of rows: a predicate, or a number that is 1 where it is true; the other is null. */
record RowCondition(Predicate predicate, Expression number) {

  private static final Expression ONE = Expression.literal(1);
  private static final Expression ZERO = Expression.literal(0);

  static RowCondition of(Predicate predicate) {
    return new RowCondition(predicate, null);
  }

  static RowCondition of(Expression number) {
    return new RowCondition(null, number);
  }

  /** The condition as a number. */
  Expression asNumber() {
    return number == null ? ONE.when(predicate, ZERO) : number;
  }

  /** A value where the condition is true, otherwise another one, or null. */
  Expression choose(Expression value, Expression otherwise) {
    if (number == null) {
      return otherwise == null ? value.when(predicate) : value.when(predicate, otherwise);
    }
    return otherwise == null ? value.when(number) : value.when(number, otherwise);
  }

  /** An aggregation of the rows for which the condition is true. */
  Aggregation where(Aggregation aggregation) {
    return number == null ? aggregation.where(predicate) : aggregation.where(number);
  }
}
