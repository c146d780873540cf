// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

import io.albis.format.metadata.Extent;
import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.internal.table.RowGroups.RowGroupRef;
import io.albis.reader.internal.table.TableFiles;
import io.albis.reader.split.Split;
import io.albis.storage.FileRange;
import io.albis.storage.Locations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Determines the hosts that store the splits of a scan. */
public final class SplitHosts {

  /** More do not help a scheduler. */
  private static final int MAX_HOSTS = 3;

  /** Maximum number of files per row group whose locations are requested: the longest ones. */
  private static final int MAX_EXTENTS = 32;

  private final ReadContext context;
  private final ScanPlan plan;
  private final List<FileRange> ranges = new ArrayList<>();

  /** The split of each range. */
  private final List<Integer> splitOf = new ArrayList<>();

  private SplitHosts(ReadContext context, ScanPlan plan) {
    this.context = context;
    this.plan = plan;
  }

  public static List<List<String>> of(ReadContext context, ScanPlan plan, List<Split> splits) {
    SplitHosts hosts = new SplitHosts(context, plan);
    List<RowGroupRef> rowGroups = context.rowGroups().all();
    for (int s = 0; s < splits.size(); s++) {
      long first = splits.get(s).firstRow();
      long end = first + splits.get(s).rowCount();
      for (int g = rowGroupAt(rowGroups, first);
          g < rowGroups.size() && rowGroups.get(g).firstRow() < end;
          g++) {
        RowGroupRef rowGroup = rowGroups.get(g);
        long from = Math.max(first, rowGroup.firstRow());
        long to = Math.min(end, rowGroup.firstRow() + rowGroup.rowCount());
        hosts.add(s, rowGroup, from - rowGroup.firstRow(), to - rowGroup.firstRow());
      }
    }
    try {
      return hosts.rank(context.files().storage().locations(hosts.ranges), splits.size());
    } catch (IOException e) {
      throw TableFiles.failed(context.files().storage().root().toString(), e);
    }
  }

  /** The index of the row group that contains a row. */
  private static int rowGroupAt(List<RowGroupRef> rowGroups, long row) {
    int low = 0;
    int high = rowGroups.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (rowGroups.get(middle).firstRow() <= row) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private void add(int split, RowGroupRef rowGroup, long from, long to) {
    List<Extent> extents = new ArrayList<>();
    for (ScanPlan.Group group : plan.groups()) {
      if (group.isLoaded()) {
        context.rowGroups().extent(rowGroup, group.id()).ifPresent(extents::add);
      }
    }
    extents.sort(Comparator.comparingLong(Extent::length).reversed());
    for (Extent extent : extents.subList(0, Math.min(MAX_EXTENTS, extents.size()))) {
      // Assumes that rows are spread evenly over the extent.
      double perRow = extent.length() / (double) rowGroup.rowCount();
      long start = (long) (from * perRow);
      long length = Math.min(extent.length() - start, (long) Math.ceil((to - from) * perRow));
      ranges.add(new FileRange(extent.path(), extent.offset() + start, length));
      splitOf.add(split);
    }
  }

  private List<List<String>> rank(List<List<Locations>> found, int splits) {
    List<Map<String, Long>> bytes = new ArrayList<>();
    for (int s = 0; s < splits; s++) {
      bytes.add(new HashMap<>());
    }
    for (int r = 0; r < found.size(); r++) {
      Map<String, Long> ofSplit = bytes.get(splitOf.get(r));
      for (Locations part : found.get(r)) {
        part.hosts().forEach(host -> ofSplit.merge(host, part.length(), Long::sum));
      }
    }
    return bytes.stream().map(SplitHosts::best).toList();
  }

  private static List<String> best(Map<String, Long> bytes) {
    return bytes.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(MAX_HOSTS)
        .map(Map.Entry::getKey)
        .toList();
  }
}
