// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.reader.cache.PlannedScans;
import io.albis.reader.internal.filter.BoundPredicate;
import io.albis.reader.internal.io.ReadAhead;
import io.albis.reader.internal.metric.ScanCounters;
import io.albis.reader.internal.plan.Projection;
import io.albis.reader.internal.plan.SampleRange;
import io.albis.reader.internal.plan.ScanFilter;
import io.albis.reader.internal.plan.ScanPlan;
import io.albis.reader.internal.plan.ScanSample;
import io.albis.reader.internal.plan.ScanSummary;
import io.albis.reader.internal.plan.SplitCheck;
import io.albis.reader.internal.plan.SplitHosts;
import io.albis.reader.internal.plan.SplitOptions;
import io.albis.reader.internal.plan.SplitPruning;
import io.albis.reader.internal.plan.Splits;
import io.albis.reader.internal.scan.BatchLoader;
import io.albis.reader.internal.scan.ParallelScan;
import io.albis.reader.internal.scan.ReadLimits;
import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.internal.table.TableUses;
import io.albis.reader.source.SegmentKey;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.MemoryBudget;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import java.util.function.ToLongBiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Selects the columns and rows of a {@link Dataset} to read. Immutable and thread-safe: each method
 * returns a modified copy, and a scan can be read many times.
 *
 * <p>Each scan object counts what is read through it; see {@link #metrics}.
 */
public final class DatasetScan {

  private final Dataset table;

  /** Null for all columns. */
  private final Schema selected;

  private final Rows rows;
  private final SplitOptions splitting;

  /** Null if cursors use the memory of the table without asking. */
  private final BufferAllocator memory;

  /** Of the rows that were read of a segment, those that finish a planned scan; null for all. */
  private final ToLongBiFunction<SegmentKey, Long> finished;

  private final ScanCounters counters = ScanCounters.ofScan();

  /**
   * Which rows are read.
   *
   * @param filter true for the rows that are returned; null if there is none
   * @param pruning a condition that is only tested on partitions and statistics; null if there is
   *     none
   * @param rowPruning conditions that are tested on rows where that pays
   * @param first the rows that are needed; null for all
   * @param bound all, bound to the schema
   * @param limit negative if there is none
   * @param sample of row groups and rows
   */
  private record Rows(
      Predicate filter,
      Predicate pruning,
      List<Predicate> rowPruning,
      FirstRows first,
      ScanFilter bound,
      long limit,
      ScanSample sample) {

    static final Rows ALL =
        new Rows(null, null, List.of(), null, ScanFilter.NONE, -1, ScanSample.ALL);

    Rows limitedTo(long maxRows) {
      return new Rows(filter, pruning, rowPruning, first, bound, maxRows, sample);
    }
  }

  private DatasetScan(
      Dataset table,
      Schema selected,
      Rows rows,
      SplitOptions splitting,
      BufferAllocator memory,
      ToLongBiFunction<SegmentKey, Long> finished) {
    this.table = table;
    this.selected = selected;
    this.rows = rows;
    this.splitting = splitting;
    this.memory = memory;
    this.finished = finished;
  }

  static DatasetScan all(Dataset table) {
    return new DatasetScan(table, null, Rows.ALL, SplitOptions.ofBytes(1), null, null);
  }

  private DatasetScan with(Rows other) {
    return new DatasetScan(table, selected, other, splitting, memory, finished);
  }

  /**
   * Reads only these columns, in this order. The path of a struct selects all its fields; single
   * fields of structs can be selected too, also inside lists and maps. Without paths, no columns
   * are read and only rows are counted.
   *
   * @throws io.albis.format.error.InvalidArgumentException if a path does not exist; the message
   *     suggests the most similar one
   */
  public DatasetScan select(String... paths) {
    return select(List.of(paths));
  }

  /** Like {@link #select(String...)}. */
  public DatasetScan select(List<String> paths) {
    return new DatasetScan(table, columns(paths), rows, splitting, memory, finished);
  }

  private Schema columns(List<String> paths) {
    return Projection.of(table.serializedSchema().select(paths), paths);
  }

  /**
   * Returns exactly the rows for which a predicate is true. Row groups and segments whose partition
   * or statistics rule out a match are not read. Columns of the predicate need not be selected.
   * Replaces an earlier filter.
   *
   * @throws io.albis.format.error.InvalidArgumentException if a column does not exist
   * @throws io.albis.format.error.InvalidArgumentException if a value cannot be compared with its
   *     column
   */
  public DatasetScan filter(Predicate predicate) {
    return with(rows(predicate, rows.pruning, rows.rowPruning, rows.first));
  }

  /**
   * Skips row groups and segments whose partition or statistics rule out a match, in addition to
   * those that the filter and earlier conditions rule out. All rows that match remain, and others
   * may: rows are never tested for this condition, and its columns are not read. It is for
   * conditions that the caller evaluates itself, and for those that an engine knows only at run
   * time, such as the keys of the other side of a join. Tens of thousands of values are fine.
   *
   * <p>A planner prunes splits that it has made by {@link #prune}; an executor prunes row groups
   * and segments when it reads a split with such a scan.
   *
   * @throws io.albis.format.error.InvalidArgumentException if a column does not exist
   * @throws io.albis.format.error.InvalidArgumentException if a value cannot be compared with its
   *     column
   */
  public DatasetScan pruneBy(Predicate predicate) {
    return with(rows(rows.filter, both(rows.pruning, predicate), rows.rowPruning, rows.first));
  }

  /**
   * Like {@link #pruneBy}, but leaves out single rows, too, where that is cheaper than to return
   * them: the columns of the condition are read, and rows are tested as long as enough of them do
   * not match. All rows that match remain, and others may. It is for the keys of the other side of
   * a join. Each call adds a condition; those that rule out most are tested first, as measured
   * while rows are read. Millions of values are fine.
   *
   * @throws io.albis.format.error.InvalidArgumentException if a column does not exist
   * @throws io.albis.format.error.InvalidArgumentException if a value cannot be compared with its
   *     column
   */
  public DatasetScan pruneRowsBy(Predicate predicate) {
    List<Predicate> all = new ArrayList<>(rows.rowPruning);
    all.add(predicate);
    return with(rows(rows.filter, rows.pruning, List.copyOf(all), rows.first));
  }

  /**
   * Leaves out rows, segments and row groups that are surely not among the first rows of an order,
   * as far as the rows show that have been returned. Others remain, and are not sorted: an engine
   * sorts and limits them. The column of the order is read; it need not be selected. Replaces an
   * earlier call.
   *
   * @param first for this query alone
   * @throws io.albis.format.error.InvalidArgumentException if the column does not exist
   * @throws io.albis.format.error.InvalidArgumentException if it is a struct, list or map, or
   *     inside of a list or map
   */
  public DatasetScan first(FirstRows first) {
    return with(rows(rows.filter, rows.pruning, rows.rowPruning, first));
  }

  /** Joins conditions that are null if there is none. */
  private static Predicate both(Predicate first, Predicate second) {
    if (first == null || second == null) {
      return first == null ? second : first;
    }
    return Predicate.and(first, second);
  }

  private Rows rows(
      Predicate filter, Predicate pruning, List<Predicate> rowPruning, FirstRows first) {
    Set<String> tested = new LinkedHashSet<>();
    Stream.concat(Stream.of(filter, pruning).filter(Objects::nonNull), rowPruning.stream())
        .forEach(condition -> tested.addAll(condition.columns()));
    if (first != null) {
      tested.add(first.order().path());
    }
    Schema schema = table.serializedSchema().select(tested);
    ScanFilter bound =
        new ScanFilter(
            bound(filter, schema),
            bound(pruning, schema),
            rowPruning.stream().map(condition -> bound(condition, schema)).toList(),
            first == null ? null : BoundPredicate.first(first.order(), first.bound(), schema),
            schema);
    return new Rows(filter, pruning, rowPruning, first, bound, rows.limit, rows.sample);
  }

  private static BoundPredicate bound(Predicate predicate, Schema schema) {
    return predicate == null ? null : BoundPredicate.of(predicate, schema);
  }

  /**
   * Stops after this many rows (of each split, if splits are read). Without a filter or a sample of
   * rows, only the segments of these rows are requested; with one, at most one request is made
   * ahead.
   */
  public DatasetScan limit(long maxRows) {
    if (maxRows < 0) {
      throw new IllegalArgumentException("Invalid limit: " + maxRows + " (expected at least 0)");
    }
    return with(rows.limitedTo(maxRows));
  }

  /**
   * Reads a pseudorandom sample of the row groups, with all their rows. Each row group has a number
   * from 0 to 1 that depends only on the seed and on {@link ColumnBatch#rowGroup}, so that every
   * process finds the same sample in a snapshot; those with numbers in a range are read. Samples of
   * disjoint ranges and the same seed have no row group in common. Replaces an earlier sample.
   *
   * @param from least number, for example 0
   * @param to end of the range, exclusive, for example 0.1 for about a tenth of the row groups
   * @throws IllegalArgumentException if the range is not inside of 0 to 1
   */
  public DatasetScan sampleRowGroups(double from, double to, long seed) {
    return withSample(rows.sample.ofRowGroups(new SampleRange(from, to, seed)));
  }

  /**
   * Reads a pseudorandom sample of the rows, of row groups in the sample if there is one of these,
   * too. Each row has a number from 0 to 1 that depends only on the seed, {@link
   * ColumnBatch#rowGroup} and the index of the row in the row group, so that splits, filters and
   * columns do not affect which rows are in the sample: it is independent of filters. Samples of
   * disjoint ranges and the same seed have no row in common. All segments are read. Replaces an
   * earlier sample of rows.
   *
   * @param from least number, for example 0
   * @param to end of the range, exclusive, for example 0.1 for about a tenth of the rows
   * @throws IllegalArgumentException if the range is not inside of 0 to 1
   */
  public DatasetScan sampleRows(double from, double to, long seed) {
    return withSample(rows.sample.ofRows(new SampleRange(from, to, seed)));
  }

  /**
   * Reads only row groups that a filter accepts, in addition to a sample, with all their rows.
   * Splits and statistics are without the others. Replaces an earlier filter of row groups.
   *
   * @param filter gets the number that identifies the row group in all snapshots of the table, and
   *     its {@linkplain ColumnBatch#file data file}, which may read metadata. Called again and
   *     again for the same row group, by planners and cursors and by several threads, and must
   *     always give the same answer
   */
  public DatasetScan filterRowGroups(BiPredicate<Long, Supplier<String>> filter) {
    return withSample(rows.sample.ofRowGroups(filter));
  }

  private DatasetScan withSample(ScanSample sample) {
    return with(
        new Rows(
            rows.filter,
            rows.pruning,
            rows.rowPruning,
            rows.first,
            rows.bound,
            rows.limit,
            sample));
  }

  /**
   * Asks a budget before off-heap memory is allocated for cursors of this scan, in addition to
   * {@link ReadOptions#memoryLimit}. What is granted is released to the budget as soon as the
   * memory is released; all of it when the cursors are closed, unless vectors are retained.
   *
   * <p>If the budget refuses, cursors release what they have read ahead, read single segments, and
   * read ahead less. The least that a cursor needs is the current segment of each column group, and
   * copies of values whose type was widened after they were written or that are defaults. If not
   * even that is granted, the cursor throws {@link
   * io.albis.storage.memory.OutOfOffHeapMemoryException}. Memory that a {@link
   * io.albis.reader.source.SegmentSource} of its own holds is not counted.
   */
  public DatasetScan memoryBudget(MemoryBudget budget) {
    return new DatasetScan(
        table, selected, rows, splitting, table.context().allocator().within(budget), finished);
  }

  /**
   * Sets which rows finish planned scans (see {@link PlannedScans}): by default, all that the
   * cursors of this scan read. An engine that executes a scan again, after a failure or as a
   * precaution, uses it so that each row counts once.
   *
   * @param count gets a segment and how many of its rows have been read, once for each time the
   *     segment was requested; returns how many of them count. Called by any thread of the cursors
   */
  public DatasetScan finishPlanned(ToLongBiFunction<SegmentKey, Long> count) {
    return new DatasetScan(table, selected, rows, splitting, memory, count);
  }

  /**
   * Returns the projected schema; the position of a top-level field in it is the ordinal of the
   * column in rows and batches.
   */
  public Schema schema() {
    return selected == null ? table.schema() : selected;
  }

  private ScanPlan plan() {
    table.requireOpen();
    return new ScanPlan(table.content(), schema(), rows.bound, rows.limit, rows.sample);
  }

  /**
   * Returns what has been read and skipped through this scan object so far: by all its cursors, and
   * when it made or pruned splits. Scans derived from it count for themselves. May be called by any
   * thread while cursors are read; {@link BatchCursor#metrics} has those of one cursor.
   */
  public ScanMetrics metrics() {
    return counters.metrics();
  }

  /**
   * Returns what the scan will read, for planners. Reads the manifests that are not ruled out, as
   * {@link #splits} does afterwards without reading them again, and nothing of data files.
   */
  public ScanStatistics statistics() {
    return statistics(List.of());
  }

  /**
   * Returns what the scan will read, with statistics of columns. Takes time in proportion to the
   * number of row groups times columns; reads metadata of these columns, and nothing of data files.
   *
   * @param paths of columns, selected or not; the path of a struct stands for all its fields
   * @throws io.albis.format.error.InvalidArgumentException if a path does not exist
   */
  public ScanStatistics statistics(List<String> paths) {
    ScanPlan plan = plan();
    Schema columns = columns(paths);
    return track(
        "a call of statistics()", () -> new ScanSummary(uncounted(), plan, columns).statistics());
  }

  /** Returns the filter; null if there is none. */
  Predicate predicate() {
    return rows.filter;
  }

  /**
   * Estimates how many rows the scan returns, for planners: tests the filter on all rows if
   * statistics leave at most 262,144, and then returns their exact number; otherwise on 32,768 rows
   * at each of 8 places, which takes some requests for each column of the filter, all at the same
   * time. In this case, the estimate errs to more: it is the upper end of a range that most likely
   * contains the number of rows. Of columns that are only tested for null, statistics know how many
   * values are. Without another filter or a sample of rows, nothing is read.
   *
   * @return at most the {@linkplain ScanStatistics#rowCount maximum of statistics}
   */
  public long estimateRowCount() {
    ScanStatistics known = statistics();
    if (known.isExact()) {
      return known.rowCount();
    }
    DatasetScan tested =
        new DatasetScan(table, columns(List.of()), rows.limitedTo(-1), splitting, memory, finished);
    return Math.min(known.rowCount(), new RowEstimate(tested).estimate());
  }

  /**
   * Visits the row groups that the scan will read, in row order, for aggregates from statistics: if
   * all row groups {@linkplain RowGroupInfo#matchesAll surely match} and the bounds are {@linkplain
   * io.albis.reader.ColumnSummary#exactMin exact}, counts, minima and maxima need no data, also
   * grouped by partition values. Does not apply the limit. Reads metadata of these columns and of
   * those of the filter, and nothing of data files. A condition of {@link #pruneBy} rules out row
   * groups, but does not count as part of the filter.
   *
   * @param paths of columns, selected or not; the path of a struct stands for all its fields
   * @param visitor receives the row groups, and returns whether to continue
   * @throws io.albis.format.error.InvalidArgumentException if a path does not exist
   */
  public void visitRowGroups(
      List<String> paths, java.util.function.Predicate<RowGroupInfo> visitor) {
    ScanPlan plan = plan();
    Schema columns = columns(paths);
    track(
        "a call of visitRowGroups()",
        () -> {
          new ScanSummary(uncounted(), plan, columns).visit(visitor);
          return null;
        });
  }

  /**
   * Makes {@link #splits} of one partition each, so that {@link Split#partition} is the partition
   * of all rows: for joins of tables that are partitioned in the same way. A partition can have
   * many splits. Splits are smaller than requested where partitions are.
   */
  public DatasetScan splitByPartition() {
    return new DatasetScan(table, selected, rows, splitting.byPartition(), memory, finished);
  }

  /**
   * Makes {@link #splits} whose rows are sorted, where those of their row groups are: a split ends
   * where statistics do not show that the next row group continues the order. {@link
   * Split#sortOrderId} is the order. Row groups without order are divided as usual. In addition,
   * reads the metadata of the first column of each sort order. Splits are smaller than requested
   * where the row groups of a table overlap.
   */
  public DatasetScan splitBySortOrder() {
    return new DatasetScan(table, selected, rows, splitting.bySortOrder(), memory, finished);
  }

  /**
   * Divides the scan into splits of about equal size, without the row groups that statistics rule
   * out. Splits end at segment boundaries. A split may end inside a row group; it then ends where
   * few column groups are in the middle of a segment, since both splits read such a segment.
   *
   * @param targetBytes approximate bytes of the selected columns in a split
   * @return splits in row order
   */
  public List<Split> splits(long targetBytes) {
    SplitOptions options = splitting.withBytes(targetBytes);
    table.record(this::columnsRead);
    return track("a call of splits()", () -> Splits.of(context(counters), plan(), options));
  }

  /**
   * Drops splits that have no rows for this scan, and shortens those of which the first or last row
   * groups have none. Row groups in between stay, but a cursor of this scan skips them. Use it with
   * a condition that was not known when the splits were made:
   *
   * <pre>{@code
   * List<Split> splits = scan.splits(64 << 20);
   * List<Split> left = scan.pruneBy(Predicate.in("id", ids)).prune(splits);
   * }</pre>
   *
   * <p>Reads metadata of the columns of the condition that has not been read, and nothing of data
   * files. Splits keep their partition and order.
   *
   * @param splits of the same snapshot
   * @return the splits that are left, in the same order
   * @throws InvalidArgumentException if a split belongs to another table or snapshot
   */
  public List<Split> prune(List<Split> splits) {
    splits.forEach(this::check);
    return track("a call of prune()", () -> SplitPruning.prune(context(counters), plan(), splits));
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
    return track("a call of hosts()", () -> SplitHosts.of(uncounted(), plan(), splits));
  }

  /**
   * Returns the segments that the scan will read, in the order in which a cursor needs them: for
   * caches, prefetching and cost estimates. Reads metadata but no data. With a {@link #limit},
   * fewer may be read, and with a filter, columns that it does not test are read only where rows
   * are left.
   */
  public List<SegmentKey> segments() {
    return segments(0, table.rowCount());
  }

  /**
   * Returns the segments of a split, like {@link #segments()}.
   *
   * @throws InvalidArgumentException if the split belongs to another table or snapshot
   */
  public List<SegmentKey> segments(Split split) {
    check(split);
    return segments(split.firstRow(), split.rowCount());
  }

  private List<SegmentKey> segments(long firstRow, long rowCount) {
    List<SegmentKey> segments = new ArrayList<>();
    visitSegments(firstRow, rowCount, (key, rows) -> segments.add(key));
    return segments;
  }

  /** Visits the segments of some rows, with the number of these rows that are in each. */
  void visitSegments(long firstRow, long rowCount, ObjLongConsumer<SegmentKey> visitor) {
    track(
        "a call of segments()",
        () -> {
          BatchLoader.segments(plan(), uncounted(), firstRow, rowCount, visitor);
          return null;
        });
  }

  /**
   * Describes scans of all rows that will be executed, for {@code ColumnCache.plan}. A {@link
   * #limit} is ignored.
   *
   * @param id of the plan; see {@link PlannedScans}
   * @param count how often the rows will be scanned
   */
  public PlannedScans planned(String id, int count) {
    return planned(id, List.of(), count);
  }

  /**
   * Like {@link #planned(String, int)}, for the rows of some splits.
   *
   * @param splits of this scan; empty for all rows
   * @throws InvalidArgumentException if a split belongs to another table or snapshot
   */
  public PlannedScans planned(String id, List<Split> splits, int count) {
    splits.forEach(this::check);
    return new PlannedScans(
        id,
        table.id(),
        table.content().id(),
        List.copyOf(columnsRead()),
        both(rows.filter, rows.pruning),
        splits.stream().collect(Collectors.toMap(Split::firstRow, Split::rowCount, Math::max)),
        count);
  }

  /** The context of a cursor or call of this scan. */
  private ReadContext context(ScanCounters counted) {
    ReadContext context = table.context().withCounters(counted);
    if (finished != null) {
      context = context.withFinished(finished);
    }
    if (memory == null) {
      return context;
    }
    return context.withMemory(memory, context.source().withAllocator(memory));
  }

  private ReadContext uncounted() {
    return context(ScanCounters.ofScan());
  }

  /** The paths of all columns that the scan reads. */
  private Set<String> columnsRead() {
    Set<String> paths = new LinkedHashSet<>(valuePaths());
    if (rows.bound.rows() != null) {
      rows.bound.rows().leaves().forEach(leaf -> paths.add(leaf.path()));
    }
    return paths;
  }

  private List<String> valuePaths() {
    return schema().leaves().stream().filter(leaf -> !leaf.isPresence()).map(Leaf::path).toList();
  }

  private <T> T track(String what, Supplier<T> call) {
    return table.context().uses().track(what, call);
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
   * @throws InvalidArgumentException if the split belongs to another table or snapshot
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

  /** Returns a cursor over consecutive rows that does not count as a use of the table. */
  BatchCursor cursor(long firstRow, long rowCount) {
    ReadContext context = context(counters.ofCursor());
    TableUses.Use use = use(cursorName());
    try {
      ScanPlan plan = plan();
      int readSize = context.settings().readSize();
      ReadAhead ahead =
          plan.limit() >= 0 && plan.selectsRows()
              ? ReadAhead.ofOneRequest(context, readSize)
              : ReadAhead.of(context, plan.groups().size(), readSize);
      ReadLimits limits = ReadLimits.of(context, plan, readSize, 1);
      return new BatchCursor(
          new BatchLoader(context, plan, firstRow, rowCount, ahead, limits), use);
    } catch (RuntimeException | Error e) {
      use.close();
      throw e;
    }
  }

  private String cursorName() {
    return TableUses.cursor(valuePaths());
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
   * Computes aggregates of all rows of the scan. Reads the columns of the aggregation, whatever
   * columns are selected.
   *
   * @throws io.albis.format.error.InvalidArgumentException if a column does not exist
   * @throws InvalidArgumentException if the type of a column does not fit the aggregation, or an
   *     exact sum does not fit 128 bits
   */
  public Aggregator aggregate(Aggregation aggregation) {
    DatasetScan scan = select(aggregation.columns());
    Aggregator aggregator = new Aggregator(aggregation, scan.schema());
    try (BatchCursor cursor = scan.batches()) {
      while (cursor.next()) {
        aggregator.add(cursor.batch(), 0, Integer.MAX_VALUE);
      }
    }
    return aggregator;
  }

  /**
   * Computes aggregates with several threads, each of which has groups of its own until all have
   * read their rows. The groups are in no particular order.
   *
   * @param threads number of threads
   * @throws io.albis.format.error.InvalidArgumentException if a column does not exist
   * @throws InvalidArgumentException if the type of a column does not fit the aggregation, or an
   *     exact sum does not fit 128 bits
   */
  public Aggregator aggregate(Aggregation aggregation, int threads) {
    DatasetScan scan = select(aggregation.columns());
    Schema batches = scan.schema();
    Aggregator all = new Aggregator(aggregation, batches);
    Map<Thread, Aggregator> parts = new ConcurrentHashMap<>();
    scan.forEachBatch(
        threads,
        batch ->
            parts
                .computeIfAbsent(
                    Thread.currentThread(), thread -> new Aggregator(aggregation, batches))
                .add(batch, 0, Integer.MAX_VALUE));
    parts.values().forEach(all::merge);
    return all;
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
    ReadContext context = context(counters);
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
