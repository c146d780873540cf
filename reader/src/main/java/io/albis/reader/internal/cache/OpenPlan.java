// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.reader.cache.plan.PlannedScans;
import io.albis.reader.cache.plan.RegisteredPlan;
import io.albis.reader.source.SegmentKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A plan and its shares in the entries of the scopes in which its table is open. Thread-safe; its
 * lock is not taken by scans.
 */
final class OpenPlan implements RegisteredPlan {

  private final PlanRegistry registry;
  private final String id;

  /** The scans as they were planned last. Guarded by this, as are the fields below. */
  private PlannedScans planned;

  private final Map<CacheScope, Map<SegmentKey, PlanShare>> shares = new HashMap<>();
  private boolean isClosed;

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
  public long remainingScans() {
    return remaining.get();
  }

  /** Called when a scan has been counted down. */
  void finishedOne() {
    remaining.decrementAndGet();
  }

  /** Counts the scans in the scope of a source, if it has their snapshot and that was not done. */
  synchronized void bind(CacheSource source) {
    if (!isClosed && source.isOf(planned) && !shares.containsKey(source.scope())) {
      List<SegmentKey> segments = source.segments(planned);
      Map<SegmentKey, PlanShare> ofScope = new LinkedHashMap<>();
      shares.put(source.scope(), ofScope);
      for (SegmentKey key : segments) {
        ofScope.put(key, share(source.scope(), key, planned.count()));
      }
    }
  }

  private PlanShare share(CacheScope scope, SegmentKey key, int count) {
    CacheEntry entry;
    do {
      entry = scope.entry(key);
    } while (!entry.addPlanned(count));
    PlanShare share = new PlanShare(this, entry);
    share.set(count);
    remaining.addAndGet(count);
    entry.add(share);
    registry.store().counters().plannedScans(count);
    return share;
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
    for (CacheScope scope : List.copyOf(shares.keySet())) {
      CacheSource source = isSameTable ? registry.source(scope, other) : null;
      Map<SegmentKey, PlanShare> before = shares.get(scope);
      if (source == null) {
        before.values().forEach(this::withdraw);
        shares.remove(scope);
      } else {
        shares.put(scope, replaced(scope, before, source.segments(other), other.count()));
      }
    }
    return true;
  }

  private Map<SegmentKey, PlanShare> replaced(
      CacheScope scope, Map<SegmentKey, PlanShare> before, List<SegmentKey> segments, int count) {
    Map<SegmentKey, PlanShare> after = new LinkedHashMap<>();
    for (SegmentKey key : segments) {
      // The new count first, so that the segment is not evicted in between.
      after.put(key, share(scope, key, count));
    }
    before.values().forEach(this::withdraw);
    return after;
  }

  private void withdraw(PlanShare share) {
    int left = share.set(0);
    CacheEntry entry = share.entry;
    entry.remove(share);
    remaining.addAndGet(-left);
    registry.store().counters().withdrawnScans(left);
    if (entry.addPlanned(-left)) {
      entry.removeIfUnplanned();
      if (!entry.isKept()) {
        registry.store().settle(entry);
      }
    }
  }

  @Override
  public void prefetch(long maxBytes) {
    Map<CacheScope, List<SegmentKey>> wanted = new HashMap<>();
    synchronized (this) {
      shares.forEach(
          (scope, ofScope) -> {
            List<SegmentKey> keys = new ArrayList<>();
            for (PlanShare share : ofScope.values()) {
              if (share.remaining() > 0) {
                keys.add(share.entry.key());
              }
            }
            wanted.put(scope, keys);
          });
    }
    for (Map.Entry<CacheScope, List<SegmentKey>> ofScope : wanted.entrySet()) {
      Optional<CacheSource> source =
          ofScope.getKey().sources().stream().filter(open -> !open.isClosed()).findFirst();
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
      shares.values().forEach(ofScope -> ofScope.values().forEach(this::withdraw));
      shares.clear();
    }
    registry.closed(this);
  }
}
