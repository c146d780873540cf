// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.format.schema.PartitionTuple;
import io.albis.reader.Dataset;
import io.albis.reader.DatasetScan;
import io.albis.reader.Split;
import io.albis.spark.internal.metric.MetricTotals;
import io.albis.spark.internal.plan.TablePlacement;
import io.albis.spark.internal.read.KeyedScanPartition;
import io.albis.spark.internal.read.ReadSpec;
import io.albis.spark.internal.read.ScanPartition;
import io.albis.spark.internal.read.ScanPartition.Rows;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Source;
import io.albis.spark.internal.source.SourceOptions.Choice;
import io.albis.spark.internal.source.Sources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.SortOrder;

/** Divides a scan into partitions. For one thread. */
final class PartitionPlanner {

  /** How many parts of a table a task reads one by one, before it is cheaper to shuffle rows. */
  private static final long MAX_PIECES = 8;

  private static final String BUCKETING = "spark.sql.sources.v2.bucketing.enabled";

  private final Sources sources;
  private final ReadSpec spec;
  private final RowWindow window;

  /** Whether Spark needs rows in their order, rather than by partition. */
  private final boolean isOrderWanted;

  private final SparkSession session = SparkSession.active();
  private final int cores = session.sparkContext().defaultParallelism();
  private final MetricTotals metrics = new MetricTotals();

  private PartitionPlanner(
      Sources sources, ReadSpec spec, RowWindow window, boolean isOrderWanted) {
    this.sources = sources;
    this.spec = spec;
    this.window = window;
    this.isOrderWanted = isOrderWanted;
  }

  /**
   * Returns the partitions of all rows of a window.
   *
   * @param rowIndexes the rows of row groups that are needed
   */
  static ScanLayout plan(Sources sources, ReadSpec spec, RowWindow window, RowIndexes rowIndexes) {
    PartitionPlanner planner = new PartitionPlanner(sources, spec, window, false);
    ScanLayout layout = planner.plan();
    return rowIndexes.equals(RowIndexes.ALL) ? layout : planner.cut(layout, rowIndexes);
  }

  /** Returns the partitions of all rows, in the order of the table rather than by partition. */
  static ScanLayout planInOrder(Sources sources, ReadSpec spec) {
    return new PartitionPlanner(sources, spec, RowWindow.ALL, true).plan();
  }

  private ScanLayout plan() {
    if (spec.sources().size() == 1) {
      try (OpenDatasets.Lease lease = OpenDatasets.acquire(spec.sources().get(0))) {
        return planOne(lease);
      }
    }
    List<ScanPartition> partitions = new ArrayList<>();
    long before = 0;
    for (int i = 0; i < spec.sources().size(); i++) {
      try (OpenDatasets.Lease lease = OpenDatasets.acquire(spec.sources().get(i))) {
        partitions.addAll(unsorted(i, lease, plainSplits(lease), before));
        before += lease.dataset().rowCount();
      }
    }
    return unordered(partitions);
  }

  private ScanLayout cut(ScanLayout layout, RowIndexes rowIndexes) {
    List<NavigableMap<Long, Long>> rowGroups = new ArrayList<>();
    for (Source source : spec.sources()) {
      NavigableMap<Long, Long> ends = new TreeMap<>();
      try (OpenDatasets.Lease lease = OpenDatasets.acquire(source)) {
        spec.scan(lease)
            .visitRowGroups(
                List.of(),
                group -> {
                  ends.put(group.firstRow(), group.firstRow() + group.rowCount());
                  return true;
                });
      }
      rowGroups.add(ends);
    }
    List<ScanPartition> partitions = new ArrayList<>();
    for (ScanPartition partition : layout.partitions()) {
      List<Rows> left =
          partition.rows().stream()
              .map(rows -> rowIndexes.cut(rows, rowGroups.get(rows.source())))
              .filter(rows -> rows.rowCount() > 0)
              .toList();
      if (!left.isEmpty()) {
        partitions.add(partition.prunedTo(left, ScanPartition.NO_RUNTIME_FILTER));
      }
    }
    return new ScanLayout(partitions, layout.keys(), layout.ordering(), layout.metrics());
  }

