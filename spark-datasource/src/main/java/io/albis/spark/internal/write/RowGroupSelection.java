// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.format.schema.PartitionTuple;
import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.RowGroupInfo;
import io.albis.reader.Table;
import io.albis.spark.internal.predicate.PushedPredicates;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds row groups that are removed as a whole. */
public final class RowGroupSelection {

  private RowGroupSelection() {}

  /**
   * Returns the numbers of the row groups of which all rows match conditions. Statistics and
   * partitions decide that for most; of the others, the columns of the conditions are read.
   *
   * @param table the snapshot
   * @param conditions which apply together
   * @return empty if a row group has rows that match and others that do not, or if conditions are
   *     not evaluated as Spark does
   */
  public static Optional<List<Long>> matching(
      Source table, org.apache.spark.sql.connector.expressions.filter.Predicate[] conditions) {
    return matching(table, conditions, true);
  }

  /** As {@link #matching}, but empty if statistics and partitions do not decide. */
  public static Optional<List<Long>> known(
      Source table, org.apache.spark.sql.connector.expressions.filter.Predicate[] conditions) {
    return matching(table, conditions, false);
  }

  private static Optional<List<Long>> matching(
      Source table,
      org.apache.spark.sql.connector.expressions.filter.Predicate[] conditions,
      boolean readsColumns) {
    try (OpenDatasets.Lease lease = OpenDatasets.acquire(table)) {
      PushedPredicates pushed = PushedPredicates.of(conditions, lease.dataset().schema());
      if (pushed.remaining().length > 0) {
        return Optional.empty();
      }
      Predicate exact = pushed.exact();
      DatasetScan scan = lease.dataset().scan().select().filter(exact);
      List<Long> numbers = new ArrayList<>();
      List<RowGroupInfo> undecided = new ArrayList<>();
      scan.visitRowGroups(
          List.of(),
          rowGroup -> {
            if (rowGroup.matchesAll()) {
              numbers.add(rowGroup.number());
            } else {
              undecided.add(rowGroup);
            }
            return readsColumns || undecided.isEmpty();
          });
      if (!readsColumns && !undecided.isEmpty()) {
        return Optional.empty();
      }
      for (RowGroupInfo rowGroup : undecided) {
        long count = count(scan, rowGroup);
        if (count == rowGroup.rowCount()) {
          numbers.add(rowGroup.number());
        } else if (count > 0) {
          return Optional.empty();
        }
      }
      return Optional.of(numbers);
    }
  }

  private static long count(DatasetScan scan, RowGroupInfo rowGroup) {
    long count = 0;
    try (BatchCursor cursor = scan.batches(rowGroup.firstRow(), rowGroup.rowCount())) {
      while (cursor.next()) {
        count += cursor.batch().selectedCount();
      }
    }
    return count;
  }

  /**
   * Returns the numbers of the row groups of partitions.
   *
   * @param table the snapshot
   * @throws IllegalArgumentException if rows of the table are partitioned in another way
   */
  static List<Long> ofPartitions(Source table, Set<PartitionTuple> partitions) {
    List<Long> numbers = new ArrayList<>();
    try (OpenDatasets.Lease lease = OpenDatasets.acquire(table)) {
      Table opened = (Table) lease.dataset();
      for (RowGroupInfo rowGroup : opened.rowGroups()) {
        PartitionTuple partition = rowGroup.partition();
        if (partition.specId() != opened.partitioningId()) {
          throw new IllegalArgumentException(
              "Cannot overwrite partitions of "
                  + table.uri()
                  + ": row group "
                  + rowGroup.number()
                  + " was written when the table was partitioned in another way (merge its row"
                  + " groups first, with 'albis merge')");
        }
        if (partitions.contains(partition)) {
          numbers.add(rowGroup.number());
        }
      }
    }
    return numbers;
  }
}
