// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

import io.albis.format.schema.PartitionTuple;
import io.albis.reader.Split;
import io.albis.reader.internal.io.ExtentSegments;
import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.internal.table.TableRowGroups.RowGroupRef;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Divides a scan into splits of about equal size. Splits end at segment boundaries, at rows where
 * few other column groups are in the middle of a segment, since both splits read such a segment. On
 * request, they also end where the partition or the order of the rows ends.
 */
public final class Splits {

  /** A split may be longer or shorter by its size divided by this. */
  private static final int NEAR = 8;

  /**
   * At most one in this many bytes of a split is also read by the next split. So splits are longer
   * than their size if the segments of a row are.
   */
  private static final int MIN_SHARE = 4;

  private final ReadContext context;
  private final ScanPlan plan;
  private final SplitOptions options;
  private final long target;
  private final Partitions partitions;

  /** Null if splits need not be sorted. */
  private final RowGroupOrder order;

  private final List<Split> splits = new ArrayList<>();

  /** Consecutive row groups. */
  private final List<SizedRowGroup> run = new ArrayList<>();

  /** Row groups of {@link #run} that end before the splits that are made next. */
  private int cutRowGroups;

  /** Rows at which a split may end; the first is the start of the row groups. */
  private final List<Border> borders = new ArrayList<>();

  /**
   * A row group.
   *
   * @param bytes that the scan reads of it
   * @param partition its partition
   * @param sortOrderId id of the order of its rows
   */
  private record SizedRowGroup(
      RowGroupRef rowGroup, long bytes, PartitionTuple partition, int sortOrderId) {

    long end() {
      return rowGroup.firstRow() + rowGroup.rowCount();
    }
  }

  /**
   * A row at which a split may end.
   *
   * @param row number in the table of the row after it
   * @param bytes approximate bytes to read before it
   * @param shared bytes of segments that have rows on both sides
   */
  private record Border(long row, long bytes, long shared) {}

  private Splits(ReadContext context, ScanPlan plan, SplitOptions options) {
    this.context = context;
    this.plan = plan;
    this.options = options;
    this.target = options.targetBytes();
    this.partitions = new Partitions(context.rowGroups().snapshot());
    this.order = options.isBySortOrder() ? new RowGroupOrder(context.rowGroups()) : null;
  }

  /** Returns splits, without row groups that statistics rule out. */
  public static List<Split> of(ReadContext context, ScanPlan plan, SplitOptions options) {
    Splits made = new Splits(context, plan, options);
    new CandidateRowGroups(context, plan)
        .visit(
            (range, stored) -> {
              made.add(stored);
              return true;
            });
    made.divide();
    return made.splits;
  }

  private void add(StoredLeaves stored) {
    SizedRowGroup next =
        new SizedRowGroup(
            stored.rowGroup(),
            stored.loadedBytes(),
            partitions.normalized(stored.partition()),
            stored.sortOrderId());
    if (!run.isEmpty() && !isContinuedBy(next)) {
      divide();
    }
    run.add(next);
  }

  /** Whether a split may have the last row group and this one. */
  private boolean isContinuedBy(SizedRowGroup next) {
    SizedRowGroup last = run.get(run.size() - 1);
    return next.rowGroup().firstRow() == last.end()
        && (!options.isByPartition() || next.partition().equals(last.partition()))
        && (order == null || isOrderContinued(last, next));
  }

  private boolean isOrderContinued(SizedRowGroup last, SizedRowGroup next) {
    int id = last.sortOrderId();
    return next.sortOrderId() == id
        && (id == 0 || order.isContinued(last.rowGroup(), next.rowGroup(), id));
  }

  /** Finds the rows where splits may end; inside row groups only where that helps. */
  private void addBorders(long total, long count) {
    borders.add(new Border(run.get(0).rowGroup().firstRow(), 0, 0));
    long before = 0;
    for (SizedRowGroup sized : run) {
      RowGroupRef rowGroup = sized.rowGroup();
      long bytes = sized.bytes();
      if (bytes > target || isCut(before, bytes, total, count)) {
        addInside(rowGroup, before, bytes);
      }
      before += bytes;
      borders.add(new Border(sized.end(), before, 0));
    }
  }

  /**
   * Whether a split should end inside a row group that is smaller than a split, far from its ends.
   */
  private boolean isCut(long before, long bytes, long total, long count) {
    for (long i = (long) (before * ((double) count / total)) + 1; i < count; i++) {
      long place = (long) (total * ((double) i / count));
      if (place >= before + bytes) {
        return false;
      }
      if (Math.min(place - before, before + bytes - place) > target / NEAR) {
        return true;
      }
    }
    return false;
  }