  private ScanLayout planOne(OpenDatasets.Lease lease) {
    Optional<ScanLayout> keyed = keyed(lease);
    if (keyed.isPresent()) {
      return keyed.get();
    }
    List<Split> plain = plainSplits(lease);
    Optional<ScanLayout> sorted = sorted(lease, plain);
    if (sorted.isPresent()) {
      return sorted.get();
    }
    return unordered(unsorted(0, lease, plain, 0));
  }

  private ScanLayout unordered(List<ScanPartition> partitions) {
    List<ScanPartition> all = window.isLimited() ? inOne(partitions) : partitions;
    return new ScanLayout(all, List.of(), List.of(), metrics);
  }

  /** Returns partitions whose rows may be in any order. */
  private List<ScanPartition> unsorted(
      int source, OpenDatasets.Lease lease, List<Split> splits, long before) {
    boolean isAnyOrder = window.equals(RowWindow.ALL) && !isOrderWanted;
    TablePlacement placement = isAnyOrder ? PlacedPartitions.placement(lease, spec, splits) : null;
    return placement == null
        ? partitions(source, lease, splits, before)
        : PlacedPartitions.of(source, splits, placement);
  }

  private List<ScanPartition> partitions(
      int source, OpenDatasets.Lease lease, List<Split> splits, long before) {
    List<List<String>> hosts = hosts(lease, splits);
    List<ScanPartition> partitions = new ArrayList<>();
    for (int i = 0; i < splits.size(); i++) {
      Rows rows = window.cut(Rows.of(source, splits.get(i)), before);
      if (rows.rowCount() > 0) {
        partitions.add(new ScanPartition(List.of(rows), hosts.get(i)));
      }
    }
    return partitions;
  }

  /** Returns where each split should be read: in executors with caches, else near its data. */
  private List<List<String>> hosts(OpenDatasets.Lease lease, List<Split> splits) {
    TablePlacement placement = PlacedPartitions.placement(lease, spec, splits);
    if (placement != null) {
      return splits.stream()
          .map(split -> List.of(placement.location(split.firstRow(), split.rowCount())))
          .toList();
    }
    return SplitLocations.of(spec.scan(lease), splits, lease.source().uri(), spec.options());
  }

  /**
   * Splits of the wanted size, or smaller ones if there is not one for each core. Counts once what
   * they skip, however often they are made.
   */
  private List<Split> plainSplits(OpenDatasets.Lease lease) {
    DatasetScan scan = spec.scan(lease);
    List<Split> splits = scan.splits(spec.options().splitSize());
    metrics.add(scan.metrics());
    if (splits.isEmpty() || splits.size() >= cores) {
      return splits;
    }
    long size = Math.max(spec.options().minSplitSize(), (bytes(splits) + cores - 1) / cores);
    return size < spec.options().splitSize() ? scan.splits(size) : splits;
  }

  private static long bytes(List<Split> splits) {
    return splits.stream().mapToLong(Split::bytes).sum();
  }

  private static List<ScanPartition> inOne(List<ScanPartition> partitions) {
    if (partitions.size() < 2) {
      return partitions;
    }
    List<Rows> rows = partitions.stream().flatMap(partition -> partition.rows().stream()).toList();
    List<String> hosts = Arrays.asList(partitions.get(0).preferredLocations());
    return List.of(new ScanPartition(rows, hosts));
  }

