// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentLease;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ObjLongConsumer;

/**
 * Loads the wanted segments of consecutive row groups, of all their extents. Segments that are near
 * each other in a file are requested together, whatever extents they are in: a gap between them is
 * at most the one that is cheaper to read than to skip, and a request at most as long as the read
 * size.
 *
 * <p>A request starts with the segment that is needed first. It extends to segments that follow in
 * the file, even if they are needed later, and to segments before it that are needed as soon. Not
 * thread-safe.
 */
public final class SegmentLoader implements AutoCloseable {

  /** Off-heap memory is allocated in pages. */
  private static final int PAGE = 4096;

  /** A wanted segment. */
  private static final class Item {

    /** Number of its first row in the table. */
    private final long firstRow;

    private final SegmentKey key;

    /** Rows of it that the cursor reads. */
    private final long rows;

    /** Position in the order of the files. */
    private int position;

    /** Position in the order of need. */
    private int turn;

    /** Whether it is needed only if its batch has rows left after the filter. */
    private boolean isConditional;

    /** The request that it is part of; null if there is none. */
    private Run run;

    private boolean isTaken;

    Item(long firstRow, SegmentKey key, long rows, boolean isConditional) {
      this.firstRow = firstRow;
      this.key = key;
      this.rows = rows;
      this.isConditional = isConditional;
    }

    boolean isUnrequested() {
      return run == null && !isTaken;
    }

    long end() {
      return key.offset() + key.length();
    }

    /** Bytes of memory that it occupies. */
    long memory() {
      return Math.max(PAGE, (key.length() + PAGE - 1L) / PAGE * PAGE);
    }
  }

  /** Segments that are requested together. */
  private static final class Run {

    private final int first;

    /** Behind the last segment. */
    private final int end;

    /** Number of segments that have not been taken. */
    private int left;

    /**
     * Null once the segments are taken over from the read-ahead, or if they were not read ahead.
     */
    private ReadAhead.Request request;

    /** Null while they are read ahead. */
    private PendingSegments segments;

    Run(int first, int end) {
      this.first = first;
      this.end = end;
      this.left = end - first;
    }
  }

  private final ScanSegments source;
  private final ReadAhead ahead;
  private final DeferredReads deferred;
  private final long maxGap;
  private final int readSize;

  /** Number of column groups of the scan. */
  private final int groups;

  /** All wanted segments in the order of files and offsets. */
  private final List<Item> inFiles = new ArrayList<>();

  /** The same in the order in which they are needed. */
  private final List<Item> inNeed = new ArrayList<>();

  /**
   * By extent and segment; null if it is not wanted. An extent has the index {@code rowGroup *
   * groups + group}.
   */
  private final List<Item[]> items = new ArrayList<>();

  /** Bytes of memory that all wanted segments occupy. */
  private long memory;

  private final Set<Run> runs = new HashSet<>();

  /** All items before it in {@link #inNeed} have been requested once, or are deferred. */
  private int nextInNeed;

  /** Whether conditional segments were deferred at the last call of {@link #prefetch}. */
  private boolean wasDeferring;

  /**
   * Creates a loader.
   *
   * @param deferred decides about conditional segments
   * @param groups number of column groups of the scan
   * @param maxGap the longest gap, in bytes, that a request reads
   * @param readSize maximum bytes of a request, unless one segment is longer
   */
  public SegmentLoader(
      ReadAhead ahead, DeferredReads deferred, int groups, long maxGap, int readSize) {
    this.source = ahead.segments();
    this.ahead = ahead;
    this.deferred = deferred;
    this.maxGap = maxGap;
    this.readSize = readSize;
    this.groups = groups;
  }

  /**
   * Adds a row group.
   *
   * @return its index in this loader
   */
  public int addRowGroup() {
    for (int g = 0; g < groups; g++) {
      items.add(null);
    }
    return items.size() / groups - 1;
  }

  /**
   * Announces that a segment will be loaded. Calls for one segment may be repeated. Row groups are
   * added in the order of their rows.
   *
   * @param rowGroup its index in this loader
   * @param firstRow number in the table of the first row of the row group
   * @param rows of the segment that the cursor reads
   * @param isConditional whether it will be loaded only if rows are left after the filter: then
   *     {@link #need} or {@link #skip} is called for it
   */
  public void want(
      int rowGroup,
      long firstRow,
      int group,
      ExtentSegments extent,
      int k,
      long rows,
      boolean isConditional) {
    int index = rowGroup * groups + group;
    Item[] segments = items.get(index);
    if (segments == null) {
      segments = new Item[extent.segmentCount()];
      items.set(index, segments);
    }
    if (segments[k] == null) {
      long first = firstRow + extent.firstRow(k);
      Item item = new Item(first, extent.key(k), rows, isConditional);
      segments[k] = item;
      inFiles.add(item);
      memory += item.memory();
    }
  }

