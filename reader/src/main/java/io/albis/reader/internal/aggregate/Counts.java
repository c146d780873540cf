// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import java.util.Arrays;

/**
 * The number of rows of each group, or of those in which a term is not null. Not thread-safe.
 */
final class Counts {

  /** Null for all rows. */
  private final Term term;

  private long[] counts = new long[1];

  Counts(Term term) {
    this.term = term;
  }

  /**
   * Adds a block.
   *
   * @param groups of the rows; null for one group
   * @param groupCount including those of the block
   */
  void add(int[] groups, int rows, int groupCount) {
    if (counts.length < groupCount) {
      counts = Arrays.copyOf(counts, Math.max(groupCount, 2 * counts.length));
    }
    boolean hasNulls = term != null && term.hasNulls;
    if (groups == null) {
      counts[0] += hasNulls ? notNull(term.nulls, rows) : rows;
    } else if (hasNulls) {
      long[] nulls = term.nulls;
      for (int i = 0; i < rows; i++) {
        counts[groups[i]] += 1 + nulls[i];
      }
    } else {
      for (int i = 0; i < rows; i++) {
        counts[groups[i]]++;
      }
    }
  }

  private static long notNull(long[] nulls, int rows) {
    long count = rows;
    for (int i = 0; i < rows; i++) {
      count += nulls[i];
    }
    return count;
  }

  long get(int group) {
    return group < counts.length ? counts[group] : 0;
  }

  void clear() {
    Arrays.fill(counts, 0);
  }
}
