// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

import io.albis.format.internal.metadata.ColumnStatistics;
import io.albis.format.internal.metadata.StatisticsMerger;
import io.albis.format.internal.schema.PlainDefaults;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.reader.ColumnSummary;
import io.albis.reader.RowGroupInfo;
import io.albis.reader.ScanStatistics;
import io.albis.reader.internal.stats.ColumnSummaries;
import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.internal.table.TableRowGroups.RowGroupRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Statistics of the row groups of a scan. Reads manifests but no data files. */
public final class ScanSummary {

  private final ReadContext context;

  /** Decides which row groups. */
  private final ScanPlan plan;

  /** Of the columns that are asked for. */
  private final ScanPlan columns;

  /** The ordinals of the columns and, after them, of presence leaves around them. */
  private final int[] ordinals;

  private final Partitions partitions;

  /**
   * Creates an instance.
   *
   * @param columns to summarize
   */
  public ScanSummary(ReadContext context, ScanPlan plan, Schema columns) {
    this.context = context;
    this.plan = plan;
    this.columns = new ScanPlan(context.rowGroups().snapshot(), columns);
    this.ordinals = IntStream.range(0, this.columns.leaves().size()).toArray();
    this.partitions = new Partitions(context.rowGroups().snapshot());
  }

  /** Collects totals. For one thread. */
  private static final class Totals {
    private long rows;
    private long rowGroups;
    private long bytes;
    private boolean isExact = true;
  }

  /** Returns the statistics of all row groups together. */
  public ScanStatistics statistics() {
    Totals totals = new Totals();
    List<StatisticsMerger> mergers = mergers();
    new CandidateRowGroups(context, plan)
        .visit(
            (range, stored) -> {
              totals.rows += range.rowGroup().rowCount();
              totals.rowGroups++;
              totals.bytes += stored.loadedBytes();
              totals.isExact &= RowGroupStatistics.returnsAll(plan, stored);
              merge(range.rowGroup(), mergers);
              return true;
            });
    boolean isLimited = plan.limit() >= 0 && plan.limit() < totals.rows;
    return new ScanStatistics(
        isLimited ? plan.limit() : totals.rows,
        totals.isExact,
        totals.rowGroups,
        totals.bytes,
        summaries(mergers, totals.rows));
  }

  /**
   * Visits the row groups one after the other, in row order.
   *
   * @param visitor returns whether to continue
   */
  public void visit(Predicate<RowGroupInfo> visitor) {
    new CandidateRowGroups(context, plan)
        .visit((range, stored) -> visitor.test(summary(range.rowGroup(), stored)));
  }

  private RowGroupInfo summary(RowGroupRef rowGroup, StoredLeaves stored) {
    List<StatisticsMerger> mergers = mergers();
    merge(rowGroup, mergers);
    return new RowGroupInfo(
        rowGroup.number(),
        rowGroup.firstRow(),
        rowGroup.rowCount(),
        partitions.normalized(stored.partition()),
        stored.sortOrderId(),
        stored.loadedBytes(),
        RowGroupStatistics.matchesAll(plan, stored),
        summaries(mergers, rowGroup.rowCount()));
  }

  private List<StatisticsMerger> mergers() {
    List<StatisticsMerger> mergers = new ArrayList<>();
    for (int ordinal = 0; ordinal < columns.values(); ordinal++) {
      mergers.add(new StatisticsMerger(columns.leaves().get(ordinal)));
    }
    return mergers;
  }

  private void merge(RowGroupRef rowGroup, List<StatisticsMerger> mergers) {
    if (mergers.isEmpty()) {
      return;
    }
    StoredLeaves stored = new StoredLeaves(columns, context.rowGroups(), rowGroup);
    stored.find(ordinals);
    for (int ordinal = 0; ordinal < mergers.size(); ordinal++) {
      merge(stored, ordinal, mergers.get(ordinal));
    }
  }

  /** Rows that do not store a leaf have its initial default, or null; null in structs that are. */
  private void merge(StoredLeaves stored, int ordinal, StatisticsMerger merger) {
    long rows = stored.rowGroup().rowCount();
    ColumnStatistics found = statistics(stored, ordinal);
    if (found != null) {
      merger.add(found, rows);
      return;
    }
    Leaf leaf = columns.leaves().get(ordinal);
    Optional<byte[]> value = PlainDefaults.initialOf(columns.field(leaf.id()));
    int presence = columns.presenceAround(leaf);
    long nulls = rows;
    if (value.isPresent()) {
      ColumnStatistics structs = presence < 0 ? null : statistics(stored, presence);
      nulls = presence < 0 ? 0 : structs == null ? rows : structs.nullCount();
      merger.addValue(value.get(), rows - nulls);
    }
    merger.addNulls(nulls);
  }

  private static ColumnStatistics statistics(StoredLeaves stored, int ordinal) {
    int group = stored.group(ordinal);
    return group < 0 ? null : stored.extent(group).statistics().get(stored.position(ordinal));
  }

  private List<ColumnSummary> summaries(List<StatisticsMerger> mergers, long rows) {
    List<ColumnSummary> summaries = new ArrayList<>();
    for (int ordinal = 0; ordinal < mergers.size(); ordinal++) {
      Leaf leaf = columns.leaves().get(ordinal);
      summaries.add(ColumnSummaries.summary(leaf, mergers.get(ordinal).result(), rows));
    }
    return summaries;
  }
}
