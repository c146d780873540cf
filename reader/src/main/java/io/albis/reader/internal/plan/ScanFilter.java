// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

import io.albis.format.schema.Schema;
import io.albis.reader.internal.filter.BoundPredicate;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Which rows a scan reads.
 *
 * @param rows true for the rows that are returned; null for all
 * @param pruning a condition of which only partitions and statistics are tested, in addition; null
 *     if there is none
 * @param rowPruning conditions of which rows may be tested, too, where that pays
 * @param first tests whether rows may be among the first of an order; null if all are needed
 * @param tested the top-level fields of the columns of all
 */
public record ScanFilter(
    BoundPredicate rows,
    BoundPredicate pruning,
    List<BoundPredicate> rowPruning,
    BoundPredicate first,
    Schema tested) {

  /** All rows. */
  public static final ScanFilter NONE = new ScanFilter(null, null, List.of(), null, Schema.of());

  /** All conditions; null if there is none. */
  BoundPredicate all() {
    return Stream.concat(Stream.ofNullable(pruning), ofRows().stream())
        .reduce(BoundPredicate::and)
        .orElse(null);
  }

  /** The conditions that rows are tested for. */
  List<BoundPredicate> ofRows() {
    return Stream.concat(Stream.of(rows, first).filter(Objects::nonNull), rowPruning.stream())
        .toList();
  }
}