  /** Groups rows by the partitions of the table, if Spark can make use of that. */
  private Optional<ScanLayout> keyed(OpenDatasets.Lease lease) {
    Choice choice = spec.options().preservePartitions();
    boolean isWanted =
        choice == Choice.TRUE
            || (choice == Choice.AUTO
                && Boolean.parseBoolean(session.conf().get(BUCKETING, "true")));
    if (!isWanted || isOrderWanted || !window.equals(RowWindow.ALL)) {
      return Optional.empty();
    }
    ReportedPartitions reported =
        ReportedPartitions.of(
                sources, Arrays.stream(spec.dataSchema().fieldNames()).collect(Collectors.toSet()))
            .orElse(null);
    if (reported == null) {
      return Optional.empty();
    }
    DatasetScan scan = spec.scan(lease).splitByPartition();
    List<Split> splits = scan.splits(spec.options().splitSize());
    if (splits.stream().anyMatch(split -> split.partition().specId() != reported.specId())) {
      // Rows that were written before the table was partitioned in this way.
      return Optional.empty();
    }
    List<ScanPartition> partitions = group(lease.dataset(), reported, splits, hosts(lease, splits));
    long enough = Math.max(4L * cores, bytes(splits) / spec.options().minSplitSize());
    boolean isScattered = splits.size() > MAX_PIECES * Math.max(enough, partitions.size());
    if (choice == Choice.AUTO && (partitions.size() > enough || isScattered)) {
      return Optional.empty();
    }
    metrics.add(scan.metrics());
    return Optional.of(new ScanLayout(partitions, reported.transforms(), List.of(), metrics));
  }

  private List<ScanPartition> group(
      Dataset dataset, ReportedPartitions reported, List<Split> splits, List<List<String>> hosts) {
    Map<PartitionTuple, List<Integer>> byPartition = new LinkedHashMap<>();
    for (int i = 0; i < splits.size(); i++) {
      byPartition.computeIfAbsent(splits.get(i).partition(), tuple -> new ArrayList<>()).add(i);
    }
    List<ScanPartition> partitions = new ArrayList<>();
    byPartition.forEach(
        (tuple, indexes) -> {
          var key = reported.key(dataset.partitionValues(tuple));
          List<Rows> rows = new ArrayList<>();
          long bytes = 0;
          List<String> firstHosts = List.of();
          for (int index : indexes) {
            Split split = splits.get(index);
            if (!rows.isEmpty() && bytes + split.bytes() > spec.options().splitSize()) {
              partitions.add(new KeyedScanPartition(rows, firstHosts, key));
              rows = new ArrayList<>();
              bytes = 0;
            }
            firstHosts = rows.isEmpty() ? hosts.get(index) : firstHosts;
            rows.add(Rows.of(0, split));
            bytes += split.bytes();
          }
          partitions.add(new KeyedScanPartition(rows, firstHosts, key));
        });
    return partitions;
  }

  /** Ends splits where the order of rows does, if that costs few further splits. */
  private Optional<ScanLayout> sorted(OpenDatasets.Lease lease, List<Split> plain) {
    Dataset dataset = lease.dataset();
    boolean isPossible =
        !plain.isEmpty()
            && spec.options().preserveOrder() != Choice.FALSE
            && !dataset.sortOrders().isEmpty()
            && !(window.isLimited() && plain.size() > 1);
    if (!isPossible) {
      return Optional.empty();
    }
    long size = Math.max(1, bytes(plain) / plain.size());
    List<Split> splits = spec.scan(lease).splitBySortOrder().splits(size);
    int id = splits.isEmpty() ? 0 : splits.get(0).sortOrderId();
    boolean isSorted = id != 0 && splits.stream().allMatch(split -> split.sortOrderId() == id);
    boolean isCheap =
        spec.options().preserveOrder() == Choice.TRUE || splits.size() <= 2L * plain.size();
    if (!isSorted || !isCheap || (window.isLimited() && splits.size() > 1)) {
      return Optional.empty();
    }
    List<SortOrder> ordering =
        ReportedOrder.of(
            dataset.sortOrders().getOrDefault(id, List.of()), sources.schema(), spec.dataSchema());
    if (ordering.isEmpty()) {
      return Optional.empty();
    }
    List<ScanPartition> partitions = partitions(0, lease, splits, 0);
    return Optional.of(new ScanLayout(partitions, List.of(), ordering, metrics));
  }
}
