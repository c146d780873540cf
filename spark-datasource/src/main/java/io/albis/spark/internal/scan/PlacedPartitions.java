// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.reader.Split;
import io.albis.spark.internal.plan.Placement;
import io.albis.spark.internal.plan.RowGroupRange;
import io.albis.spark.internal.plan.TablePlacement;
import io.albis.spark.internal.read.ReadSpec;
import io.albis.spark.internal.read.ScanPartition;
import io.albis.spark.internal.read.ScanPartition.Rows;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.SourceOptions.Choice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Partitions whose rows belong to one executor's cache each. */
final class PlacedPartitions {

  private PlacedPartitions() {}

  /** Returns where the rows of a dataset belong; null if executors have no caches. */
  static TablePlacement placement(OpenDatasets.Lease lease, ReadSpec spec, List<Split> splits) {
    Placement placement = Placement.active();
    if (placement == null
        || splits.isEmpty()
        || !spec.options().isCached()
        || spec.options().locality() == Choice.FALSE) {
      return null;
    }
    Split any = splits.get(0);
    TablePlacement placed = placement.of(any.tableId(), any.snapshotId(), () -> rowGroups(lease));
    return placed.isEmpty() ? null : placed;
  }

  private static List<RowGroupRange> rowGroups(OpenDatasets.Lease lease) {
    List<RowGroupRange> rowGroups = new ArrayList<>();
    lease
        .dataset()
        .scan()
        .visitRowGroups(
            List.of(),
            group ->
                rowGroups.add(
                    new RowGroupRange(group.number(), group.firstRow(), group.rowCount())));
    return rowGroups;
  }

  /**
   * Divides splits between executors at the ends of row groups, and puts together what one of them
   * reads: about as many partitions as there are splits, and in the order of their first rows.
   */
  static List<ScanPartition> of(int source, List<Split> splits, TablePlacement placement) {
    Map<String, List<Rows>> byLocation = new TreeMap<>();
    long total = 0;
    for (Split split : splits) {
      total += split.bytes();
      cut(Rows.of(source, split), placement, byLocation);
    }
    long target = Math.max(1, total / splits.size());
    List<ScanPartition> partitions = new ArrayList<>();
    byLocation.forEach(
        (location, rows) -> {
          long bytes = bytes(rows);
          long count = Math.max(1, Math.round((double) bytes / target));
          pack(rows, bytes / count, location, partitions);
        });
    partitions.sort((a, b) -> Long.compare(firstRow(a), firstRow(b)));
    return partitions;
  }

  private static long firstRow(ScanPartition partition) {
    return partition.rows().get(0).firstRow();
  }

  private static long bytes(List<Rows> rows) {
    return rows.stream().mapToLong(Rows::bytes).sum();
  }

  private static void cut(Rows all, TablePlacement placement, Map<String, List<Rows>> byLocation) {
    long end = all.firstRow() + all.rowCount();
    long from = all.firstRow();
    while (from < end) {
      long to = Math.min(end, placement.endOfRowGroup(from));
      String location = placement.location(from, to - from);
      // What the executor reads of the next row groups continues the same range.
      while (to < end) {
        long next = Math.min(end, placement.endOfRowGroup(to));
        if (!placement.location(to, next - to).equals(location)) {
          break;
        }
        to = next;
      }
      byLocation
          .computeIfAbsent(location, key -> new ArrayList<>())
          .add(all.range(from, to - from));
      from = to;
    }
  }

  /** Ends a partition where the next range would leave it further from the size. */
  private static void pack(
      List<Rows> rows, long size, String location, List<ScanPartition> partitions) {
    List<Rows> open = new ArrayList<>();
    long bytes = 0;
    for (Rows next : rows) {
      if (!open.isEmpty() && bytes + next.bytes() / 2 > size) {
        partitions.add(new ScanPartition(open, List.of(location)));
        open = new ArrayList<>();
        bytes = 0;
      }
      open.add(next);
      bytes += next.bytes();
    }
    partitions.add(new ScanPartition(open, List.of(location)));
  }
}