  private void addInside(RowGroupRef rowGroup, long before, long bytes) {
    StoredLeaves stored = new StoredLeaves(plan, context.rowGroups(), rowGroup);
    stored.findAll();
    List<ExtentSegments> extents = new ArrayList<>();
    TreeSet<Long> rows = new TreeSet<>();
    for (int g = 0; g < plan.groups().size(); g++) {
      if (stored.isLoaded(g)) {
        ExtentSegments extent =
            new ExtentSegments(
                context.rowGroups().tableId(),
                stored.file(g),
                plan.groups().get(g).id(),
                stored.extent(g));
        extents.add(extent);
        for (int k = 1; k < extent.segmentCount(); k++) {
          rows.add(extent.firstRow(k));
        }
      }
    }
    int[] segments = new int[extents.size()];
    for (long row : rows) {
      long shared = shared(extents, segments, row);
      if (shared <= Math.max(target, bytes) / MIN_SHARE) {
        long part = (long) (bytes * ((double) row / rowGroup.rowCount()));
        borders.add(new Border(rowGroup.firstRow() + row, before + part, shared));
      }
    }
  }

  /**
   * Bytes of the segments with rows on both sides; the search continues where the last one ended.
   */
  private static long shared(List<ExtentSegments> extents, int[] segments, long row) {
    long shared = 0;
    for (int e = 0; e < segments.length; e++) {
      ExtentSegments extent = extents.get(e);
      segments[e] = extent.segmentAt(row, segments[e]);
      if (extent.firstRow(segments[e]) != row) {
        shared += extent.segment(segments[e]).length();
      }
    }
    return shared;
  }

  /** Creates the splits of consecutive row groups. */
  private void divide() {
    if (run.isEmpty()) {
      return;
    }
    long total = 0;
    for (SizedRowGroup rowGroup : run) {
      total += rowGroup.bytes();
    }
    // The number of splits, rounded.
    long count = Math.max(1, total / target + (total % target > target / 2 ? 1 : 0));
    addBorders(total, count);
    double size = (double) total / count;
    int from = 0;
    long i = 1;
    while (i < count) {
      int first = firstBorder(from, (i - 0.5) * size);
      long place = Math.max(i, Math.round(borders.get(first).bytes / size));
      if (place < count) {
        // A split that has grown for lack of a border ends at the first one.
        from = cut(from, place > i ? first : best(from, first, place * size, size));
      }
      i = place + 1;
    }
    cut(from, borders.size() - 1);
    borders.clear();
    run.clear();
    cutRowGroups = 0;
  }

  /** Returns the first border for the next cut from a position on; the end if there is none. */
  private int firstBorder(int from, double position) {
    int border = from + 1;
    while (border < borders.size() - 1
        && (borders.get(border).bytes < position || !isBorder(from, border))) {
      border++;
    }
    return border;
  }

  /** Whether the next split does not read too much of one that ends there. */
  private boolean isBorder(int from, int border) {
    long bytes = borders.get(border).bytes - borders.get(from).bytes;
    return borders.get(border).shared <= bytes / MIN_SHARE;
  }

  /** Returns the best border for the next cut: near a target position, and from a first one on. */
  private int best(int from, int first, double place, double size) {
    int best = first;
    double least = Double.MAX_VALUE;
    for (int b = first; b < borders.size() - 1; b++) {
      double distance = borders.get(b).bytes - place;
      if (distance > size / 2) {
        break;
      }
      double costs = Math.abs(distance) + borders.get(b).shared;
      if (costs < least && isBorder(from, b)) {
        best = b;
        least = costs;
      }
    }
    return best;
  }

  private int cut(int from, int to) {
    Border start = borders.get(from);
    Border end = borders.get(to);
    if (to > from) {
      splits.add(split(start.row, end.row, end.bytes - start.bytes));
    }
    return to;
  }

  private Split split(long from, long to, long bytes) {
    while (run.get(cutRowGroups).end() <= from) {
      cutRowGroups++;
    }
    SizedRowGroup first = run.get(cutRowGroups);
    boolean isSamePartition = true;
    for (int i = cutRowGroups + 1; i < run.size() && run.get(i).rowGroup().firstRow() < to; i++) {
      isSamePartition &= run.get(i).partition().equals(first.partition());
    }
    boolean isSorted = to <= first.end() || order != null;
    return new Split(
        context.rowGroups().tableId(),
        context.rowGroups().snapshot().id(),
        from,
        to - from,
        bytes,
        isSamePartition ? first.partition() : PartitionTuple.NONE,
        isSorted ? first.sortOrderId() : 0,
        context.rowGroups().manifestPaths(from, to - from));
  }
}
