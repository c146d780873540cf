// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import java.util.ArrayList;
import java.util.List;

/**
 * Estimates how many rows match the filter of a scan, by reading some of them: all if they are few,
 * otherwise those at {@link #PLACES} places at equal distances, except for tests for null, of which
 * statistics know. Rows that match may lie together, so each place counts as one observation, and
 * the estimate is the upper end of what the observations allow: a planner that takes a large side
 * of a join for small runs out of memory; one that takes a small side for large loses time.
 */
final class RowEstimate {

  /** Number of places. */
  static final int PLACES = 8;

  /** Rows that are tested at a place. */
  static final int ROWS = 1 << 15;

  private final DatasetScan scan;

  /** The first row and the number of rows of each row group that may match. */
  private final List<long[]> rowGroups = new ArrayList<>();

  private long total;

  /**
   * Creates an estimate.
   *
   * @param scan without selected columns
   */
  RowEstimate(DatasetScan scan) {
    this.scan = scan;
  }

  long estimate() {
    scan.visitRowGroups(
        List.of(),
        group -> {
          rowGroups.add(new long[] {group.firstRow(), group.rowCount()});
          total += group.rowCount();
          return true;
        });
    if (total <= (long) PLACES * ROWS) {
      return rowGroups.stream().mapToLong(group -> matches(group[0], group[1])).sum();
    }
    NullTests nulls = NullTests.of(scan);
    return nulls.isEmpty() ? sampled() : Math.min(nulls.maxRows(), nulls.scan().estimateRowCount());
  }

  /** Estimates by reading the places, all at the same time. */
  private long sampled() {
    double[] shares = new double[PLACES];
    List<BatchCursor> cursors = new ArrayList<>();
    try {
      List<long[]> places = places();
      for (long[] rows : places) {
        BatchCursor cursor = scan.cursor(rows[0], rows[1]);
        cursors.add(cursor);
        cursor.prefetch();
      }
      for (int i = 0; i < PLACES; i++) {
        try (BatchCursor cursor = cursors.get(i)) {
          shares[i] = (double) matches(cursor) / places.get(i)[1];
        }
      }
    } finally {
      cursors.forEach(BatchCursor::close);
    }
    return Math.max(1, (long) Math.ceil(total * Math.min(1, upperBound(shares))));
  }

  /**
   * The first row and the number of rows of each place: the middle of each part of equal length.
   */
  private List<long[]> places() {
    List<long[]> places = new ArrayList<>();
    long before = 0;
    for (long[] group : rowGroups) {
      long position = position(places.size()) - before;
      while (places.size() < PLACES && position < group[1]) {
        places.add(new long[] {group[0] + position, Math.min(ROWS, group[1] - position)});
        position = position(places.size()) - before;
      }
      before += group[1];
    }
    return places;
  }

  private long position(int place) {
    return total / PLACES * place + (total / PLACES - ROWS) / 2;
  }

  private long matches(long firstRow, long rows) {
    try (BatchCursor cursor = scan.cursor(firstRow, rows)) {
      return matches(cursor);
    }
  }

  private static long matches(BatchCursor cursor) {
    long matches = 0;
    while (cursor.next()) {
      matches += cursor.batch().selectedCount();
    }
    return matches;
  }

  /**
   * The mean and two standard errors. If there are matches at two places or fewer, they may lie
   * together between places: then it is at least what 95 of 100 samples without a match do not
   * exceed.
   */
  private static double upperBound(double[] shares) {
    double mean = 0;
    int found = 0;
    for (double share : shares) {
      mean += share / shares.length;
      found += share > 0 ? 1 : 0;
    }
    double variance = 0;
    for (double share : shares) {
      variance += (share - mean) * (share - mean) / (shares.length - 1);
    }
    double bound = mean + 2 * Math.sqrt(variance / shares.length);
    return found <= 2 ? Math.max(bound, 3.0 / shares.length) : bound;
  }
}
