// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

import io.albis.reader.internal.metric.ScanCounters.Counter;
import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.internal.table.TableRowGroups;
import io.albis.reader.internal.table.TableRowGroups.RowRange;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * The row groups that may have rows for a scan: those that partitions, statistics and sample do not
 * rule out. Counts the others. For one thread at a time.
 */
public final class CandidateRowGroups {

  private final ReadContext context;
  private final ScanPlan plan;

  /** Whether rows of a manifest may match, by its index: for many splits it is decided once. */
  private final Map<Integer, Boolean> manifests = new HashMap<>();

  /** Row groups of a scan; the context has the counters. */
  public CandidateRowGroups(ReadContext context, ScanPlan plan) {
    this.context = context;
    this.plan = plan;
  }

  /** Receives row groups in row order. */
  public interface Visitor {

    /**
     * Receives a row group.
     *
     * @param range which of its rows are visited
     * @param stored where its leaves are
     * @return whether to continue
     */
    boolean visit(RowRange range, StoredLeaves stored);
  }

  /** Visits the row groups of the whole table; reads manifests one after the other. */
  public void visit(Visitor visitor) {
    visit(0, context.rowGroups().snapshot().rowCount(), visitor);
  }

  /** Visits the row groups of consecutive rows of the table. */
  public void visit(long firstRow, long rowCount, Visitor visitor) {
    Iterator<RowRange> ranges = ranges(firstRow, rowCount);
    boolean isWanted = true;
    while (isWanted && ranges.hasNext()) {
      RowRange range = ranges.next();
      StoredLeaves stored = new StoredLeaves(plan, context.rowGroups(), range.rowGroup());
      if (mayMatch(range, stored)) {
        isWanted = visitor.visit(range, stored);
      }
    }
  }

  /** The row groups of consecutive rows, without those of manifests that are ruled out. */
  public Iterator<RowRange> ranges(long firstRow, long rowCount) {
    return context.rowGroups().ranges(firstRow, rowCount, m -> mayMatch(m, firstRow, rowCount));
  }

  private boolean mayMatch(int manifest, long firstRow, long rowCount) {
    TableRowGroups rowGroups = context.rowGroups();
    Boolean known = manifests.get(manifest);
    if (known == null) {
      known = RowGroupStatistics.mayMatch(plan, rowGroups, manifest);
      manifests.put(manifest, known);
      context.counters().add(Counter.MANIFESTS_SKIPPED, known ? 0 : 1);
    }
    if (known) {
      return true;
    }
    long rows = rowGroups.rowsIn(manifest, firstRow, rowCount);
    context.counters().add(Counter.ROWS_SKIPPED, rows);
    if (rows == rowGroups.manifestRef(manifest).rowCount()) {
      long skipped = rowGroups.manifestRef(manifest).rowGroupCount();
      context.counters().add(Counter.ROW_GROUPS_SKIPPED, skipped);
    }
    return false;
  }

  /** Whether rows of a row group may be read. */
  public boolean mayMatch(RowRange range, StoredLeaves stored) {
    if (RowGroupStatistics.mayMatch(plan, stored)) {
      return true;
    }
    context.counters().add(Counter.ROW_GROUPS_SKIPPED, 1);
    context.counters().add(Counter.ROWS_SKIPPED, range.to() - range.from());
    return false;
  }
}
