// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.format.schema.Schema;
import io.albis.reader.ColumnVector;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.function.LongUnaryOperator;

/** Groups of rows, and the aggregates of each. Works in blocks of rows. Not thread-safe. */
public final class Groups {

  /** So many bytes of strings count as one group more. */
  private static final int STRING_BYTES_PER_GROUP = 64;

  private final Grouping grouping;

  /** Of the rows that are added. */
  private final Filter[] filters;

  private final Step[] steps;
  private final Accumulator[] accumulators;

  /** The accumulators of the aggregates, in order of definition. */
  private final Accumulator[] results;

  private final BatchBlock block = new BatchBlock();

  /**
   * Creates groups without rows.
   *
   * @param conditions of the rows that are added
   */
  public Groups(
      List<String> keys, List<AggregateCall> calls, List<Term.Test> conditions, Schema schema) {
    // Predicates find columns by id, which the schema of an engine need not have.
    Schema identified = schema.withAssignedIds();
    Binder binder = new Binder(identified);
    this.filters =
        conditions.stream().map(test -> new Filter(test, identified)).toArray(Filter[]::new);
    this.grouping = new Grouping(keys.stream().map(binder::key).toArray(KeyColumn[]::new));
    this.results = calls.stream().map(binder::accumulator).toArray(Accumulator[]::new);
    this.steps = binder.steps();
    this.accumulators = binder.accumulators();
    reserve();
  }

  /** Replaces the values of a grouping column before rows are grouped. */
  public void mapKey(int column, LongUnaryOperator mapping) {
    Objects.checkIndex(column, grouping.columns());
    grouping.column(column).mapBy(mapping);
  }

  private void reserve() {
    int groups = grouping.count();
    for (Accumulator accumulator : accumulators) {
      accumulator.reserve(groups);
    }
  }

  /**
   * Adds rows, in blocks, as long as there are not too many groups.
   *
   * @param selection the selected rows; null for all
   * @param from the first row, an index among the selected rows
   * @param end the last one, exclusive
   * @return the index of the first row that is not added
   */
  public int add(List<ColumnVector> vectors, int[] selection, int from, int end, int maxGroups) {
    block.vectors = vectors;
    int next = from;
    while (next < end && !isFull(maxGroups)) {
      block.selection = selection;
      block.from = next;
      block.count = Math.min(BatchBlock.ROWS, end - next);
      next += block.count;
      if (narrow()) {
        add();
      }
    }
    return next;
  }

  private boolean isFull(int maxGroups) {
    return grouping.count() + grouping.stringBytes() / STRING_BYTES_PER_GROUP > maxGroups;
  }

  private boolean narrow() {
    for (Filter filter : filters) {
      if (!filter.narrow(block)) {
        return false;
      }
    }
    return true;
  }

  private void add() {
    int count = block.count;
    int only = grouping.find(block);
    reserve();
    for (Step step : steps) {
      step.load(block);
    }
    if (only >= 0) {
      for (Accumulator accumulator : accumulators) {
        accumulator.addAll(only, count);
      }
    } else {
      for (Accumulator accumulator : accumulators) {
        accumulator.add(grouping.ids(), count);
      }
    }
  }

  /** Adds the groups of another object for the same aggregation. */
  public void merge(Groups other) {
    int[] ids = grouping.merge(other.grouping);
    reserve();
    for (int i = 0; i < accumulators.length; i++) {
      accumulators[i].merge(other.accumulators[i], ids, ids.length);
    }
  }

  /** The number of groups. */
  public int count() {
    return grouping.count();
  }

  /** Forgets all groups. */
  public void clear() {
    int groups = grouping.count();
    for (Accumulator accumulator : accumulators) {
      accumulator.clear(groups);
    }
    grouping.clear();
  }

  private boolean isKey(int group, int column) {
    Objects.checkIndex(group, count());
    Objects.checkIndex(column, grouping.columns() + results.length);
    return column < grouping.columns();
  }

  private Accumulator result(int column) {
    return results[column - grouping.columns()];
  }

  private int key(int group, int column) {
    return grouping.value(group, column);
  }

  /** Whether a value is null. */
  public boolean isNull(int group, int column) {
    return isKey(group, column)
        ? grouping.column(column).isNull(key(group, column))
        : result(column).isNull(group);
  }

  /** A value that fits a long. */
  public long getLong(int group, int column) {
    return isKey(group, column)
        ? grouping.column(column).getLong(key(group, column))
        : result(column).getLong(group);
  }

  /** A double. */
  public double getDouble(int group, int column) {
    if (isKey(group, column)) {
      throw grouping.column(column).refuse("getDouble");
    }
    return result(column).getDouble(group);
  }

  /** An exact number. */
  public BigDecimal getDecimal(int group, int column) {
    return isKey(group, column)
        ? grouping.column(column).getDecimal(key(group, column))
        : result(column).getDecimal(group);
  }

  /** The bytes of a string. */
  public byte[] getBytes(int group, int column) {
    if (isKey(group, column)) {
      return grouping.column(column).getBytes(key(group, column));
    }
    throw result(column).refuse("getBytes");
  }
}
