// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.reader.TableScan;
import io.albis.reader.split.Split;
import io.albis.spark.internal.read.ReadSpec;
import io.albis.spark.internal.read.ScanPartition;
import io.albis.spark.internal.read.ScanPartition.SourceSplit;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.SourceOptions;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.read.InputPartition;

/** Divides a scan into partitions. */
final class PartitionPlanner {

  private PartitionPlanner() {}

  /** Returns the partitions, in row order. */
  static InputPartition[] plan(ReadSpec spec) {
    List<InputPartition> partitions = new ArrayList<>();
    for (int i = 0; i < spec.sources().size(); i++) {
      try (OpenDatasets.Lease lease = OpenDatasets.acquire(spec.sources().get(i))) {
        TableScan scan = spec.scan(lease.dataset());
        List<Split> splits = splits(scan, spec.options());
        List<List<String>> hosts =
            SplitLocations.of(scan, splits, spec.sources().get(i).uri(), spec.options());
        for (int s = 0; s < splits.size(); s++) {
          partitions.add(
              new ScanPartition(List.of(new SourceSplit(i, splits.get(s))), hosts.get(s)));
        }
      }
    }
    return partitions.toArray(InputPartition[]::new);
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
}
