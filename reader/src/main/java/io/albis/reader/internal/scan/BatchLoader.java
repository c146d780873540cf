// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.scan;

import io.albis.reader.ColumnVector;
import io.albis.reader.ScanMetrics;
import io.albis.reader.VectorOwner;
import io.albis.reader.internal.filter.RowFilter;
import io.albis.reader.internal.filter.RowPruning;
import io.albis.reader.internal.io.BackgroundTasks;
import io.albis.reader.internal.io.DeferredReads;
import io.albis.reader.internal.io.ReadAhead;
import io.albis.reader.internal.metric.ScanCounters.Counter;
import io.albis.reader.internal.plan.CandidateRowGroups;
import io.albis.reader.internal.plan.ScanPlan;
import io.albis.reader.internal.plan.StoredLeaves;
import io.albis.reader.internal.row.BatchState;
import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.internal.table.TableRowGroups;
import io.albis.reader.source.SegmentKey;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.ObjLongConsumer;

/**
 * Loads the rows of a scan or split batch by batch, and reads ahead. Owns the memory of the current
 * batch. For one thread at a time.
 */
public final class BatchLoader implements AutoCloseable {

  /** Maximum number of sequences of row groups that are opened early. */
  private static final int MAX_UPCOMING = 16;

  /** Number of sequences that are opened early for each batch, while there is room. */
  private static final int OPENED_TOGETHER = 2;

  private final ReadContext context;
  private final ScanPlan plan;

  /** The row groups that have not been opened. */
  private final Iterator<TableRowGroups.RowRange> ranges;

  private final CandidateRowGroups candidates;

  private final ReadAhead ahead;
  private final DeferredReads deferred = new DeferredReads();
  private final ReadLimits limits;
  private final List<ColumnVector> vectors;
  private final BatchState batch;
  private final RowFilter filter;
  private final RowPruning pruning;

  /** Null if all rows are needed. */
  private final RowFilter first;

  /** The selected rows, if there is a sample but no filter. */
  private int[] sampled = {};

  private RowGroupSequence current;

  /** Sequences after the current one that are opened early, each after the one before it. */
  private final ArrayDeque<CompletableFuture<Opened>> upcoming = new ArrayDeque<>();

  /** Row groups that could not be opened, to be opened again. */
  private final ArrayDeque<TableRowGroups.RowRange> failed = new ArrayDeque<>();

  private long remaining;

  /**
   * Rows of the batches of all sequences that have been opened. Only used while a sequence is
   * opened, which one thread does after the other.
   */
  private long planned;

  /**
   * An open sequence of row groups.
   *
   * @param sequence the sequence, or null if there is none
   * @param isAllRequested whether all its segments have been requested
   */
  private record Opened(RowGroupSequence sequence, boolean isAllRequested) {}

  /** There are no more row groups. */
  private static final Opened END = new Opened(null, true);

  /** The next sequence has not been opened, since there is no room to read it ahead. */
  private static final Opened NO_ROOM = new Opened(null, false);

  /**
   * Creates a loader before the first batch.
   *
   * @param firstRow number in the table of the first row to read
   * @param rowCount rows to read
   */
  public BatchLoader(
      ReadContext context,
      ScanPlan plan,
      long firstRow,
      long rowCount,
      ReadAhead ahead,
      ReadLimits limits) {
    this.context = context;
    this.plan = plan;
    this.candidates = new CandidateRowGroups(context, plan);
    this.ranges = candidates.ranges(firstRow, rowCount);
    this.ahead = ahead;
    context.allocator().register(ahead);
    this.limits = limits;
    List<VectorOwner> owners =
        plan.leaves().stream().map(leaf -> new VectorOwner(leaf.type(), leaf.path())).toList();
    this.batch = new BatchState(plan.projected(), plan.leaves(), owners);
    this.vectors = owners.stream().map(VectorOwner::vector).toList();
    this.filter = plan.rowFilter() == null ? null : new RowFilter(plan.rowFilter());
    this.pruning = plan.rowPruning().isEmpty() ? null : new RowPruning(plan.rowPruning());
    this.first = plan.first() == null ? null : new RowFilter(plan.first());
    this.remaining = plan.limit() < 0 ? Long.MAX_VALUE : plan.limit();
  }

