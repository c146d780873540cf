// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.reader.Predicate;
import java.util.function.Function;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Evaluates conditions on columns that have one value for many rows, as Spark does for each row.
 */
public final class RowConstants {

  private RowConstants() {}

  /**
   * Whether a condition is true.
   *
   * @param condition a translation of a predicate on metadata columns
   * @param values of the columns, by name: a {@link Long}, a {@link UTF8String}, or null
   */
  public static boolean accept(Predicate condition, Function<String, Object> values) {
    return Boolean.TRUE.equals(evaluate(condition, values));
  }

  /** Null if Spark's result is null. */
  private static Boolean evaluate(Predicate predicate, Function<String, Object> values) {
    return switch (predicate.operator()) {
      case AND -> combine(predicate, false, values);
      case OR -> combine(predicate, true, values);
      case NOT -> {
        Boolean operand = evaluate(predicate.operands().get(0), values);
        yield operand == null ? null : Boolean.valueOf(!operand);
      }
      default -> test(predicate, values.apply(predicate.column()));
    };
  }

  /** The decisive value if an operand has it, otherwise null if one is null. */
  private static Boolean combine(
      Predicate predicate, boolean decisive, Function<String, Object> values) {
    Boolean result = !decisive;
    for (Predicate operand : predicate.operands()) {
      Boolean value = evaluate(operand, values);
      if (value == null) {
        result = null;
      } else if (value == decisive) {
        return decisive;
      }
    }
    return result;
  }

  private static Boolean test(Predicate predicate, Object value) {
    return switch (predicate.operator()) {
      case IS_NULL -> value == null;
      case IS_NOT_NULL -> value != null;
      case EQUAL_NULL_SAFE -> value != null && compare(predicate, value) == 0;
      default -> value == null ? null : testValue(predicate, value);
    };
  }

  private static Boolean testValue(Predicate predicate, Object value) {
    return switch (predicate.operator()) {
      case EQUAL -> compare(predicate, value) == 0;
      case NOT_EQUAL -> compare(predicate, value) != 0;
      case LESS -> compare(predicate, value) < 0;
      case LESS_OR_EQUAL -> compare(predicate, value) <= 0;
      case GREATER -> compare(predicate, value) > 0;
      case GREATER_OR_EQUAL -> compare(predicate, value) >= 0;
      case IN -> isIn(predicate, value);
      case STARTS_WITH -> ((UTF8String) value).startsWith(text(predicate));
      case ENDS_WITH -> ((UTF8String) value).endsWith(text(predicate));
      case CONTAINS -> ((UTF8String) value).contains(text(predicate));
      default -> throw new IllegalArgumentException("Not on metadata columns: " + predicate);
    };
  }

  private static Boolean isIn(Predicate predicate, Object value) {
    Boolean result = false;
    for (Object listed : predicate.values()) {
      if (listed == null) {
        result = null;
      } else if (compare(value, listed) == 0) {
        return true;
      }
    }
    return result;
  }

  private static UTF8String text(Predicate predicate) {
    return UTF8String.fromString((String) predicate.values().get(0));
  }

  private static int compare(Predicate predicate, Object value) {
    return compare(value, predicate.values().get(0));
  }

  private static int compare(Object value, Object literal) {
    return value instanceof UTF8String text
        ? text.compareTo(UTF8String.fromString((String) literal))
        : Long.compare((Long) value, (Long) literal);
  }
}
