// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

import io.albis.format.schema.Schema;
import io.albis.reader.internal.filter.BoundPredicate;

/**
 * Which rows a scan reads.
 *
 * @param rows true for the rows that are returned; null for all
 * @param pruning a condition of which only partitions and statistics are tested, in addition; null
 *     if there is none
 * @param tested the top-level fields of the columns of both
 */
public record ScanFilter(BoundPredicate rows, BoundPredicate pruning, Schema tested) {

  /** All rows. */
  public static final ScanFilter NONE = new ScanFilter(null, null, Schema.of());

  /** Both conditions; null if there is none. */
  BoundPredicate all() {
    if (rows == null || pruning == null) {
      return rows == null ? pruning : rows;
    }
    return BoundPredicate.and(rows, pruning);
  }
}
