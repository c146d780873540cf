// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.order;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The search for an order, reduced to what the order has an influence on. Column groups that the
 * same queries read become one item: some cheapest order has them side by side, because the cost of
 * the gaps is concave in how their bytes are divided between two places, and least where all are in
 * one of them. Queries that read the same items become one. Column groups that no query reads, or
 * only queries that need nothing else, are laid behind all others.
 */
final class OrderProblem {

  private final RowGroupLayout layout;
  private final List<int[]> columns = new ArrayList<>();
  private final long[] lengths;
  private final int[][] queriesOf;
  private final double[] weights;

  OrderProblem(RowGroupLayout layout, Workload workload) {
    this.layout = layout;
    List<int[]> reads = new ArrayList<>();
    for (Workload.Query query : workload.queries()) {
      reads.add(layout.positions(query));
    }
    int[] itemOf = mergeColumns(invert(reads, layout.count()));
    Map<IdSet, Double> queries = new LinkedHashMap<>();
    for (int i = 0; i < reads.size(); i++) {
      int[] items = Arrays.stream(reads.get(i)).map(p -> itemOf[p]).sorted().distinct().toArray();
      if (items.length > 1) {
        queries.merge(new IdSet(items), workload.queries().get(i).weight(), Double::sum);
      }
    }
    this.weights = queries.values().stream().mapToDouble(Double::doubleValue).toArray();
    this.queriesOf = invert(queries.keySet().stream().map(IdSet::ids).toList(), columns.size());
    this.lengths = new long[columns.size()];
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] = Arrays.stream(columns.get(i)).mapToLong(layout::length).sum();
    }
  }

  /**
   * Makes the items.
   *
   * @param queriesOfColumns for each position in the layout
   * @return the item of each position, in order of their first positions; -1 if no query reads it
   */
  private int[] mergeColumns(int[][] queriesOfColumns) {
    Map<IdSet, List<Integer>> items = new LinkedHashMap<>();
    for (int i = 0; i < queriesOfColumns.length; i++) {
      if (queriesOfColumns[i].length > 0) {
        items.computeIfAbsent(new IdSet(queriesOfColumns[i]), key -> new ArrayList<>()).add(i);
      }
    }
    int[] itemOf = new int[queriesOfColumns.length];
    Arrays.fill(itemOf, -1);
    for (List<Integer> positions : items.values()) {
      for (int position : positions) {
        itemOf[position] = columns.size();
      }
      columns.add(positions.stream().mapToInt(Integer::intValue).toArray());
    }
    return itemOf;
  }

  /** The lists, ascending, in which each number up to a count appears. */
  private static int[][] invert(List<int[]> lists, int count) {
    int[] sizes = new int[count];
    for (int[] list : lists) {
      for (int number : list) {
        sizes[number]++;
      }
    }
    int[][] result = new int[count][];
    for (int i = 0; i < count; i++) {
      result[i] = new int[sizes[i]];
    }
    for (int i = lists.size() - 1; i >= 0; i--) {
      for (int number : lists.get(i)) {
        result[number][--sizes[number]] = i;
      }
    }
    return result;
  }

  /** The number of items, those that no query reads together with others included. */
  int itemCount() {
    return lengths.length;
  }

  int queryCount() {
    return weights.length;
  }

  /** In bytes. */
  long length(int item) {
    return lengths[item];
  }

  /** Ascending. */
  int[] queriesOf(int item) {
    return queriesOf[item];
  }

  double weight(int query) {
    return weights[query];
  }

  /** The items that a query reads together with others, as they lie in the given layout. */
  int[] items() {
    int[] result = new int[itemCount()];
    int count = 0;
    for (int item = 0; item < result.length; item++) {
      if (queriesOf[item].length > 0) {
        result[count++] = item;
      }
    }
    return Arrays.copyOf(result, count);
  }

  /**
   * The ids of all column groups.
   *
   * @param order of {@link #items}
   */
  int[] columnGroupIds(int[] order) {
    int[] ids = layout.columnGroupIds();
    int[] result = new int[ids.length];
    boolean[] isDone = new boolean[ids.length];
    int count = 0;
    for (int item : order) {
      count = lay(item, ids, result, count, isDone);
    }
    for (int item = 0; item < itemCount(); item++) {
      if (queriesOf[item].length == 0) {
        count = lay(item, ids, result, count, isDone);
      }
    }
    for (int i = 0; i < ids.length; i++) {
      if (!isDone[i]) {
        result[count++] = ids[i];
      }
    }
    return result;
  }

  private int lay(int item, int[] ids, int[] result, int count, boolean[] isDone) {
    int next = count;
    for (int position : columns.get(item)) {
      result[next++] = ids[position];
      isDone[position] = true;
    }
    return next;
  }
}
