// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.reader.cache.CachedSegment;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentLease;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A segment of a cache; see {@link EntryWord} for its states. It is its own lease, so a hit
 * allocates nothing: it counts a lease, and then looks whether the segment is loaded. A thread that
 * evicts does the opposite: it announces the eviction, and then looks whether there are leases. So
 * at least one of them sees the other.
 *
 * <p>Thread-safe.
 */
final class CacheEntry implements SegmentLease, CachedSegment {

  /**
   * Java heap of an entry in bytes, without stripes of its lease counts: itself, its key, its place
   * in a map, and the object of its buffer. An estimate.
   */
  static final int HEAP = 384;

  private static final VarHandle WORD;

  static {
    try {
      WORD = MethodHandles.lookup().findVarHandle(CacheEntry.class, "word", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final PlanShare[] NO_SHARES = {};

  private final CacheScope scope;
  private final SegmentKey key;
  private final CachedFile file;
  private final ChunkCounts chunk;
  private final LeaseCounts leases;

  private volatile long word;

  /** Set while LOADING; each load is set once, and cleared before the state changes. */
  private volatile Load load;

  /** Written before LOADED is published, cleared by EVICTING. */
  private OffHeapBuffer buffer;

  private volatile long lastUse;
  private volatile PlanShare[] shares = NO_SHARES;

  /** Requests that were not hits, and an earlier one that the cache remembers. */
  private volatile int otherUses;

  /** Uses that no longer count as recent. */
  private volatile long oldUses;

  private volatile long loadNanos;

  CacheEntry(CacheScope scope, SegmentKey key, CachedFile file, ChunkCounts chunk) {
    this.scope = scope;
    this.key = key;
    this.file = file;
    this.chunk = chunk;
    this.leases = new LeaseCounts(scope);
  }

  @Override
  public SegmentKey key() {
    return key;
  }

  CacheScope scope() {
    return scope;
  }

  CachedFile file() {
    return file;
  }

  int state() {
    return EntryWord.state(word);
  }

  /** A hit: leases the segment if it is in memory. */
  boolean tryLease(long now) {
    leases.addHit();
    if (state() != EntryWord.LOADED) {
      leases.undoHit();
      return false;
    }
    if (lastUse != now) {
      lastUse = now;
    }
    return true;
  }

  /**
   * Requests the segment, and counts a lease for the request, unless the entry is dead.
   *
   * @param own the load of the request, for segments that it must load itself
   * @return null if the segment is in memory, which counts as a hit; {@code own} if the request
   *     must load it; {@link Load#OF_DEAD} if the entry was removed, so that another one must be
   *     found; otherwise the load of another request, after which the lease is valid if it
   *     succeeds, and to be taken back by {@link #end} if not
   */
  Load claim(Load own, long now) {
    while (true) {
      switch (state()) {
        case EntryWord.LOADED -> {
          if (tryLease(now)) {
            return null;
          }
        }
        case EntryWord.EMPTY -> {
          leases.addLease();
          if (tryChange(EntryWord.EMPTY, EntryWord.LOADING)) {
            load = own;
            return own;
          }
          leases.endLease();
        }
        case EntryWord.LOADING -> {
          Load running = load;
          if (running != null) {
            leases.addLease();
            if (load == running) {
              return running;
            }
            leases.endLease();
          }
          Thread.onSpinWait();
        }
        case EntryWord.EVICTING -> Thread.onSpinWait();
        default -> {
          return Load.OF_DEAD;
        }
      }
    }
  }

  /** Counts a request that loads the segment; only its owner does. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // The owner of a load is alone.
  void countRequest(boolean wasSeenBefore, long now) {
    otherUses = otherUses + (wasSeenBefore && otherUses == 0 ? 2 : 1);
    lastUse = now;
  }

  /** Takes back the count of a request that could not begin; only its owner does. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // The owner of a load is alone.
  void takeBackRequest() {
    otherUses = otherUses - 1;
  }

  /** Publishes the bytes of an owned entry, which takes over the reference to the buffer. */
  void loaded(OffHeapBuffer bytes, long nanos) {
    buffer = bytes;
    loadNanos = nanos;
    load = null;
    change(EntryWord.LOADING, EntryWord.LOADED);
  }

  /** Ends an owned load that has failed; each request that waits for it takes back its lease. */
  void failed() {
    load = null;
    change(EntryWord.LOADING, EntryWord.EMPTY);
    removeIfUnplanned();
  }

  @Override
  public OffHeapBuffer buffer() {
    return buffer;
  }

  /** Ends a lease; the scan of the segment is then finished. */
  @Override
  public void close() {
    close(Long.MAX_VALUE);
  }

  @Override
  public void close(long rows) {
    finishScan(rows);
    end();
  }

  /** Ends a lease of a segment that was not scanned, or could not be loaded. */
  void end() {
    leases.endLease();
    settleIfUndecided();
  }

  /** Counts a hit: a request uses the segment, which another one has loaded. */
  void countHit() {
    leases.countHit();
  }

  /** Ends the lease of a hit whose request was given up, which is none then. */
  void undoHit() {
    leases.undoHit();
    settleIfUndecided();
  }

  /**
   * Lets the policy decide whether to keep the segment, if it has not since planned scans ended.
   */
  void settleIfUndecided() {
    if (!EntryWord.isKept(word)) {
      scope.store().settle(this);
    }
  }

  /** Counts rows that have been scanned, of the first plan that has scans left. */
  void finishScan(long rows) {
    if (rows <= 0) {
      return;
    }
    for (PlanShare share : shares) {
      int scans = share.take(rows);
      if (scans > 0) {
        addPlanned(-scans);
        share.plan.finished(scans);
        scope.store().counters().finishedScans(scans);
        share.column.finishedScans(scans);
      }
      if (scans >= 0) {
        return;
      }
    }
  }

  int leases() {
    return leases.leases();
  }

  long hits() {
    return leases.hits();
  }

  /** Called when it is dead; returns the heap that its lease counts have reserved, in bytes. */
  long retireLeases() {
    return leases.retire();
  }

  /** Whether it is in memory and not under a lease, at the moment. */
  boolean isEvictable() {
    return state() == EntryWord.LOADED && leases() == 0;
  }

  /**
   * Frees the memory unless there is a lease.
   *
   * @return the bytes that were freed; 0 if none were; -1 if the segment is not in memory or leased
   */
  long tryEvict() {
    while (tryChange(EntryWord.LOADED, EntryWord.EVICTING)) {
      if (leases() > 0) {
        change(EntryWord.EVICTING, EntryWord.LOADED);
        // The last lease may have ended meanwhile, and left the decision to this thread.
        if (leases() > 0 || EntryWord.isKept(word)) {
          return -1;
        }
        continue;
      }
      OffHeapBuffer freed = buffer;
      buffer = null;
      change(EntryWord.EVICTING, EntryWord.EMPTY);
      removeIfUnplanned();
      return freed.release() ? BufferAllocator.heldBytes(key.length()) : 0;
    }
    return -1;
  }

  /** The state, for {@link #tryKeep}. */
  long word() {
    return word;
  }

  /** Keeps the segment after its last lease, unless its state has changed. */
  boolean tryKeep(long before) {
    return EntryWord.state(before) == EntryWord.LOADED
        && WORD.compareAndSet(this, before, EntryWord.withKept(before, true));
  }

  /** Removes an entry that stands for nothing. */
  void removeIfUnplanned() {
    long now = word;
    while (EntryWord.state(now) == EntryWord.EMPTY && EntryWord.planned(now) == 0) {
      if (WORD.compareAndSet(this, now, EntryWord.withState(now, EntryWord.DEAD))) {
        scope.removed(this);
        return;
      }
      now = word;
    }
  }

  /** Changes the number of planned scans; false if the entry is dead. */
  boolean addPlanned(int change) {
    while (true) {
      long now = word;
      if (EntryWord.state(now) == EntryWord.DEAD) {
        return false;
      }
      if (WORD.compareAndSet(this, now, EntryWord.addPlanned(now, change))) {
        return true;
      }
    }
  }

  synchronized void add(PlanShare share) {
    PlanShare[] more = Arrays.copyOf(shares, shares.length + 1);
    more[shares.length] = share;
    shares = more;
  }

  synchronized void remove(PlanShare share) {
    shares = Arrays.stream(shares).filter(other -> other != share).toArray(PlanShare[]::new);
  }

  private boolean tryChange(int from, int to) {
    while (true) {
      long now = word;
      if (EntryWord.state(now) != from) {
        return false;
      }
      long next = EntryWord.withState(now, to);
      if (to == EntryWord.EMPTY) {
        next = EntryWord.withKept(next, false);
      }
      if (WORD.compareAndSet(this, now, next)) {
        return true;
      }
    }
  }

  private void change(int from, int to) {
    if (!tryChange(from, to)) {
      throw new IllegalStateException(
          "Cannot change the state of "
              + key
              + " from "
              + from
              + " to "
              + to
              + ": it is "
              + state());
    }
  }

  @Override
  public long heldBytes() {
    return BufferAllocator.heldBytes(key.length());
  }

  @Override
  public int plannedScans() {
    return EntryWord.planned(word);
  }

  @Override
  public long lastUse() {
    return lastUse;
  }

  @Override
  public long recentUses() {
    return otherUses + hits() - oldUses;
  }

  /** Halves {@link #recentUses}. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // Only the thread of the cache does this.
  void age() {
    oldUses += recentUses() / 2;
  }

  @Override
  public long loadNanos() {
    long own = loadNanos;
    return own > 0 ? own : scope.expectedNanos(heldBytes());
  }

  @Override
  public boolean isSelected() {
    return chunk != null && scope.store().selection().contains(chunk.id());
  }

  /** The counts of its column chunk; null if chunks are not counted. */
  ChunkCounts chunk() {
    return chunk;
  }

  @Override
  public String toString() {
    return key
        + " in state "
        + state()
        + ", "
        + leases()
        + " leases, "
        + plannedScans()
        + " planned scans";
  }
}
