// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.streams;

import io.albis.bench.streams.StarScan.Bounds;
import java.util.List;

/** Joins, filters, groups and adds up the rows of a scan, a column at a time. Not thread-safe. */
final class StarAggregation {

  private static final int MAX_GROUPS = 1 << 22;

  private final StarScan scan;
  private final List<Dimension.Groups> joined;
  private final int[] joinColumns;
  private final int[] boundColumns;
  private final int[] sumColumns;
  private final long[] counts;
  private final double[][] sums;
  private int[] rows = new int[0];
  private int[] groups = new int[0];

  /**
   * Starts without rows.
   *
   * @param joined the groups of each join
   */
  StarAggregation(StarScan scan, List<Dimension.Groups> joined) {
    this.scan = scan;
    this.joined = joined;
    List<String> columns = scan.scan().columns();
    this.joinColumns =
        scan.joins().stream().mapToInt(join -> columns.indexOf(join.column())).toArray();
    this.boundColumns =
        scan.bounds().stream().mapToInt(bound -> columns.indexOf(bound.column())).toArray();
    this.sumColumns = scan.sums().stream().mapToInt(columns::indexOf).toArray();
    long product = 1;
    for (Dimension.Groups each : joined) {
      product *= each.count();
    }
    if (product > MAX_GROUPS) {
      throw new IllegalStateException(
          "Too many groups in a query on " + scan.table() + ": " + product);
    }
    this.counts = new long[(int) product];
    this.sums = new double[sumColumns.length][(int) product];
  }

  void add(Columns block) {
    int count = block.rowCount();
    if (rows.length < count) {
      rows = new int[count];
      groups = new int[count];
    }
    for (int row = 0; row < count; row++) {
      rows[row] = row;
      groups[row] = 0;
    }
    for (int i = 0; i < boundColumns.length; i++) {
      count = filter(block, boundColumns[i], scan.bounds().get(i), count);
    }
    for (int i = 0; i < joinColumns.length; i++) {
      count = join(block, joinColumns[i], joined.get(i), count);
    }
    for (int i = 0; i < count; i++) {
      counts[groups[i]]++;
    }
    for (int i = 0; i < sumColumns.length; i++) {
      sum(block, sumColumns[i], sums[i], count);
    }
  }

  private int filter(Columns block, int column, Bounds bounds, int count) {
    int left = 0;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      if (!block.isNull(column, row)) {
        double value = bounds.isDouble() ? block.getDouble(column, row) : block.getInt(column, row);
        if (value >= bounds.low() && value <= bounds.high()) {
          rows[left++] = row;
        }
      }
    }
    return left;
  }

  private int join(Columns block, int column, Dimension.Groups partner, int count) {
    int left = 0;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      if (!block.isNull(column, row)) {
        int group = partner.of(block.getInt(column, row));
        if (group >= 0) {
          groups[left] = groups[i] * partner.count() + group;
          rows[left++] = row;
        }
      }
    }
    return left;
  }

  private void sum(Columns block, int column, double[] into, int count) {
    for (int i = 0; i < count; i++) {
      if (!block.isNull(column, rows[i])) {
        into[groups[i]] += block.getDouble(column, rows[i]);
      }
    }
  }

  /** The result of all rows so far. */
  Answer answer() {
    long found = 0;
    long used = 0;
    long hash = 0;
    double sum = 0;
    for (int group = 0; group < counts.length; group++) {
      found += counts[group];
      used += counts[group] > 0 ? 1 : 0;
      hash += (group + 1L) * counts[group];
    }
    for (double[] ofColumn : sums) {
      for (double ofGroup : ofColumn) {
        sum += ofGroup;
      }
    }
    return new Answer(found, used, hash, sum);
  }
}