  /** Returns the segments that a scan of some rows will read. */
  public static void segments(
      ScanPlan plan,
      ReadContext context,
      long firstRow,
      long rowCount,
      ObjLongConsumer<SegmentKey> visitor) {
    ReadAhead none = ReadAhead.none(context);
    ReadLimits limits = ReadLimits.of(context, plan, context.settings().readSize(), 1);
    try (BatchLoader loader = new BatchLoader(context, plan, firstRow, rowCount, none, limits)) {
      for (RowGroupSequence sequence = loader.openNext();
          sequence != null;
          sequence = loader.openNext()) {
        sequence.forEachWanted(visitor);
        sequence.close();
      }
    }
  }

  /** What is read. */
  public ScanPlan plan() {
    return plan;
  }

  /** The current batch: always the same object. */
  public BatchState batch() {
    return batch;
  }

  /** Starts to open the first row groups and to read them ahead, before the first batch. */
  public void start() {
    if (ahead.isActive()) {
      upcoming.add(BackgroundTasks.submit(this::openEarly));
    }
  }

  /** Loads the next batch with at least one selected row; false if there is none. */
  public boolean next() {
    while (remaining > 0) {
      if (current == null && !openSequence()) {
        return false;
      }
      if (!current.next(batch.vectors())) {
        current.close();
        current = null;
      } else {
        readAhead();
        if (take()) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean openSequence() {
    long start = System.nanoTime();
    current = takeUpcoming();
    if (current == null) {
      current = openNext();
    }
    context.counters().addSince(Counter.WAIT_NANOS, start);
    if (current != null) {
      current.prefetch();
    }
    return current != null;
  }

  /** Opens the next row groups that may have matching rows; null if there are none. */
  private RowGroupSequence openNext() {
    RowGroupSequence sequence = new RowGroupSequence(plan, context, ahead, deferred, limits);
    try {
      addRowGroups(sequence);
    } catch (RuntimeException | Error e) {
      if (sequence.isEmpty()) {
        sequence.close();
        throw e;
      }
      // The row group will be opened again in its turn: if the error persists, it is thrown then.
    }
    if (sequence.isEmpty()) {
      sequence.close();
      return null;
    }
    sequence.plan();
    return sequence;
  }

  private void addRowGroups(RowGroupSequence sequence) {
    while (sequence.hasRoom() && rowsLeft() > 0 && (!failed.isEmpty() || ranges.hasNext())) {
      TableRowGroups.RowRange range = failed.isEmpty() ? ranges.next() : failed.remove();
      try {
        StoredLeaves stored = new StoredLeaves(plan, context.rowGroups(), range.rowGroup());
        if (candidates.mayMatch(range, stored)) {
          planned += sequence.add(range, stored, rowsLeft());
        }
      } catch (RuntimeException | Error e) {
        failed.addFirst(range);
        throw e;
      }
    }
  }

  /** Rows that batches of further row groups may be needed for. */
  private long rowsLeft() {
    // With a filter or a sample, it is unknown how many rows are needed: the cursor then
    // reads ahead less.
    boolean isKnown = plan.limit() >= 0 && !plan.selectsRows();
    return isKnown ? plan.limit() - planned : Long.MAX_VALUE;
  }

  /** Opens the next sequence on another thread, and requests its segments if there is room. */
  private Opened openEarly() {
    RowGroupSequence sequence = openNext();
    if (sequence == null) {
      return END;
    }
    try {
      return new Opened(sequence, sequence.prefetch());
    } catch (RuntimeException | Error e) {
      List<TableRowGroups.RowRange> again = sequence.ranges();
      for (int i = again.size() - 1; i >= 0; i--) {
        failed.addFirst(again.get(i));
      }
      planned -= sequence.rowCount();
      sequence.close();
      throw e;
    }
  }

  /**
   * Reads ahead in the sequence and in the next ones, which another thread opens in the meantime,
   * one after the other.
   */
  private void readAhead() {
    if (!ahead.isActive()) {
      return;
    }
    boolean isAllRequested = current.prefetch();
    for (CompletableFuture<Opened> next : upcoming) {
      if (!isAllRequested || !next.isDone() || next.isCompletedExceptionally()) {
        // Sequences are read in order. What has failed is opened again in its turn.
        return;
      }
      Opened opened = next.join();
      if (opened.equals(END)) {
        return;
      }
      isAllRequested = opened.equals(NO_ROOM) || opened.sequence.prefetch();
    }
    upcoming.removeIf(next -> next.isDone() && next.join().equals(NO_ROOM));
    if (isAllRequested && current.isNextWanted()) {
      for (int i = 0; i < OPENED_TOGETHER && upcoming.size() < MAX_UPCOMING; i++) {
        upcoming.add(
            upcoming.isEmpty()
                ? BackgroundTasks.submit(this::openEarly)
                : BackgroundTasks.then(upcoming.getLast(), this::openAfter));
      }
    }
  }

  private Opened openAfter(Opened before) {
    // Without room for the requests of the one before, this one would wait, too.
    return !before.equals(END) && before.isAllRequested && ahead.hasRoom() ? openEarly() : NO_ROOM;
  }

  /** The next sequence that has been opened early; null if there is none or opening failed. */
  private RowGroupSequence takeUpcoming() {
    while (!upcoming.isEmpty()) {
      try {
        Opened opened = BackgroundTasks.await(upcoming.element());
        upcoming.remove();
        if (opened.sequence != null) {
          return opened.sequence;
        }
      } catch (ExecutionException e) {
        // The sequence will be opened again: if the error persists, it is thrown then. Those behind
        // it have failed with it.
        upcoming.clear();
      }
    }
    return null;
  }

  /** Filters and limits the current rows; false if none is left. */
  private boolean take() {
    RowGroupScan rowGroup = current.rowGroup();
    int rows = rowGroup.rowCount();
    context.counters().add(Counter.ROWS_READ, rows);
    int matching = filter == null ? rows : filter.select(vectors, rows);
    int[] selection = filter == null ? null : filter.selection();
    if (pruning != null && matching > 0) {
      int left = pruning.select(vectors, selection, matching, rows);
      selection = left == matching ? selection : pruning.selection();
      matching = left;
    }
    if (plan.rowSample() != null) {
      int[] target = selection == null ? reserveSampled(rows) : selection;
      long first = rowGroup.firstRow() - rowGroup.tableRow();
      matching = plan.rowSample().select(rowGroup.number(), first, selection, matching, target);
      selection = target;
    }
    if (first != null && matching > 0) {
      // It must see no row that is not returned.
      int candidates = (int) Math.min(matching, remaining);
      matching =
          selection == null
              ? first.select(vectors, candidates)
              : first.select(vectors, selection, candidates);
      selection = selection == null && matching == rows ? null : first.selection();
    }
    context.counters().add(Counter.ROWS_FILTERED, rows - matching);
    int taken = (int) Math.min(matching, remaining);
    if (rowGroup.hasRest()) {
      deferred.count(taken == 0);
      if (taken > 0) {
        rowGroup.loadRest(batch.vectors());
      }
    }
    if (selection == null && taken < rows) {
      batch.vectors().forEach(owner -> owner.rows(taken));
    }
    int size = selection == null ? taken : rows;
    batch.set(rowGroup, rowGroup.firstRow(), size, selection, taken);
    remaining -= taken;
    return taken > 0;
  }

  private int[] reserveSampled(int rows) {
    if (sampled.length < rows) {
      sampled = new int[rows];
    }
    return sampled;
  }

  /**
   * Releases what was read ahead, starting with what would be used last. May be called by any
   * thread.
   *
   * @return the bytes released
   */
  public long reclaim(long bytes) {
    ahead.narrow();
    return ahead.reclaim(bytes);
  }

  /** What has been read so far. */
  public ScanMetrics metrics() {
    return context.counters().metrics();
  }

  /** Releases all memory; vectors can no longer be read. */
  public void leave() {
    batch.close();
    RowGroupSequence last = current;
    current = null;
    try {
      if (last != null) {
        last.close();
      }
    } finally {
      for (CompletableFuture<Opened> next : upcoming) {
        discard(next);
      }
      upcoming.clear();
    }
  }

  /** Closes a sequence that is being opened early, once it is open, even if interrupted. */
  private static void discard(CompletableFuture<Opened> next) {
    try {
      Opened opened = BackgroundTasks.awaitEnd(next);
      if (opened.sequence != null) {
        opened.sequence.close();
      }
    } catch (ExecutionException e) {
      // There is none, and none is needed.
      return;
    }
  }

  /** Releases all memory and ends the loader. */
  @Override
  public void close() {
    context.allocator().unregister(ahead);
    leave();
  }
}
