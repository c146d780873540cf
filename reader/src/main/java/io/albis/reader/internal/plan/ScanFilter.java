// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

import io.albis.format.schema.Schema;
import io.albis.reader.internal.filter.BoundPredicate;

/**
 * Which rows a scan reads.
 *
 * @param condition what users ask for; null for all rows
 * @param exact whether to return only rows for which the condition is true
 * @param pruning a condition of which only partitions and statistics are tested, in addition; null
 *     if there is none
 * @param tested the top-level fields of the columns of both
 */
public record ScanFilter(
    BoundPredicate condition, boolean exact, BoundPredicate pruning, Schema tested) {

  /** All rows. */
  public static final ScanFilter NONE = new ScanFilter(null, false, null, Schema.of());

  /** The condition that rows are tested for; null if there is none. */
  BoundPredicate rows() {
    return exact ? condition : null;
  }

  /** Both conditions; null if there is none. */
  BoundPredicate all() {
    if (condition == null || pruning == null) {
      return condition == null ? pruning : condition;
    }
    return BoundPredicate.and(condition, pruning);
  }
}
