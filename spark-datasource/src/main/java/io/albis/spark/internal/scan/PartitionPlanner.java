// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.reader.TableScan;
import io.albis.reader.split.Split;
import io.albis.spark.internal.read.ReadSpec;
import io.albis.spark.internal.read.ScanPartition;
import io.albis.spark.internal.read.ScanPartition.Rows;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Source;
import io.albis.spark.internal.source.SourceOptions;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/** Divides a scan into partitions. */
final class PartitionPlanner {

  private PartitionPlanner() {}

  /** Returns the partitions, in row order. */
  static List<ScanPartition> plan(ReadSpec spec, RowWindow window) {
    List<ScanPartition> partitions = new ArrayList<>();
    long before = 0;
    for (int i = 0; i < spec.sources().size(); i++) {
      Source source = spec.sources().get(i);
      try (OpenDatasets.Lease lease = OpenDatasets.acquire(source)) {
        TableScan scan = spec.scan(lease.dataset());
        List<Split> splits = splits(scan, spec.options());
        List<List<String>> hosts = SplitLocations.of(scan, splits, source.uri(), spec.options());
        for (int s = 0; s < splits.size(); s++) {
          Rows rows = window.cut(Rows.of(i, splits.get(s)), before);
          if (rows.rowCount() > 0) {
            partitions.add(new ScanPartition(List.of(rows), hosts.get(s)));
          }
        }
        before += lease.dataset().rowCount();
      }
    }
    return window.isLimited() ? inOne(partitions) : partitions;
  }

  /** Splits of the wanted size, or smaller ones if there is not one for each core. */
  private static List<Split> splits(TableScan scan, SourceOptions options) {
    List<Split> splits = scan.splits(options.splitSize());
    int cores = SparkSession.active().sparkContext().defaultParallelism();
    if (splits.isEmpty() || splits.size() >= cores) {
      return splits;
    }
    long bytes = splits.stream().mapToLong(Split::bytes).sum();
    long size = Math.max(options.minSplitSize(), (bytes + cores - 1) / cores);
    return size < options.splitSize() ? scan.splits(size) : splits;
  }

  private static List<ScanPartition> inOne(List<ScanPartition> partitions) {
    if (partitions.size() < 2) {
      return partitions;
    }
    List<Rows> rows = partitions.stream().flatMap(partition -> partition.rows().stream()).toList();
    return List.of(new ScanPartition(rows, List.of(partitions.get(0).preferredLocations())));
  }
}