  /** Bytes of memory that all wanted segments occupy. */
  public long memory() {
    return memory;
  }

  /** Ends the calls of {@link #want}. */
  public void plan() {
    inFiles.sort(
        Comparator.comparing((Item item) -> item.key.path())
            .thenComparingLong(item -> item.key.offset()));
    for (int i = 0; i < inFiles.size(); i++) {
      inFiles.get(i).position = i;
    }
    inNeed.addAll(inFiles);
    // Stable: segments that start at the same row stay in the order of the file.
    inNeed.sort(Comparator.comparingLong(item -> item.firstRow));
    for (int i = 0; i < inNeed.size(); i++) {
      inNeed.get(i).turn = i;
    }
  }

  /** Announces that a conditional segment will be loaded next. */
  public void need(int rowGroup, int group, int k) {
    Item item = item(rowGroup, group, k);
    item.isConditional = false;
    nextInNeed = Math.min(nextInNeed, item.turn);
  }

  /** Announces that a conditional segment will not be loaded. */
  public void skip(int rowGroup, int group, int k) {
    Item item = item(rowGroup, group, k);
    source.skipped(item.key, item.rows);
    taken(item);
  }

  /**
   * Ends the lease of a segment of which some rows were read; see {@link SegmentLease#close(long)}.
   */
  public void close(SegmentLease lease, int rowGroup, int group, int k, long rows) {
    source.close(lease, item(rowGroup, group, k).key, rows);
  }

  /** Visits the wanted segments in the order in which they are needed, with the rows to read. */
  public void forEachWanted(ObjLongConsumer<SegmentKey> visitor) {
    inNeed.forEach(item -> visitor.accept(item.key, item.rows));
  }

  /** Whether getting segments may block on a device, so that reading ahead pays off. */
  public boolean mayBlock() {
    return !inNeed.isEmpty()
        && source.mayBlock(inNeed.get(Math.min(nextInNeed, inNeed.size() - 1)).key);
  }

  /** Whether a segment is available without waiting. */
  public boolean isLoaded(int rowGroup, int group, int k) {
    Run run = item(rowGroup, group, k).run;
    return run != null && run.segments != null && run.segments.isDone();
  }

  /**
   * Starts to read the segments that are needed next, in that order, as far as reading ahead is
   * allowed.
   *
   * @return whether all wanted segments are loaded, being read or deferred
   */
  public boolean prefetch() {
    boolean isDeferring = deferred.isDeferring();
    if (wasDeferring && !isDeferring) {
      nextInNeed = 0;
    }
    wasDeferring = isDeferring;
    if (nextInNeed < inNeed.size() && !mayBlock()) {
      return false;
    }
    while (nextInNeed < inNeed.size()) {
      Item next = inNeed.get(nextInNeed);
      if (next.isUnrequested() && !(isDeferring && next.isConditional)) {
        if (!ahead.hasRoom() || !start(next)) {
          return false;
        }
      }
      nextInNeed++;
    }
    return true;
  }

  private Item item(int rowGroup, int group, int k) {
    return items.get(rowGroup * groups + group)[k];
  }

  private boolean start(Item next) {
    int first = first(next, wasDeferring);
    int end = end(first, next, true, wasDeferring);
    ReadAhead.Request request = ahead.start(keys(first, end));
    if (request == null) {
      return false;
    }
    add(first, end).request = request;
    return true;
  }

  private Run add(int first, int end) {
    Run run = new Run(first, end);
    for (int i = first; i < end; i++) {
      inFiles.get(i).run = run;
    }
    runs.add(run);
    return run;
  }

  private List<SegmentKey> keys(int first, int end) {
    List<SegmentKey> keys = new ArrayList<>(end - first);
    for (int i = first; i < end; i++) {
      keys.add(inFiles.get(i).key);
    }
    return keys;
  }

  /** Whether one request can read an item and the one behind it in the file. */
  private boolean isNear(int position) {
    Item item = inFiles.get(position);
    Item next = inFiles.get(position + 1);
    long gap = next.key.offset() - item.end();
    return gap >= 0 && gap <= maxGap && item.key.path().equals(next.key.path());
  }

  /** Whether a request may include a segment. */
  private boolean isFree(int position, boolean isDeferring) {
    Item item = inFiles.get(position);
    return item.isUnrequested() && !(isDeferring && item.isConditional);
  }

  /** The first segment of the request: one before the given segment if it is needed as soon. */
  private int first(Item item, boolean isDeferring) {
    int first = item.position;
    while (first > 0
        && isFree(first - 1, isDeferring)
        && inFiles.get(first - 1).firstRow <= item.firstRow
        && item.end() - inFiles.get(first - 1).key.offset() <= readSize
        && isNear(first - 1)) {
      first--;
    }
    return first;
  }

