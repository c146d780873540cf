// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.streams;

/**
 * The result of a query in a few numbers, to compare readers.
 *
 * @param rows that qualified
 * @param groups that have rows
 * @param hash of the number of rows of each group
 * @param sum of all sums
 */
public record Answer(long rows, long groups, long hash, double sum) {

  /** No rows. */
  static final Answer NONE = new Answer(0, 0, 0, 0);

  private static final double RELATIVE_ERROR = 1e-9;

  /** The answers of two parts of a query. */
  Answer plus(Answer other) {
    return new Answer(
        rows + other.rows, groups + other.groups, hash * 31 + other.hash, sum + other.sum);
  }

  /** Whether both have the same counts, and sums that are equal to nine digits. */
  public boolean agreesWith(Answer other) {
    return rows == other.rows
        && groups == other.groups
        && hash == other.hash
        && Math.abs(sum - other.sum) <= RELATIVE_ERROR * Math.max(1, Math.abs(sum));
  }
}
