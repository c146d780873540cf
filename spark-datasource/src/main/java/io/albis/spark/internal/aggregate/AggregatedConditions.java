// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.aggregate;

import io.albis.reader.Predicate;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.BinaryComparison;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GreaterThan;
import org.apache.spark.sql.catalyst.expressions.GreaterThanOrEqual;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.catalyst.expressions.IsNull;
import org.apache.spark.sql.catalyst.expressions.LessThan;
import org.apache.spark.sql.catalyst.expressions.LessThanOrEqual;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.expressions.Or;

/**
 * Translates conditions of what Spark aggregates: those that scans filter by, and comparisons of
 * computed numbers that cannot fail, as the reader tests them in all rows.
 */
final class AggregatedConditions {

  private static final io.albis.reader.Expression ONE = io.albis.reader.Expression.literal(1);

  private final ScanColumns columns;
  private final AggregatedValues values;

  AggregatedConditions(ScanColumns columns, AggregatedValues values) {
    this.columns = columns;
    this.values = values;
  }

  /** Returns a condition that is true for the same rows in Spark. */
  Optional<RowCondition> condition(Expression condition) {
    Optional<Predicate> predicate = columns.condition(condition);
    return predicate.isPresent()
        ? predicate.map(RowCondition::of)
        : computed(condition, false).map(RowCondition::of);
  }

  /** Returns a number that is 1 where a condition, or its negation, is true. */
  private Optional<io.albis.reader.Expression> number(Expression condition, boolean isNegated) {
    Optional<Predicate> predicate = columns.condition(isNegated ? new Not(condition) : condition);
    return predicate.isPresent()
        ? predicate.map(found -> RowCondition.of(found).asNumber())
        : computed(condition, isNegated);
  }

  private Optional<io.albis.reader.Expression> computed(Expression condition, boolean isNegated) {
    Expression found = columns.resolve(condition);
    if (found instanceof Not not) {
      return number(not.child(), !isNegated);
    }
    if (found instanceof And and) {
      return both(and.left(), and.right(), isNegated, !isNegated);
    }
    if (found instanceof Or or) {
      return both(or.left(), or.right(), isNegated, isNegated);
    }
    if (found instanceof IsNotNull test) {
      return isNotNull(test.child(), isNegated);
    }
    if (found instanceof IsNull test) {
      return isNotNull(test.child(), !isNegated);
    }
    return found instanceof BinaryComparison comparison
        ? comparison(comparison, isNegated)
        : Optional.empty();
  }

  private Optional<io.albis.reader.Expression> both(
      Expression left, Expression right, boolean isNegated, boolean areAll) {
    return number(left, isNegated)
        .flatMap(
            one ->
                number(right, isNegated)
                    .map(other -> areAll ? one.times(other) : one.greatest(other)));
  }

  private Optional<io.albis.reader.Expression> isNotNull(Expression value, boolean isNegated) {
    return compared(value)
        .map(found -> found.equalTo(found))
        .map(test -> isNegated ? test.minus(ONE).orElse(ONE) : test);
  }

  private Optional<io.albis.reader.Expression> comparison(
      BinaryComparison comparison, boolean isNegated) {
    Optional<io.albis.reader.Expression> left = compared(comparison.left());
    Optional<io.albis.reader.Expression> right = compared(comparison.right());
    if (left.isEmpty() || right.isEmpty()) {
      return Optional.empty();
    }
    io.albis.reader.Expression a = left.get();
    io.albis.reader.Expression b = right.get();
    if (comparison instanceof EqualTo) {
      return Optional.of(isNegated ? ONE.minus(a.equalTo(b)) : a.equalTo(b));
    }
    if (comparison instanceof LessThan) {
      return Optional.of(isNegated ? b.lessOrEqual(a) : a.lessThan(b));
    }
    if (comparison instanceof LessThanOrEqual) {
      return Optional.of(isNegated ? b.lessThan(a) : a.lessOrEqual(b));
    }
    if (comparison instanceof GreaterThan) {
      return Optional.of(isNegated ? a.lessOrEqual(b) : b.lessThan(a));
    }
    return comparison instanceof GreaterThanOrEqual
        ? Optional.of(isNegated ? a.lessThan(b) : b.lessOrEqual(a))
        : Optional.empty();
  }

  private Optional<io.albis.reader.Expression> compared(Expression value) {
    return values
        .comparable(value)
        .filter(found -> !found.mayFail())
        .map(ComputedValue::expression);
  }
}
