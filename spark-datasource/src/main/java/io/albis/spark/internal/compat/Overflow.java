// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.compat;

import org.apache.spark.sql.catalyst.expressions.Abs;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.UnaryMinus;

/** What Spark does with results that do not fit their type. */
public final class Overflow {

  private Overflow() {}

  /** Returns whether the result of an expression is null if it does not fit. */
  public static boolean isNull(Expression expression) {
    return hasMode(expression, "TRY");
  }

  /**
   * Returns whether an expression fails if its result does not fit. Its mode is a field of its own
   * before Spark 4.1, and a part of one since.
   */
  public static boolean isError(Expression expression) {
    if (expression instanceof Abs abs) {
      return abs.failOnError();
    }
    return expression instanceof UnaryMinus minus
        ? minus.failOnError()
        : hasMode(expression, "ANSI");
  }

  private static boolean hasMode(Expression expression, String mode) {
    for (int i = 0; i < expression.productArity(); i++) {
      Object field = expression.productElement(i);
      if (!(field instanceof Expression) && String.valueOf(field).contains(mode)) {
        return true;
      }
    }
    return false;
  }
}
