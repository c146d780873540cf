// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.reader.cache.ColumnUse;
import io.albis.reader.cache.PlannedScans;
import io.albis.reader.cache.RegisteredPlan;
import io.albis.reader.source.SegmentKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A plan and its shares in the entries of the scopes in which its table is open. Thread-safe; its
 * lock is not taken by scans.
 */
final class OpenPlan implements RegisteredPlan {

  private static final Logger LOG = LoggerFactory.getLogger(OpenPlan.class);

  private final PlanRegistry registry;
  private final String id;

  /** The scans as they were planned last. Guarded by this, as are the fields below. */
  private PlannedScans planned;

  /**
   * By scope, also by those that are forgotten because all scans are finished: when the table is
   * opened again, these scans do not begin anew.
   */
  private final Map<CacheScopes.Key, List<PlanShare>> shares = new HashMap<>();

  /** Written under the lock of this. */
  private volatile boolean isClosed;

  /** Added to under the lock of this. */
  private final Map<ColumnCounts, PlanColumn> columns = new ConcurrentHashMap<>();

  private final AtomicLong remaining = new AtomicLong();

  OpenPlan(PlanRegistry registry, PlannedScans planned) {
    this.registry = registry;
    this.id = planned.id();
    this.planned = planned;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public List<ColumnUse> scans() {
    return columns.values().stream().map(PlanColumn::scans).toList();
  }

  @Override
  public boolean isClosed() {
    return isClosed;
  }

  @Override
  public long remainingScans() {
    return remaining.get();
  }

  /** Called when scans have been counted down. */
  void finished(int scans) {
    remaining.addAndGet(-scans);
  }

  /**
   * Counts the scans in the scope of a source, if it has their snapshot and that was not done. A
   * source that is closed meanwhile leaves that to others.
   */
  synchronized void bind(CacheSource source) {
    if (!isClosed && source.isOf(planned) && !shares.containsKey(source.scope().key())) {
      Map<SegmentKey, Long> rows = source.rowsOfSegments(planned);
      if (rows == null) {
        return;
      }
      List<PlanShare> ofScope = new ArrayList<>();
      // Before anything is counted, so that it is also taken back after a failure.
      shares.put(source.scope().key(), ofScope);
      share(source.scope(), rows, planned.count(), ofScope);
    }
  }

  /** Counts the scans of segments, as far as there is room for their entries. */
  private void share(
      CacheScope scope, Map<SegmentKey, Long> rows, int count, List<PlanShare> added) {
    if (count == 0) {
      return;
    }
    for (Map.Entry<SegmentKey, Long> segment : rows.entrySet()) {
      PlanShare share = share(scope, segment.getKey(), segment.getValue(), count);
      if (share == null) {
        LOG.debug("No room to plan all {} segments of plan {}", rows.size(), id);
        return;
      }
      added.add(share);
    }
  }

  /** Counts the scans of a segment; null if there is no room for that. */
  private PlanShare share(CacheScope scope, SegmentKey key, long rows, int count) {
    int heap = PlanShare.HEAP + PlanColumn.HEAP;
    if (!registry.store().hasRoomForPlans() || !scope.reserve(heap)) {
      return null;
    }
    CacheEntry entry;
    do {
      entry = scope.entry(key);
      if (entry == null) {
        scope.release(heap);
        return null;
      }
    } while (!entry.addPlanned(count));
    PlanColumn column = column(scope, scope.column(key));
    PlanShare share = new PlanShare(this, entry, column, rows);
    share.set(count);
    remaining.addAndGet(count);
    entry.add(share);
    registry.store().counters().plannedScans(count);
    column.plannedScans(count);
    return share;
  }

  /** Returns where the scans of a column group are counted; takes over the heap for one more. */
  private PlanColumn column(CacheScope scope, ColumnCounts counts) {
    PlanColumn known = columns.get(counts);
    if (known != null) {
      scope.release(PlanColumn.HEAP);
      return known;
    }
    PlanColumn added = new PlanColumn(scope, counts);
    columns.put(counts, added);
    return added;
  }

  /**
   * Replaces the counts.
   *
   * @return false if the plan is closed
   */
  synchronized boolean replace(PlannedScans other) {
    if (isClosed) {
      return false;
    }
    boolean isSameTable =
        other.tableId().equals(planned.tableId()) && other.snapshotId() == planned.snapshotId();
    planned = other;
    for (CacheScopes.Key key : List.copyOf(shares.keySet())) {
      List<PlanShare> before = shares.remove(key);
      // The new counts first, so that segments are not evicted in between.
      try {
        if (isSameTable) {
          sources(key).forEach(this::bind);
        }
      } finally {
        before.forEach(this::withdraw);
      }
    }
    return true;
  }

  /** The open tables of a scope. */
  private Set<CacheSource> sources(CacheScopes.Key key) {
    CacheScope scope = registry.store().scopes().find(key);
    return scope == null ? Set.of() : scope.sources();
  }

  private void withdraw(PlanShare share) {
    int left = share.set(0);
    CacheEntry entry = share.entry;
    entry.remove(share);
    remaining.addAndGet(-left);
    registry.store().counters().withdrawnScans(left);
    share.column.withdrawnScans(left);
    entry.scope().release(PlanShare.HEAP);
    if (entry.addPlanned(-left)) {
      entry.removeIfUnplanned();
      entry.settleIfUndecided();
    }
  }

  @Override
  public void prefetch(long maxBytes) {
    Map<CacheScopes.Key, List<SegmentKey>> wanted = new HashMap<>();
    synchronized (this) {
      shares.forEach(
          (scope, ofScope) -> {
            List<SegmentKey> keys = new ArrayList<>();
            for (PlanShare share : ofScope) {
              if (share.remaining() > 0) {
                keys.add(share.entry.key());
              }
            }
            wanted.put(scope, keys);
          });
    }
    for (Map.Entry<CacheScopes.Key, List<SegmentKey>> ofScope : wanted.entrySet()) {
      Optional<CacheSource> source =
          sources(ofScope.getKey()).stream().filter(open -> !open.isClosed()).findFirst();
      if (source.isPresent()) {
        var unused = BackgroundLoads.start(source.get(), ofScope.getValue(), maxBytes);
      }
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      if (isClosed) {
        return;
      }
      isClosed = true;
      shares.values().forEach(ofScope -> ofScope.forEach(this::withdraw));
      shares.clear();
      columns.values().forEach(PlanColumn::release);
    }
    registry.closed(this);
  }
}
