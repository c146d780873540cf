// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.maintenance.internal.PlannedFile.RowGroupKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides which extents are rewritten, and which of them become one file.
 *
 * <p><b>The rule.</b> A <i>run</i> of a column group is a series of its extents, in row order, that
 * lie one behind the other in a file. The <i>weight</i> of row groups is the length of all their
 * selected extents. A run is long enough if the weight of its row groups is half of the file size
 * or more, or if it has {@value #LONG_RUN} bytes itself. Of each series of two or more neighbouring
 * runs that are not long enough, consecutive ones are put together as long as their weight is at
 * most the file size. What consists of one run is left alone. Column groups of which the same row
 * groups are put together share a file.
 *
 * <p>So a second optimization finds nothing to do: all files but the last of a series have more
 * than half of the file size, and the last one has no short neighbour. For one thread.
 */
final class FragmentPlanner {

  /** A column group whose own extents are contiguous for this many bytes is left alone. */
  static final long LONG_RUN = 64L << 20;

  private final long fileSize;
  private final long[] weights;
  private final Map<RowGroupKey, PlannedFile> plannedFiles = new LinkedHashMap<>();

  /**
   * Plans nothing yet.
   *
   * @param weights for each row group, the length of all its selected extents
   */
  FragmentPlanner(long fileSize, long[] weights) {
    this.fileSize = fileSize;
    this.weights = weights;
  }

  /** The planned files so far, by their first row group. */
  List<PlannedFile> plannedFiles() {
    List<PlannedFile> sorted = new ArrayList<>(plannedFiles.values());
    sorted.sort((a, b) -> Integer.compare(a.rowGroups()[0], b.rowGroups()[0]));
    return sorted;
  }

  /** How a column group is rewritten. */
  record GroupResult(
      long rewrittenExtents, long rewrittenBytes, ExtentPlaces before, ExtentPlaces after) {}

  /** Plans for a column group; those whose extents lie first in a file come first. */
  GroupResult add(int columnGroupId, GroupExtents extents, RequestCounter requests) {
    List<int[]> rewritten = plan(extents);
    long count = 0;
    long bytes = 0;
    for (int[] range : rewritten) {
      int[] rowGroups = new int[range[1] - range[0]];
      long fileBytes = 0;
      for (int i = range[0]; i < range[1]; i++) {
        rowGroups[i - range[0]] = extents.rowGroup(i);
        fileBytes += extents.length(i);
      }
      plannedFiles
          .computeIfAbsent(new RowGroupKey(rowGroups), PlannedFile::new)
          .add(columnGroupId, fileBytes);
      count += rowGroups.length;
      bytes += fileBytes;
    }
    return new GroupResult(
        count, bytes, layout(extents, List.of(), requests), layout(extents, rewritten, requests));
  }

  /** Ranges of extents that become contiguous. */
  private List<int[]> plan(GroupExtents extents) {
    List<int[]> ranges = new ArrayList<>();
    int[] open = null;
    long openWeight = 0;
    int runs = 0;
    int start = 0;
    while (start < extents.count()) {
      int end = start + 1;
      while (end < extents.count() && extents.continues(end)) {
        end++;
      }
      long weight = 0;
      long bytes = 0;
      for (int i = start; i < end; i++) {
        weight += weights[extents.rowGroup(i)];
        bytes += extents.length(i);
      }
      boolean isLong = weight >= fileSize / 2 || bytes >= LONG_RUN;
      if (open != null && (isLong || openWeight + weight > fileSize)) {
        addIfFragmented(ranges, open, runs);
        open = null;
      }
      if (!isLong) {
        if (open == null) {
          open = new int[] {start, end};
          openWeight = weight;
          runs = 1;
        } else {
          open[1] = end;
          openWeight += weight;
          runs++;
        }
      }
      start = end;
    }
    if (open != null) {
      addIfFragmented(ranges, open, runs);
    }
    return ranges;
  }

  private static void addIfFragmented(List<int[]> ranges, int[] range, int runs) {
    if (runs > 1) {
      ranges.add(range);
    }
  }

  /**
   * How extents lie.
   *
   * @param rewritten ranges that have become contiguous, each in a file of its own
   */
  private static ExtentPlaces layout(
      GroupExtents extents, List<int[]> rewritten, RequestCounter requests) {
    BitSet files = new BitSet();
    long runs = 0;
    requests.start();
    int next = 0;
    boolean isBehindRewritten = true;
    for (int i = 0; i < extents.count(); ) {
      if (next < rewritten.size() && rewritten.get(next)[0] == i) {
        int end = rewritten.get(next)[1];
        requests.newFile();
        long offset = 0;
        for (; i < end; i++) {
          requests.add(offset, extents.length(i));
          offset += extents.length(i);
        }
        runs++;
        next++;
        isBehindRewritten = true;
        continue;
      }
      if (isBehindRewritten || !extents.continues(i)) {
        runs++;
      }
      if (isBehindRewritten
          || extents.file(i) != extents.file(i - 1)
          || extents.offset(i) < extents.offset(i - 1) + extents.length(i - 1)) {
        requests.newFile();
      }
      files.set(extents.file(i));
      requests.add(extents.offset(i), extents.length(i));
      isBehindRewritten = false;
      i++;
    }
    return new ExtentPlaces(files.cardinality() + rewritten.size(), runs, requests.end());
  }

  /** The length of all extents of row groups, by row group. */
  static void addWeights(GroupExtents extents, long[] weights) {
    for (int i = 0; i < extents.count(); i++) {
      weights[extents.rowGroup(i)] += extents.length(i);
    }
  }

  @Override
  public String toString() {
    return plannedFiles.size() + " files of " + Arrays.stream(weights).sum() + " bytes";
  }
}
