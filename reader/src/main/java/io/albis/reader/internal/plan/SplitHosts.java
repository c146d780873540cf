// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

import io.albis.format.internal.metadata.Extent;
import io.albis.reader.Split;
import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.internal.table.TableRowGroups.RowRange;
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

  /** Maximum number of extents per row group whose locations are requested: the longest ones. */
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
    for (int s = 0; s < splits.size(); s++) {
      int split = s;
      context
          .rowGroups()
          .ranges(splits.get(s).firstRow(), splits.get(s).rowCount(), m -> true)
          .forEachRemaining(range -> hosts.add(split, range));
    }
    try {
      return hosts.rank(context.files().storage().locations(hosts.ranges), splits.size());
    } catch (IOException e) {
      throw context.files().failed(context.files().storage().root().toString(), e);
    }
  }

  private void add(int split, RowRange range) {
    StoredLeaves stored = new StoredLeaves(plan, context.rowGroups(), range.rowGroup());
    stored.findLoaded();
    List<Integer> groups = new ArrayList<>();
    for (int g = 0; g < plan.groups().size(); g++) {
      if (stored.isLoaded(g)) {
        groups.add(g);
      }
    }
    groups.sort(Comparator.comparingLong((Integer g) -> stored.extent(g).length()).reversed());
    for (int g : groups.subList(0, Math.min(MAX_EXTENTS, groups.size()))) {
      Extent extent = stored.extent(g);
      // Assumes that rows are spread evenly over the extent.
      double perRow = extent.length() / (double) range.rowGroup().rowCount();
      long start = (long) (range.from() * perRow);
      long length =
          Math.min(extent.length() - start, (long) Math.ceil((range.to() - range.from()) * perRow));
      ranges.add(new FileRange(stored.file(g).path(), extent.offset() + start, length));
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
