// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

import io.albis.reader.Split;
import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.internal.table.TableRowGroups.RowRange;
import java.util.ArrayList;
import java.util.List;

/** Drops or shortens splits by the filter of a scan. */
public final class SplitPruning {

  private SplitPruning() {}

  /** Returns the splits that may have rows for the scan, cut to the row groups that may. */
  public static List<Split> prune(ReadContext context, ScanPlan plan, List<Split> splits) {
    CandidateRowGroups candidates = new CandidateRowGroups(context, plan);
    List<Split> kept = new ArrayList<>();
    for (Split split : splits) {
      Kept rows = new Kept();
      candidates.visit(split.firstRow(), split.rowCount(), rows::add);
      if (rows.count == split.rowCount()) {
        kept.add(split);
      } else if (rows.count > 0) {
        kept.add(rows.of(context, split));
      }
    }
    return kept;
  }

  /** The rows of a split that are kept. */
  private static final class Kept {
    private long from = -1;
    private long to;
    private long count;
    private double bytes;

    boolean add(RowRange range, StoredLeaves stored) {
      long start = range.rowGroup().firstRow();
      from = from < 0 ? start + range.from() : from;
      to = start + range.to();
      count += range.to() - range.from();
      bytes +=
          stored.loadedBytes()
              * ((double) (range.to() - range.from()) / range.rowGroup().rowCount());
      return true;
    }

    Split of(ReadContext context, Split split) {
      return new Split(
          split.tableId(),
          split.snapshotId(),
          from,
          to - from,
          Math.min(split.bytes(), Math.round(bytes)),
          split.partition(),
          split.sortOrderId(),
          context.rowGroups().manifestPaths(from, to - from));
    }
  }
}