  /**
   * The end of the request.
   *
   * @param needed the segment that is needed now
   * @param mayBlock if not, segments that are needed later should fit into a processor cache
   *     together with those of the other column groups
   */
  private int end(int first, Item needed, boolean mayBlock, boolean isDeferring) {
    long start = inFiles.get(first).key.offset();
    long memory = 0;
    for (int i = first; i <= needed.position; i++) {
      memory += inFiles.get(i).memory();
    }
    int end = needed.position + 1;
    while (end < inFiles.size() && isFree(end, isDeferring) && isNear(end - 1)) {
      Item item = inFiles.get(end);
      memory += item.memory();
      boolean isLater = item.firstRow > needed.firstRow;
      int limit = isLater && !mayBlock ? readSize / groups : readSize;
      if (item.end() - start > limit || memory > limit) {
        break;
      }
      end++;
    }
    return end;
  }

  /**
   * Loads a wanted segment. Each can be loaded once, unless it is unloaded.
   *
   * @return the lease, which the caller owns
   */
  public SegmentLease load(int rowGroup, int group, int k) {
    Item item = item(rowGroup, group, k);
    if (item.run != null && item.run.segments == null) {
      takeOver(item.run);
    }
    if (item.run == null) {
      SegmentLease found = source.tryAcquire(item.key);
      if (found != null) {
        taken(item);
        source.countRead();
        return found;
      }
      acquire(item);
    }
    SegmentLease lease;
    try {
      lease = take(item);
    } catch (OutOfOffHeapMemoryException e) {
      // Another request should have loaded it, and has not.
      releaseRequested();
      acquire(item.position, item.position + 1);
      lease = take(item);
    }
    source.countRead();
    taken(item);
    return lease;
  }

  private void taken(Item item) {
    item.isTaken = true;
    Run run = item.run;
    if (run != null) {
      run.left--;
      if (run.left == 0) {
        close(run);
      }
    }
  }

  /** Makes a loaded segment, whose lease has ended, a wanted one again. */
  public void unload(int rowGroup, int group, int k) {
    Item item = item(rowGroup, group, k);
    item.isTaken = false;
    item.run = null;
  }

  /**
   * Takes segments that were read ahead; if they have been released, they are unrequested again.
   */
  private void takeOver(Run run) {
    run.segments = ahead.take(run.request);
    run.request = null;
    if (run.segments == null) {
      runs.remove(run);
      forget(run);
    }
  }

  /** Takes a segment of a request; if that fails, the segments of the request are unrequested. */
  private SegmentLease take(Item item) {
    Run run = item.run;
    int index = item.position - run.first;
    long start = run.segments.isDone() ? 0 : System.nanoTime();
    try {
      return run.segments.take(index);
    } catch (RuntimeException | Error e) {
      withdraw(run);
      throw e;
    } finally {
      if (start != 0) {
        source.countWait(start);
      }
    }
  }

  private void acquire(Item item) {
    boolean mayBlock = source.mayBlock(item.key);
    // What is in memory is not worth reading before it is needed.
    boolean isDeferring = !mayBlock || deferred.isDeferring();
    int first = first(item, isDeferring);
    int end = end(first, item, mayBlock, isDeferring);
    long start = System.nanoTime();
    try {
      acquire(first, end);
    } catch (OutOfOffHeapMemoryException e) {
      if (end - first == 1 && runs.isEmpty()) {
        throw e;
      }
      // The least that the cursor can do with: the segments that it is on, and this one.
      releaseRequested();
      acquire(item.position, item.position + 1);
    } finally {
      source.countWait(start);
    }
  }

  private void acquire(int first, int end) {
    PendingSegments segments = source.acquire(keys(first, end));
    add(first, end).segments = segments;
  }

  /** From now on, each segment gets its own buffer. */
  public void useExactMemory() {
    source.useExactMemory();
  }

  /**
   * Releases the segments that have not been loaded, because memory is short; they will be
   * requested again. From now on, less is read ahead.
   */
  public void releaseRequested() {
    ahead.narrow();
    List.copyOf(runs).forEach(this::withdraw);
    nextInNeed = 0;
  }

  /** Releases what has not been loaded of a request; it can be requested again. */
  private void withdraw(Run run) {
    try {
      close(run);
    } finally {
      forget(run);
    }
  }

  /** Makes the segments of a request, some of which may be unloaded already, unrequested. */
  private void forget(Run run) {
    for (Item item : inFiles.subList(run.first, run.end)) {
      if (item.run == run) {
        item.run = null;
      }
    }
  }

  private void close(Run run) {
    runs.remove(run);
    if (run.request != null) {
      ahead.drop(run.request);
    } else {
      run.segments.close();
    }
  }

  /** Releases what has not been loaded. */
  @Override
  public void close() {
    List.copyOf(runs).forEach(this::close);
  }
}
