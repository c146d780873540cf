// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.error.InvalidSplitException;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.reader.internal.filter.BoundPredicate;
import io.albis.reader.internal.io.ReadAhead;
import io.albis.reader.internal.plan.Projection;
import io.albis.reader.internal.plan.RowGroupStatistics;
import io.albis.reader.internal.plan.ScanPlan;
import io.albis.reader.internal.plan.SplitCheck;
import io.albis.reader.internal.plan.SplitHosts;
import io.albis.reader.internal.plan.Splits;
import io.albis.reader.internal.scan.BatchLoader;
import io.albis.reader.internal.scan.ParallelScan;
import io.albis.reader.internal.scan.ReadLimits;
import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.internal.table.RowGroups;
import io.albis.reader.internal.table.TableUses;
import io.albis.reader.predicate.Predicate;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.split.Split;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Selects the columns and rows of a {@link Dataset} to read. Immutable and thread-safe: each method
 * returns a modified copy, and a scan can be read many times.
 */
public final class TableScan {

  private final Dataset table;

  /** Null for all columns. */
  private final Schema selected;

  private final BoundPredicate filter;

  /** The top-level fields of the columns that the filter tests. */
  private final Schema filtered;

  private final boolean exact;
  private final long limit;

  private TableScan(
      Dataset table,
      Schema selected,
      BoundPredicate filter,
      Schema filtered,
      boolean exact,
      long limit) {
    this.table = table;
    this.selected = selected;
    this.filter = filter;
    this.filtered = filtered;
    this.exact = exact;
    this.limit = limit;
  }

  static TableScan all(Dataset table) {
    return new TableScan(table, null, null, Schema.of(), false, -1);
  }

  /**
   * Reads only these columns, in this order. The path of a struct selects all its fields; single
   * fields of structs can be selected too, also inside lists and maps. Without paths, no columns
   * are read and only rows are counted.
   *
   * @throws io.albis.format.error.UnknownColumnException if a path does not exist; the message
   *     suggests the most similar one
   */
  public TableScan select(String... paths) {
    return select(List.of(paths));
  }

  /** Like {@link #select(String...)}. */
  public TableScan select(List<String> paths) {
    Schema columns = Projection.of(table.serializedSchema().select(paths), paths);
    return new TableScan(table, columns, filter, filtered, exact, limit);
  }

  /**
   * Prunes row groups and segments whose statistics rule out a match. The rows that remain include
   * all that match; add {@link #exactFilter} to get no others. Columns need not be selected.
   * Replaces an earlier filter.
   *
   * @throws io.albis.format.error.UnknownColumnException if a column does not exist
   * @throws io.albis.format.error.TypeMismatchException if a value cannot be compared with its
   *     column
   */
  public TableScan filter(Predicate predicate) {
    Schema tested = table.serializedSchema().select(columns(predicate));
    BoundPredicate bound = BoundPredicate.of(predicate, tested);
    return new TableScan(table, selected, bound, tested, exact, limit);
  }

  private static Set<String> columns(Predicate predicate) {
    Set<String> columns = new LinkedHashSet<>();
    if (predicate.operands().isEmpty() && predicate.column() != null) {
      columns.add(predicate.column());
    }
    predicate.operands().forEach(operand -> columns.addAll(columns(operand)));
    return columns;
  }

  /** Returns exactly the rows for which the filter is true. */
  public TableScan exactFilter() {
    return new TableScan(table, selected, filter, filtered, true, limit);
  }

  /** Stops after this many rows (of each split, if splits are read). */
  public TableScan limit(long rows) {
    if (rows < 0) {
      throw new IllegalArgumentException("Invalid limit: " + rows + " (expected at least 0)");
    }
    return new TableScan(table, selected, filter, filtered, exact, rows);
  }

  /** Returns the projected schema. */
  public Schema schema() {
    return selected == null ? table.schema() : selected;
  }

  /**
   * Returns the projected leaves, without presence leaves; the index of a leaf is its ordinal in
   * getters.
   */
  public List<Leaf> leaves() {
    return schema().leaves().stream().filter(leaf -> !leaf.isPresence()).toList();
  }

  private ScanPlan plan() {
    table.requireOpen();
    return new ScanPlan(table.content(), schema(), filter, filtered, exact, limit);
  }

  /**
   * Divides the scan into splits of about equal size, without the row groups that statistics rule
   * out. Splits end at segment boundaries. A split may end inside a row group; it then ends where
   * few column groups are in the middle of a segment, since both splits read such a segment.
   *
   * @param targetBytes approximate bytes of the selected columns in a split
   */
  public List<Split> splits(long targetBytes) {
    if (targetBytes < 1) {
      throw new IllegalArgumentException(
          "Invalid split size: " + targetBytes + " (expected at least 1 byte)");
    }
    table.record(this::columnsRead);
    return during("a call of splits()", () -> Splits.of(table.context(), plan(), targetBytes));
  }

