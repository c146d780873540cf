// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.reader.Predicate;
import io.albis.spark.internal.source.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Evaluates a condition on metadata columns for row groups, as Spark does for their rows.
 *
 * @param condition on columns of {@link MetadataColumn#ofRowGroups}
 * @param source that has the row groups
 */
record PlaceFilter(Predicate condition, Source source)
    implements BiPredicate<Long, Supplier<String>> {

  /**
   * Returns the condition for row groups of snapshots.
   *
   * @param numbers of the row groups
   */
  static Predicate of(Map<Source, List<Long>> numbers) {
    List<Predicate> places = new ArrayList<>();
    numbers.forEach(
        (source, ofSource) ->
            places.add(
                Predicate.and(
                    Predicate.equal(MetadataColumn.SNAPSHOT.columnName(), source.snapshotId()),
                    Predicate.or(ranges(ofSource)))));
    return Predicate.or(places);
  }

  /** Row groups that were added one after the other have consecutive numbers. */
  private static List<Predicate> ranges(List<Long> numbers) {
    String column = MetadataColumn.ROW_GROUP.columnName();
    long[] sorted = numbers.stream().mapToLong(Long::longValue).sorted().toArray();
    List<Predicate> ranges = new ArrayList<>();
    for (int start = 0, end = 1; start < sorted.length; start = end, end++) {
      while (end < sorted.length && sorted[end] == sorted[end - 1] + 1) {
        end++;
      }
      ranges.add(
          Predicate.and(
              Predicate.greaterOrEqual(column, sorted[start]),
              Predicate.lessOrEqual(column, sorted[end - 1])));
    }
    return ranges;
  }

  @Override
  public boolean test(Long number, Supplier<String> file) {
    return Boolean.TRUE.equals(evaluate(condition, number, file));
  }

  /** Null if Spark's result is null. */
  private Boolean evaluate(Predicate predicate, long number, Supplier<String> file) {
    return switch (predicate.operator()) {
      case AND -> combine(predicate, false, number, file);
      case OR -> combine(predicate, true, number, file);
      case NOT -> {
        Boolean operand = evaluate(predicate.operands().get(0), number, file);
        yield operand == null ? null : Boolean.valueOf(!operand);
      }
      default -> test(predicate, value(predicate.column(), number, file));
    };
  }

  /** The decisive value if an operand has it, otherwise null if one is null. */
  private Boolean combine(
      Predicate predicate, boolean decisive, long number, Supplier<String> file) {
    Boolean result = !decisive;
    for (Predicate operand : predicate.operands()) {
      Boolean value = evaluate(operand, number, file);
      if (value == null) {
        result = null;
      } else if (value == decisive) {
        return decisive;
      }
    }
    return result;
  }

  /** A number, a string, or null. */
  private Object value(String column, long number, Supplier<String> file) {
    return switch (MetadataColumn.of(column).orElseThrow()) {
      case FILE -> UTF8String.fromString(InputFile.uri(source, file));
      case ROW_GROUP -> number;
      case SNAPSHOT -> source.isFile() ? null : source.snapshotId();
      case ROW_INDEX -> throw new IllegalArgumentException("Not of row groups: " + column);
    };
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
