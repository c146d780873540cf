// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.layouts;

import io.albis.format.order.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Generated queries, each a set of columns. The use of columns follows Zipf's law, and some queries
 * take most of their columns from an earlier one, as queries of the same report do.
 */
public final class QueryWorkload {

  /** Number of queries in the experiment of Pixels. */
  public static final int QUERIES = 547;

  private static final int MIN_COLUMNS = 5;
  private static final int MAX_COLUMNS = 40;
  private static final double KEPT = 0.8;

  private final List<int[]> queries;

  private QueryWorkload(List<int[]> queries) {
    this.queries = queries;
  }

  /**
   * Generates queries.
   *
   * @param count number of queries
   * @param columns number of columns of the table
   * @param similar share of the queries that resemble an earlier one, 0 to 1
   */
  public static QueryWorkload generate(long seed, int count, int columns, double similar) {
    if (columns < MAX_COLUMNS) {
      throw new IllegalArgumentException(
          "Invalid number of columns: " + columns + " (expected at least " + MAX_COLUMNS + ")");
    }
    SplittableRandom random = new SplittableRandom(seed);
    int[] byRank = shuffled(columns, random);
    double[] cumulated = new double[columns];
    double sum = 0;
    for (int i = 0; i < columns; i++) {
      sum += 1.0 / (i + 1);
      cumulated[i] = sum;
    }
    List<int[]> queries = new ArrayList<>();
    while (queries.size() < count) {
      int size = random.nextInt(MIN_COLUMNS, MAX_COLUMNS + 1);
      Set<Integer> chosen = new LinkedHashSet<>();
      if (!queries.isEmpty() && random.nextDouble() < similar) {
        for (int column : queries.get(random.nextInt(queries.size()))) {
          if (chosen.size() < size && random.nextDouble() < KEPT) {
            chosen.add(column);
          }
        }
      }
      while (chosen.size() < size) {
        int rank = Arrays.binarySearch(cumulated, random.nextDouble() * sum);
        chosen.add(byRank[Math.min(columns - 1, rank < 0 ? ~rank : rank)]);
      }
      queries.add(chosen.stream().mapToInt(Integer::intValue).sorted().toArray());
    }
    return new QueryWorkload(queries);
  }

  private static int[] shuffled(int count, SplittableRandom random) {
    int[] shuffled = IntStream.range(0, count).toArray();
    for (int i = count - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int column = shuffled[i];
      shuffled[i] = shuffled[other];
      shuffled[other] = column;
    }
    return shuffled;
  }

  /** The ordinals of the columns of each query, ascending. */
  public List<int[]> queries() {
    return queries.stream().map(int[]::clone).toList();
  }

  /** Some of the queries, spread evenly; all if there are not as many. */
  public List<int[]> sample(int count) {
    int size = Math.min(count, queries.size());
    return IntStream.range(0, size)
        .mapToObj(i -> queries.get((int) ((long) i * queries.size() / size)).clone())
        .toList();
  }

  /**
   * All queries, each of weight 1, for the search of an order.
   *
   * @param columnGroupIds of the columns, by their ordinals
   */
  public Workload toWorkload(int[] columnGroupIds) {
    Workload.Builder workload = Workload.builder();
    for (int[] query : queries) {
      workload.add(Arrays.stream(query).map(column -> columnGroupIds[column]).toArray(), 1);
    }
    return workload.build();
  }
}
