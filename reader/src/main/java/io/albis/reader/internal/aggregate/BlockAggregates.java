// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.reader.ColumnVector;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Groups and aggregates rows by blocks: first the groups of a block, then the values of all terms,
 * then each aggregate, in loops without branches for types. Not thread-safe.
 */
public final class BlockAggregates {

  /** What an aggregate computes. */
  public enum Function {
    COUNT,
    SUM,
    MIN,
    MAX
  }

  /**
   * An aggregate.
   *
   * @param term null for the number of rows
   */
  public record Column(Function function, Term term) {}

  private final Groups groups;
  private final Term[] terms;
  private final Counts rowCounts = new Counts(null);

  /** Of the terms that are aggregated. */
  private final Map<Term, Counts> termCounts = new HashMap<>();

  private final List<Counts> counts = new ArrayList<>();

  /** By column; null for a count. */
  private final List<Accumulator> accumulators = new ArrayList<>();

  private final List<Column> columns;
  private final int[] numbers = new int[Term.ROWS];

  /**
   * Creates aggregates.
   *
   * @param terms of the columns and what they depend on, each after those that it depends on
   */
  public BlockAggregates(Groups groups, List<Term> terms, List<Column> columns) {
    this.groups = groups;
    this.terms = terms.toArray(Term[]::new);
    this.columns = List.copyOf(columns);
    counts.add(rowCounts);
    for (Column column : columns) {
      accumulators.add(accumulator(column));
      if (column.term() != null && !termCounts.containsKey(column.term())) {
        Counts count = new Counts(column.term());
        termCounts.put(column.term(), count);
        counts.add(count);
      }
    }
  }

  private static Accumulator accumulator(Column column) {
    return switch (column.function()) {
      case COUNT -> null;
      case SUM ->
          column.term().isFloating() ? new DoubleSum(column.term()) : new ExactSum(column.term());
      case MIN, MAX -> new Extreme(column.term(), column.function() == Function.MAX);
    };
  }

  /** Returns the groups. */
  public Groups groups() {
    return groups;
  }

  /**
   * Adds rows of a batch until all are added, or there are more groups than a limit.
   *
   * @param vectors of the batch
   * @param rows the selected rows of the batch; null for all
   * @param from index of the first one to add
   * @param count number of selected rows
   * @return index of the first one that is not added
   */
  public int add(List<ColumnVector> vectors, int[] rows, int from, int count, int maxGroups) {
    int next = from;
    while (next < count && groups.count() <= maxGroups) {
      int block = Math.min(Term.ROWS, count - next);
      addBlock(vectors, rows, next, block);
      next += block;
    }
    return next;
  }

  private void addBlock(List<ColumnVector> vectors, int[] rows, int from, int count) {
    int[] ids = null;
    if (!groups.isSingle()) {
      groups.load(vectors, rows, from, count, numbers);
      ids = numbers;
    }
    int groupCount = groups.count();
    for (Term term : terms) {
      term.load(vectors, rows, from, count);
    }
    for (Counts each : counts) {
      each.add(ids, count, groupCount);
    }
    for (Accumulator accumulator : accumulators) {
      if (accumulator != null) {
        accumulator.add(ids, count, groupCount);
      }
    }
  }

  /** Returns whether an aggregate of a group has no value. */
  public boolean isNull(int group, int column) {
    Term term = columns.get(column).term();
    return columns.get(column).function() != Function.COUNT && termCounts.get(term).get(group) == 0;
  }

  /** Returns an integer or unscaled decimal. Not if it is null. */
  public long longValue(int group, int column) {
    Accumulator accumulator = accumulators.get(column);
    if (accumulator != null) {
      return accumulator.longValue(group);
    }
    Term term = columns.get(column).term();
    return (term == null ? rowCounts : termCounts.get(term)).get(group);
  }

  /** Returns a float or double. Not if it is null. */
  public double doubleValue(int group, int column) {
    return accumulators.get(column).doubleValue(group);
  }

  /** Returns an integer or decimal. Not if it is null. */
  public BigDecimal decimalValue(int group, int column) {
    Accumulator accumulator = accumulators.get(column);
    return accumulator == null
        ? BigDecimal.valueOf(longValue(group, column))
        : accumulator.decimal(group, columns.get(column).term().scale());
  }

  /** Whether an aggregate is a float or double. */
  public boolean isFloating(int column) {
    return accumulators.get(column) != null && columns.get(column).term().isFloating();
  }

  /** Forgets all groups, and keeps the memory. */
  public void clear() {
    groups.clear();
    counts.forEach(Counts::clear);
    accumulators.forEach(
        accumulator -> {
          if (accumulator != null) {
            accumulator.clear();
          }
        });
  }
}
