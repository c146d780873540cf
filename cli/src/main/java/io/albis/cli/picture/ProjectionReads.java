// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.picture;

import io.albis.format.internal.order.RequestRule;
import io.albis.reader.TableLayout.ExtentLayout;
import io.albis.reader.TableLayout.SegmentLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a scan of some column groups reads, by the rule that turns segments into requests.
 *
 * @param columnGroups ids of the column groups that are read
 * @param files number of files that are read
 * @param requests number of requests
 * @param bytes of all requests
 * @param segmentBytes bytes of the segments; the rest is gaps that are read over
 * @param ranges offset and length of each request, by file
 */
public record ProjectionReads(
    Set<Integer> columnGroups,
    int files,
    long requests,
    long bytes,
    long segmentBytes,
    Map<String, List<long[]>> ranges) {

  static ProjectionReads of(List<FileMap> files, Set<Integer> columnGroups, RequestRule rule) {
    Map<String, List<long[]>> ranges = new HashMap<>();
    long requests = 0;
    long bytes = 0;
    long segmentBytes = 0;
    for (FileMap file : files) {
      List<long[]> segments = segments(file, columnGroups);
      if (segments.isEmpty()) {
        continue;
      }
      List<long[]> found = new ArrayList<>();
      rule.requests(
          segments.stream().mapToLong(segment -> segment[0]).toArray(),
          segments.stream().mapToLong(segment -> segment[1]).toArray(),
          segments.size(),
          (offset, length) -> found.add(new long[] {offset, length}));
      ranges.put(file.path(), found);
      requests += found.size();
      bytes += found.stream().mapToLong(range -> range[1]).sum();
      segmentBytes += segments.stream().mapToLong(segment -> segment[1]).sum();
    }
    return new ProjectionReads(columnGroups, ranges.size(), requests, bytes, segmentBytes, ranges);
  }

  private static List<long[]> segments(FileMap file, Set<Integer> columnGroups) {
    List<long[]> segments = new ArrayList<>();
    for (FileMap.Placed placed : file.extents()) {
      ExtentLayout extent = placed.extent();
      if (columnGroups.contains(extent.columnGroupId())) {
        for (SegmentLayout segment : extent.segments()) {
          segments.add(new long[] {extent.offset() + segment.offset(), segment.length()});
        }
      }
    }
    return segments;
  }

  boolean reads(FileMap.Placed placed) {
    return columnGroups.contains(placed.extent().columnGroupId());
  }

  /** Whether a request covers most of a range. */
  boolean covers(String path, long from, long to) {
    long covered = 0;
    for (long[] range : ranges.getOrDefault(path, List.of())) {
      covered += Math.max(0, Math.min(to, range[0] + range[1]) - Math.max(from, range[0]));
    }
    return 2 * covered > to - from;
  }
}
