// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.cli.sort.SortKeyOrder;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.SortColumn;
import java.nio.file.Path;
import java.util.List;

/**
 * How the rows of a conversion are partitioned and sorted.
 *
 * @param partitioning how rows are partitioned; none for no partitions
 * @param sortColumns by what rows are sorted, within partitions; none to keep their order
 * @param temporary the directory of temporary files
 */
public record Ordering(
    List<Partitioning> partitioning, List<SortColumn> sortColumns, Path temporary) {

  /** Neither partitioned nor sorted. */
  public static final Ordering NONE = new Ordering(List.of(), List.of(), Path.of("."));

  /** Copies the lists. */
  public Ordering {
    partitioning = List.copyOf(partitioning);
    sortColumns = List.copyOf(sortColumns);
  }

  /** Whether rows are sorted. */
  boolean isSorted() {
    return !sortColumns.isEmpty();
  }

  /** Whether rows may be in another order than in the input. */
  boolean changesOrder() {
    return isSorted() || !partitioning.isEmpty();
  }

  /** Rows of a partition together, and sorted. */
  SortKeyOrder rowOrder() {
    return new SortKeyOrder(
        partitioning.stream()
            .map(field -> new SortKeyOrder.Partition(field.path(), field.transform()))
            .toList(),
        sortColumns.stream()
            .map(
                column ->
                    new SortKeyOrder.Column(column.path(), column.descending(), column.nullsLast()))
            .toList());
  }
}
