// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.reader.internal.aggregate.AggregateCall;
import io.albis.reader.internal.aggregate.AggregateCall.Function;
import io.albis.reader.internal.aggregate.Term;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What is computed of the rows of a scan: aggregates, in groups of rows with equal values.
 *
 * <pre>{@code
 * Aggregation.groupBy("city").count().sum(column("price").times(column("quantity")))
 * }</pre>
 *
 * <p><b>Nulls.</b> Rows whose grouping column is null are a group. Aggregates ignore null values;
 * the sum, minimum and maximum of no value are null.
 *
 * <p><b>Types.</b> Rows are grouped by booleans, integers, dates, times, timestamps, intervals,
 * decimals of up to 18 digits, strings, binaries and uuids. Sums of integers and decimals are
 * exact, up to 128 bits; those of floats are doubles, added in no particular order. Minima and
 * maxima are those of numbers, booleans, dates, times, timestamps and intervals; NaN is greater
 * than all other numbers, and -0.0 equals 0.0. Everything is checked when an {@link Aggregator} is
 * created.
 *
 * <p>Immutable and thread-safe: each method returns a copy with one more aggregate or condition.
 * Aggregations are equal if they have the same columns, aggregates and conditions in the same
 * order.
 */
public final class Aggregation implements Serializable {

  private static final long serialVersionUID = 1L;

  private final ArrayList<String> keys;
  private final ArrayList<AggregateCall> calls;
  private final ArrayList<Term.Test> conditions;

  private Aggregation(List<String> keys, List<AggregateCall> calls, List<Term.Test> conditions) {
    this.keys = new ArrayList<>(keys);
    this.calls = new ArrayList<>(calls);
    this.conditions = new ArrayList<>(conditions);
  }

  /**
   * Groups rows by the values of columns.
   *
   * @param columns paths; none for one group of all rows, which exists even if there are none
   */
  public static Aggregation groupBy(String... columns) {
    return new Aggregation(List.of(columns), List.of(), List.of());
  }

  /** Counts the rows. */
  public Aggregation count() {
    return with(Function.COUNT, null);
  }

  /** Counts the rows in which a value is not null. */
  public Aggregation count(Expression value) {
    return with(Function.COUNT, value);
  }

  /** Adds up a number. */
  public Aggregation sum(Expression value) {
    return with(Function.SUM, value);
  }

  /** Finds the least value. */
  public Aggregation min(Expression value) {
    return with(Function.MIN, value);
  }

  /** Finds the greatest value. */
  public Aggregation max(Expression value) {
    return with(Function.MAX, value);
  }

  private Aggregation with(Function function, Expression value) {
    Aggregation copy = new Aggregation(keys, calls, conditions);
    copy.calls.add(new AggregateCall(function, value == null ? null : value.term()));
    return copy;
  }

  /**
   * Leaves out the rows for which a condition is not true. Those of several calls are tested in
   * their order, each in the rows that are left.
   *
   * @param condition as in {@link DatasetScan#filter}, which also skips what need not be read
   */
  public Aggregation where(Predicate condition) {
    return where(new Term.Test(condition, null));
  }

  /**
   * Leaves out the rows for which a computed condition is not true.
   *
   * @param condition an integer, see {@link Expression#lessThan}
   */
  public Aggregation where(Expression condition) {
    return where(new Term.Test(null, condition.term()));
  }

  private Aggregation where(Term.Test condition) {
    Aggregation copy = new Aggregation(keys, calls, conditions);
    copy.conditions.add(condition);
    return copy;
  }

  /** Returns the paths of the columns that a scan must select. */
  public List<String> columns() {
    Set<String> paths = new LinkedHashSet<>(keys);
    for (AggregateCall call : calls) {
      if (call.value() != null) {
        call.value().addColumns(paths);
      }
    }
    conditions.forEach(condition -> condition.addColumns(paths));
    return List.copyOf(paths);
  }

  List<String> keys() {
    return keys;
  }

  List<AggregateCall> calls() {
    return calls;
  }

  List<Term.Test> conditions() {
    return conditions;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof Aggregation other
        && keys.equals(other.keys)
        && calls.equals(other.calls)
        && conditions.equals(other.conditions);
  }

  @Override
  public int hashCode() {
    return Objects.hash(keys, calls, conditions);
  }

  @Override
  public String toString() {
    return calls + " by " + keys + (conditions.isEmpty() ? "" : " where " + conditions);
  }
}