  /**
   * Returns, for each split, the hosts that store most of its bytes: at most three, best first;
   * none if the storage does not know. Asks the storage for all splits together: on HDFS about one
   * request per hundred row groups. Skip unless scheduling by locality.
   *
   * @param splits of this scan
   * @return the hosts of each split, in the same order
   */
  public List<List<String>> hosts(List<Split> splits) {
    return during("a call of hosts()", () -> SplitHosts.of(table.context(), plan(), splits));
  }

  /**
   * Returns the segments that the scan will read, in the order in which a cursor needs them: for
   * caches, prefetching and cost estimates. Reads metadata but no data. With a {@link #limit},
   * fewer may be read.
   */
  public List<SegmentKey> segments() {
    return segments(0, table.rowCount());
  }

  /**
   * Returns the segments of a split, like {@link #segments()}.
   *
   * @throws InvalidSplitException if the split belongs to another table or snapshot
   */
  public List<SegmentKey> segments(Split split) {
    check(split);
    return segments(split.firstRow(), split.rowCount());
  }

  private List<SegmentKey> segments(long firstRow, long rowCount) {
    ReadContext context = table.context();
    return during(
        "a call of segments()", () -> BatchLoader.segments(plan(), context, firstRow, rowCount));
  }

  /** The paths of all columns that the scan reads. */
  private Set<String> columnsRead() {
    Set<String> paths = new LinkedHashSet<>();
    leaves().forEach(leaf -> paths.add(leaf.path()));
    if (filter != null) {
      filter.leaves().forEach(leaf -> paths.add(leaf.path()));
    }
    return paths;
  }

  private <T> T during(String what, Supplier<T> call) {
    return table.context().uses().during(what, call);
  }

  private TableUses.Use use(String what) {
    return table.context().uses().begin(what);
  }

  /** Returns a cursor over all rows as batches. The caller closes it. */
  public BatchCursor batches() {
    table.record(this::columnsRead);
    return cursor(0, table.rowCount());
  }

  /**
   * Returns a cursor over the rows of a split as batches. Reads only the manifests that describe
   * rows of the split.
   *
   * @throws InvalidSplitException if the split belongs to another table or snapshot
   */
  public BatchCursor batches(Split split) {
    check(split);
    return cursor(split.firstRow(), split.rowCount());
  }

  /**
   * Returns a cursor over consecutive rows of the table as batches. Reads only the manifests that
   * describe these rows.
   *
   * @param firstRow number in the table of the first row, from 0
   * @param rowCount number of rows, before any filter
   * @throws IndexOutOfBoundsException if the table does not have all of these rows
   */
  public BatchCursor batches(long firstRow, long rowCount) {
    Objects.checkFromIndexSize(firstRow, rowCount, table.rowCount());
    table.record(this::columnsRead);
    return cursor(firstRow, rowCount);
  }

  private void check(Split split) {
    SplitCheck.check(split, table.uri(), table.context().rowGroups());
  }

  private BatchCursor cursor(long firstRow, long rowCount) {
    ReadContext context = table.context();
    TableUses.Use use = use(cursorName());
    try {
      ScanPlan plan = plan();
      Iterator<RowGroups.RowRange> ranges =
          context
              .rowGroups()
              .ranges(
                  firstRow,
                  rowCount,
                  m -> RowGroupStatistics.mayMatch(plan, context.rowGroups(), m));
      int readSize = context.settings().readSize();
      ReadAhead ahead = ReadAhead.of(context, plan.groups().size(), readSize);
      ReadLimits limits = ReadLimits.of(context, plan, readSize, 1);
      return new BatchCursor(new BatchLoader(context, plan, ranges, ahead, limits), use);
    } catch (RuntimeException | Error e) {
      use.close();
      throw e;
    }
  }

  private String cursorName() {
    return TableUses.cursor(leaves().stream().map(Leaf::path).toList());
  }

  /** Returns a cursor over all rows. The caller closes it. */
  public RowCursor rows() {
    return batches().rows();
  }

  /**
   * Returns a cursor over consecutive rows of the table, as {@link #batches(long, long)}. The
   * caller closes it.
   */
  public RowCursor rows(long firstRow, long rowCount) {
    return batches(firstRow, rowCount).rows();
  }

  /** Returns a cursor over the rows of a split. The caller closes it. */
  public RowCursor rows(Split split) {
    return batches(split).rows();
  }

  /**
   * Reads all batches with several threads.
   *
   * <p>Each thread reads its own splits, in no particular order. Off-heap memory stays below {@link
   * ReadOptions#memoryLimit}: reads are made smaller if threads times columns would exceed it. The
   * first error stops all threads and is thrown once none reads any more; interrupting the caller
   * stops them too.
   *
   * @param threads number of threads
   * @param consumer receives each batch, called by several threads at a time; a batch is valid
   *     until it returns
   */
  public void forEachBatch(int threads, Consumer<ColumnBatch> consumer) {
    table.record(this::columnsRead);
    ReadContext context = table.context();
    ParallelScan.run(
        context,
        this::plan,
        threads,
        (loader, isStopped) -> {
          try (BatchCursor cursor = new BatchCursor(loader, use(cursorName()))) {
            while (!isStopped.getAsBoolean() && cursor.next()) {
              consumer.accept(cursor.batch());
            }
          }
        });
  }
}
