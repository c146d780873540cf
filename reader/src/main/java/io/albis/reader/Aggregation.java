// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/**
 * What is computed of the rows of a scan: aggregates, in groups of rows with equal values in some
 * columns. Nulls are equal to each other as keys of a group, and do not count in aggregates. The
 * result has the grouping columns first, and then the aggregates, in the order in which they were
 * added. Immutable and thread-safe.
 *
 * @see DatasetScan#aggregate
 */
public final class Aggregation implements Serializable {

  private static final long serialVersionUID = 1L;

  /** What an aggregate computes. */
  enum Function {
    COUNT,
    SUM,
    MIN,
    MAX
  }

  /**
   * An aggregate.
   *
   * @param value null for the number of rows
   */
  record Aggregate(Function function, Expression value) implements Serializable {
    @Override
    public String toString() {
      return function.name().toLowerCase(Locale.ROOT) + "(" + (value == null ? "*" : value) + ")";
    }
  }

  private final List<String> keys;
  private final List<Aggregate> aggregates;

  private Aggregation(List<String> keys, List<Aggregate> aggregates) {
    this.keys = List.copyOf(keys);
    this.aggregates = List.copyOf(aggregates);
  }

  /**
   * Starts with groups and no aggregate.
   *
   * @param columns paths of columns: booleans, integers, dates, times, timestamps, decimals of up to
   *     18 digits, strings, binaries or UUIDs; none for one group of all rows, which exists without
   *     rows, too
   */
  public static Aggregation groupBy(String... columns) {
    return new Aggregation(List.of(columns), List.of());
  }

  private Aggregation with(Function function, Expression value) {
    List<Aggregate> more = new ArrayList<>(aggregates);
    more.add(new Aggregate(function, value));
    return new Aggregation(keys, more);
  }

  /** Adds the number of rows. */
  public Aggregation count() {
    return with(Function.COUNT, null);
  }

  /** Adds the number of rows in which a value, of any type that is not nested, is not null. */
  public Aggregation count(Expression value) {
    return with(Function.COUNT, Objects.requireNonNull(value, "value"));
  }

  /**
   * Adds the sum of numbers; null if there is none. Sums of integers and decimals are exact, of any
   * size.
   */
  public Aggregation sum(Expression value) {
    return with(Function.SUM, Objects.requireNonNull(value, "value"));
  }

  /**
   * Adds the least value of numbers, booleans, dates, times or timestamps; null if there is none.
   * NaN is greater than all numbers, and 0.0 equals -0.0.
   */
  public Aggregation min(Expression value) {
    return with(Function.MIN, Objects.requireNonNull(value, "value"));
  }

  /** Adds the greatest value, as {@link #min} the least one. */
  public Aggregation max(Expression value) {
    return with(Function.MAX, Objects.requireNonNull(value, "value"));
  }

  /** Returns the paths of the columns that a scan must select for it. */
  public List<String> columns() {
    Set<String> columns = new LinkedHashSet<>(keys);
    aggregates.forEach(aggregate -> collect(aggregate.value(), columns));
    return List.copyOf(columns);
  }

  private static void collect(Expression expression, Set<String> columns) {
    if (expression == null) {
      return;
    }
    if (expression.kind() == Expression.Kind.COLUMN) {
      columns.add((String) expression.value());
    }
    collect(expression.left(), columns);
    collect(expression.right(), columns);
  }

  List<String> keys() {
    return keys;
  }

  List<Aggregate> aggregates() {
    return aggregates;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof Aggregation other
        && keys.equals(other.keys)
        && aggregates.equals(other.aggregates);
  }

  @Override
  public int hashCode() {
    return Objects.hash(keys, aggregates);
  }

  /** For example {@code [count(*), sum(price)] by [day]}. */
  @Override
  public String toString() {
    return aggregates + (keys.isEmpty() ? "" : " by " + keys);
  }
}
