// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.reader.cache.PlannedScans;
import io.albis.spark.internal.plan.PlacedScans;
import io.albis.spark.internal.plan.QueryPlans;
import io.albis.spark.internal.read.ReadSpec;
import io.albis.spark.internal.read.ScanPartition;
import io.albis.spark.internal.read.ScanPartition.Rows;
import io.albis.spark.internal.source.OpenDatasets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a scan of a query reads, for the cache. The scans that rules make of one for the same place
 * in the query share it. Thread-safe.
 */
final class CachePlan implements QueryPlans.Scan {

  /** As it was planned last; null if it was not. */
  private volatile Planned last;

  /**
   * What was planned.
   *
   * @param spec with the runtime filter
   */
  private record Planned(ReadSpec spec, List<ScanPartition> partitions) {}

  /** Called when partitions are planned, which may be before the query is executed. */
  void planned(ReadSpec spec, List<ScanPartition> partitions) {
    last = new Planned(spec, partitions);
  }

  @Override
  public List<PlacedScans> planned() {
    Planned planned = last;
    if (planned == null || !planned.spec.options().isCached()) {
      return List.of();
    }
    List<PlacedScans> scans = new ArrayList<>();
    for (int i = 0; i < planned.spec.sources().size(); i++) {
      Map<String, Map<Long, Long>> byLocation = rows(planned.partitions, i);
      if (!byLocation.isEmpty()) {
        try (OpenDatasets.Lease lease = OpenDatasets.acquire(planned.spec.sources().get(i))) {
          PlannedScans all = planned.spec.scan(lease).planned("", 1);
          byLocation.forEach(
              (location, rows) ->
                  scans.add(
                      new PlacedScans(
                          location,
                          new PlannedScans(
                              all.id(),
                              all.tableId(),
                              all.snapshotId(),
                              all.columns(),
                              all.filter(),
                              rows,
                              all.count()))));
        }
      }
    }
    return scans;
  }

  private static Map<String, Map<Long, Long>> rows(List<ScanPartition> partitions, int source) {
    Map<String, Map<Long, Long>> byLocation = new TreeMap<>();
    for (ScanPartition partition : partitions) {
      for (Rows rows : partition.rows()) {
        if (rows.source() == source) {
          byLocation
              .computeIfAbsent(partition.executor(), key -> new TreeMap<>())
              .put(rows.firstRow(), rows.rowCount());
        }
      }
    }
    return byLocation;
  }
}
