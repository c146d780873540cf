// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.reader.internal.aggregate.AggregateCall;
import io.albis.reader.internal.aggregate.AggregateCall.Function;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
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
 * <p>Immutable and thread-safe: each method returns a copy with one more aggregate. Aggregations
 * are equal if they have the same columns and aggregates in the same order.
 */
public final class Aggregation implements Serializable {

  private static final long serialVersionUID = 1L;

  private final ArrayList<String> keys;
  private final ArrayList<AggregateCall> calls;

  private Aggregation(List<String> keys, List<AggregateCall> calls) {
    this.keys = new ArrayList<>(keys);
    this.calls = new ArrayList<>(calls);
  }

  /**
   * Groups rows by the values of columns.
   *
   * @param columns paths; none for one group of all rows, which exists even if there are none
   */
  public static Aggregation groupBy(String... columns) {
    return new Aggregation(List.of(columns), List.of());
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
    Aggregation copy = new Aggregation(keys, calls);
    copy.calls.add(new AggregateCall(function, value == null ? null : value.term()));
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
    return List.copyOf(paths);
  }

  List<String> keys() {
    return keys;
  }

  List<AggregateCall> calls() {
    return calls;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof Aggregation other
        && keys.equals(other.keys)
        && calls.equals(other.calls);
  }

  @Override
  public int hashCode() {
    return 31 * keys.hashCode() + calls.hashCode();
  }

  @Override
  public String toString() {
    return calls + " by " + keys;
  }
}
