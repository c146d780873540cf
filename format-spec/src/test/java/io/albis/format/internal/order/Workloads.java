// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.order;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Layouts and workloads for tests. */
final class Workloads {

  private Workloads() {}

  /** A layout with ids from 1 and lengths from 0 to a maximum. */
  static RowGroupLayout randomLayout(Random random, int columns, int maxLength) {
    int[] ids = new int[columns];
    Arrays.setAll(ids, i -> i + 1);
    long[] lengths = new long[columns];
    Arrays.setAll(lengths, i -> random.nextInt(maxLength + 1));
    return new RowGroupLayout(ids, lengths);
  }

  static Workload randomWorkload(Random random, int columns, int queries) {
    Workload.Builder builder = Workload.builder();
    for (int i = 0; i < queries; i++) {
      int[] ids = random.ints(1 + random.nextInt(4), 1, columns + 1).toArray();
      builder.add(ids, 1 + random.nextInt(5));
    }
    return builder.build();
  }

  /** 1,187 columns of 4 to 400 KiB, 111 MB altogether. */
  static RowGroupLayout wideLayout() {
    Random random = new Random(1);
    int[] ids = new int[1187];
    Arrays.setAll(ids, i -> i + 1);
    long[] lengths = new long[ids.length];
    Arrays.setAll(lengths, i -> (long) (4096 * Math.pow(100, random.nextDouble())));
    return new RowGroupLayout(ids, lengths);
  }

  /**
   * 547 queries on {@link #wideLayout}, of which 77.5 % read 7 to 20 columns, and 5 % more than
   * 100. The use of columns follows Zipf's law. Weights fall with the number of the query.
   *
   * @param similar share of the queries that take most of their columns from an earlier one
   */
  static Workload wideWorkload(double similar) {
    Random random = new Random(2);
    List<Integer> byRank = new ArrayList<>();
    for (int i = 1; i <= 1187; i++) {
      byRank.add(i);
    }
    Collections.shuffle(byRank, random);
    double[] cumulated = new double[1187];
    double sum = 0;
    for (int i = 0; i < cumulated.length; i++) {
      sum += 1.0 / (i + 1);
      cumulated[i] = sum;
    }
    List<Integer[]> queries = new ArrayList<>();
    Workload.Builder builder = Workload.builder();
    for (int i = 0; i < 547; i++) {
      double kind = random.nextDouble();
      int size = 101 + random.nextInt(150);
      if (kind < 0.95) {
        size = kind < 0.775 ? 7 + random.nextInt(14) : 21 + random.nextInt(80);
      }
      Set<Integer> ids = new LinkedHashSet<>();
      if (i > 0 && random.nextDouble() < similar) {
        Integer[] other = queries.get(random.nextInt(i));
        size = Math.max(7, Math.min(size, other.length));
        for (int j = 0; j < other.length && ids.size() < size; j++) {
          if (random.nextInt(5) > 0) {
            ids.add(other[j]);
          }
        }
      }
      while (ids.size() < size) {
        int rank = Arrays.binarySearch(cumulated, random.nextDouble() * sum);
        ids.add(byRank.get(rank < 0 ? ~rank : rank));
      }
      queries.add(ids.toArray(new Integer[0]));
      builder.add(ids.stream().mapToInt(Integer::intValue).toArray(), 1.0 / (1 + i % 50));
    }
    return builder.build();
  }
}
