// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import static io.albis.reader.internal.cache.FakeDevice.key;
import static io.albis.reader.internal.cache.FakeDevice.keys;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.reader.cache.CachePolicy;
import io.albis.reader.cache.CacheStatistics;
import io.albis.reader.cache.ColumnUse;
import io.albis.reader.cache.PlannedScans;
import io.albis.reader.cache.RegisteredPlan;
import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentLease;
import io.albis.storage.memory.BufferAllocator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests planned scans: counts, order of eviction, replacement and closing. */
class PlansTest {

  private static final int PAGE = 4096;

  private final BufferAllocator allocator = BufferAllocator.create("table", 1 << 20);
  private final FakeDevice device = new FakeDevice();
  private final CacheStore store = new CacheStore(CachePolicy.scanCount(), limit(4), 0, 60_000);
  private final CacheSource source = new CacheSource(store, device, allocator);

  PlansTest() {
    source.opened(1, PlansTest::rows);
  }

  @AfterEach
  void close() {
    source.close();
    store.close();
    allocator.close();
  }

  /** The rows of a plan are numbers of segments. */
  private static List<SegmentKey> segments(PlannedScans planned) {
    List<SegmentKey> keys = new ArrayList<>();
    planned
        .rows()
        .forEach(
            (first, count) ->
                LongStream.range(first, first + count).forEach(n -> keys.add(key((int) n))));
    return keys;
  }

  private static Map<SegmentKey, Long> rows(PlannedScans planned) {
    Map<SegmentKey, Long> rows = new LinkedHashMap<>();
    segments(planned).forEach(key -> rows.put(key, 1L));
    return rows;
  }

  /** Room for some pages, and for the heap of a few entries and plans. */
  private static long limit(int pages) {
    return (pages + 1L) * PAGE - 1;
  }

  private static PlannedScans planned(String id, int first, int segments, int count) {
    return planned(id, 1, first, segments, count);
  }

  private static PlannedScans planned(
      String id, long snapshotId, int first, int segments, int count) {
    return new PlannedScans(
        id,
        FakeDevice.TABLE,
        snapshotId,
        List.of("a"),
        null,
        Map.of((long) first, (long) segments),
        count);
  }

  private void scan(int... numbers) {
    for (SegmentKey key : keys(numbers)) {
      SegmentLease hit = source.tryAcquire(key);
      if (hit != null) {
        hit.close();
      } else {
        try (PendingSegments loaded = source.acquire(List.of(key), device)) {
          loaded.take(0).close();
        }
      }
    }
  }

  private boolean isInMemory(int n) {
    CacheEntry entry = source.scope().find(key(n));
    return entry != null && entry.state() == EntryWord.LOADED;
  }

  private int plannedScans(int n) {
    CacheEntry entry = source.scope().find(key(n));
    return entry == null ? 0 : entry.plannedScans();
  }

  private static void requireScans(RegisteredPlan plan, long all, long finished, long withdrawn) {
    ColumnUse scans = plan.scans().get(0);
    assertThat(plan.scans()).hasSize(1);
    assertThat(scans.tableId()).isEqualTo(FakeDevice.TABLE);
    assertThat(scans.plannedScans()).isEqualTo(all);
    assertThat(scans.finishedScans()).isEqualTo(finished);
    assertThat(scans.withdrawnScans()).isEqualTo(withdrawn);
  }

  @Test
  void eachFinishedScanCountsDown() {
    try (RegisteredPlan plan = store.plans().plan(planned("q", 1, 2, 3))) {
      assertThat(plan.remainingScans()).isEqualTo(6);
      scan(1);
      assertThat(plannedScans(1)).isEqualTo(2);
      assertThat(isInMemory(1)).isTrue();
      scan(1, 1);
      assertThat(plannedScans(1)).isZero();
      assertThat(plan.remainingScans()).isEqualTo(3);
      // It has been read several times: kept as cached.
      assertThat(isInMemory(1)).isTrue();
      scan(1);
      assertThat(plan.remainingScans()).isEqualTo(3);
      requireScans(plan, 6, 3, 0);
      assertThat(plan.isClosed()).isFalse();
    }
    CacheStatistics statistics = CacheReport.of(store);
    assertThat(statistics.plannedScans()).isEqualTo(6);
    assertThat(statistics.finishedScans()).isEqualTo(3);
    assertThat(statistics.withdrawnScans()).isEqualTo(3);
    assertThat(statistics.openPlans()).isZero();
    ColumnUse column = statistics.columns().get(0);
    assertThat(column.plannedScans()).isEqualTo(6);
    assertThat(column.finishedScans()).isEqualTo(3);
    assertThat(column.evictions()).isZero();
    store.clear();
    assertThat(CacheReport.of(store).columns().get(0).evictions()).isEqualTo(1);
  }

  @Test
  void whatWasPlannedOnceIsReleasedAfterItsScan() {
    try (RegisteredPlan plan = store.plans().plan(planned("q", 1, 3, 1))) {
      scan(1, 2, 3);
      assertThat(plan.remainingScans()).isZero();
      assertThat(store.bufferBytes()).isZero();
    }
    assertThat(store.scopes().entryCount()).isZero();
  }

  @Test
  void aScanWithoutTheCacheLetsGoOfWhatWasLoadedForIt() {
    try (RegisteredPlan plan = store.plans().plan(planned("q", 1, 1, 1))) {
      store.limit(limit(0));
      PendingSegments request = source.acquire(keys(1), device);
      SegmentLease bypass = request.take(0);
      request.close();
      store.limit(limit(4));
      BackgroundLoads.start(source, keys(1), PAGE).join();
      assertThat(isInMemory(1)).isTrue();
      bypass.close();
      assertThat(plan.remainingScans()).isZero();
      assertThat(store.bufferBytes()).isZero();
    }
  }

  @Test
  void segmentsWithFewestRemainingScansGoFirst() {
    try (RegisteredPlan many = store.plans().plan(planned("many", 1, 2, 5));
        RegisteredPlan few = store.plans().plan(planned("few", 3, 1, 2))) {
      scan(1, 2, 3, 3);
      scan(9, 9);
      // 9 is cached, 1 and 2 have 4 scans left, 3 has none.
      assertThat(isInMemory(9)).isTrue();
      assertThat(few.remainingScans()).isZero();
      assertThat(many.remainingScans()).isEqualTo(8);
      store.limit(limit(3));
      assertThat(isInMemory(3)).isFalse();
      assertThat(isInMemory(9)).isTrue();
      store.limit(limit(2));
      assertThat(isInMemory(9)).isFalse();
      scan(2, 1);
      scan(1);
      store.limit(limit(1));
      assertThat(isInMemory(1)).isFalse();
      assertThat(isInMemory(2)).isTrue();
    }
  }

  @Test
  void aSegmentDoesNotReplaceOneWithMoreRemainingScans() {
    try (RegisteredPlan many = store.plans().plan(planned("many", 1, 4, 5))) {
      scan(1, 2, 3, 4);
      try (RegisteredPlan few = store.plans().plan(planned("few", 7, 1, 2))) {
        scan(7);
        assertThat(few.remainingScans()).isEqualTo(1);
      }
      assertThat(isInMemory(7)).isFalse();
      assertThat(many.remainingScans()).isEqualTo(16);
      for (int n = 1; n <= 4; n++) {
        assertThat(isInMemory(n)).isTrue();
      }
    }
  }

  @Test
  void planningAgainReplacesCounts() {
    try (RegisteredPlan plan = store.plans().plan(planned("q", 1, 2, 3))) {
      scan(1);
      RegisteredPlan same = store.plans().plan(planned("q", 2, 2, 4));
      assertThat(same).isSameAs(plan);
      assertThat(plannedScans(1)).isZero();
      assertThat(plannedScans(2)).isEqualTo(4);
      assertThat(plannedScans(3)).isEqualTo(4);
      assertThat(plan.remainingScans()).isEqualTo(8);
      requireScans(plan, 14, 1, 5);
    }
    assertThat(plannedScans(2)).isZero();
    assertThat(store.scopes().entryCount()).isZero();
  }

  @Test
  void closingTakesBackOnlyItsOwn() {
    RegisteredPlan first = store.plans().plan(planned("first", 1, 1, 2));
    RegisteredPlan second = store.plans().plan(planned("second", 1, 1, 3));
    assertThat(plannedScans(1)).isEqualTo(5);
    scan(1, 1, 1);
    assertThat(first.remainingScans()).isZero();
    assertThat(second.remainingScans()).isEqualTo(2);
    first.close();
    first.close();
    assertThat(plannedScans(1)).isEqualTo(2);
    second.close();
    assertThat(plannedScans(1)).isZero();
    requireScans(first, 2, 2, 0);
    requireScans(second, 3, 1, 2);
    assertThat(second.isClosed()).isTrue();
    assertThat(store.plans().openPlans()).isZero();
  }

  @Test
  void countsSurviveEvictionAndFailures() {
    try (RegisteredPlan plan = store.plans().plan(planned("q", 1, 1, 3))) {
      scan(1);
      store.clear();
      assertThat(isInMemory(1)).isFalse();
      assertThat(plannedScans(1)).isEqualTo(2);
      device.failIf(key -> true);
      assertThatThrownBy(() -> scan(1)).hasMessage("Failed to read f@4096+4096");
      device.failIf(key -> false);
      assertThat(plannedScans(1)).isEqualTo(2);
      scan(1);
      assertThat(plan.remainingScans()).isEqualTo(1);
    }
  }

  @Test
  void tablesThatAreOpenedLaterCountToo() {
    RegisteredPlan plan = store.plans().plan(planned("q", 1, 2, 1));
    FakeDevice other = new FakeDevice("another reader");
    CacheSource later = new CacheSource(store, other, allocator);
    later.opened(1, PlansTest::rows);
    assertThat(plan.remainingScans()).isEqualTo(4);
    CacheSource otherSnapshot = new CacheSource(store, new FakeDevice("third"), allocator);
    otherSnapshot.opened(2, PlansTest::rows);
    assertThat(plan.remainingScans()).isEqualTo(4);
    plan.close();
    assertThat(plan.remainingScans()).isZero();
    otherSnapshot.close();
    later.close();
  }

  @Test
  void aTableThatIsClosedMeanwhileLeavesThePlanToOthers() {
    // As many as make it likely that some come first.
    List<CacheSource> closed = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      CacheSource other = new CacheSource(store, device, allocator);
      other.opened(1, planned -> null);
      closed.add(other);
    }
    try (RegisteredPlan plan = store.plans().plan(planned("q", 1, 2, 3))) {
      assertThat(plan.remainingScans()).isEqualTo(6);
      assertThat(store.plans().plan(planned("q", 1, 1, 2))).isSameAs(plan);
      assertThat(plan.remainingScans()).isEqualTo(2);
    }
    closed.forEach(CacheSource::close);
  }

  @Test
  void prefetchLoadsWhatIsPlannedInFreeMemory() {
    try (RegisteredPlan plan = store.plans().plan(planned("q", 1, 6, 2))) {
      scan(5);
      List<SegmentKey> keys = segments(planned("q", 1, 6, 2));
      BackgroundLoads.start(source, keys, 2L * PAGE).join();
      assertThat(store.bufferBytes()).isEqualTo(3 * PAGE);
      BackgroundLoads.start(source, keys, 100L * PAGE).join();
      assertThat(store.bufferBytes()).isLessThanOrEqualTo(4 * PAGE);
      assertThat(plan.remainingScans()).isEqualTo(11);
      assertThat(isInMemory(5)).isTrue();
    }
    // They have never been read.
    assertThat(store.bufferBytes()).isZero();
  }

  @Test
  void splitsThatShareASegmentFinishAScanTogether() {
    CacheSource split = new CacheSource(store, device, allocator);
    split.opened(2, planned -> Map.of(key(1), 100L));
    try (RegisteredPlan plan = store.plans().plan(planned("q", 2, 1, 1, 2))) {
      assertThat(plan.remainingScans()).isEqualTo(2);
      for (long scansLeft = 2; scansLeft > 0; scansLeft--) {
        lease(split, 1).close(60);
        assertThat(plan.remainingScans()).isEqualTo(scansLeft);
        assertThat(isInMemory(1)).isTrue();
        // A segment that will be requested again was not scanned.
        lease(split, 1).close(0);
        assertThat(plan.remainingScans()).isEqualTo(scansLeft);
        lease(split, 1).close(40);
        assertThat(plan.remainingScans()).isEqualTo(scansLeft - 1);
      }
      lease(split, 1).close(100);
      assertThat(plan.remainingScans()).isZero();
      assertThat(plannedScans(1)).isZero();
    }
    split.close();
  }

  private SegmentLease lease(CacheSource from, int n) {
    SegmentLease hit = from.tryAcquire(key(n));
    if (hit != null) {
      return hit;
    }
    try (PendingSegments loaded = from.acquire(keys(n), device)) {
      return loaded.take(0);
    }
  }

  @Test
  void plansThatDoNotFitCountWhatFits() {
    try (RegisteredPlan plan = store.plans().plan(planned("large", 1, 1000, 1))) {
      assertThat(plan.remainingScans()).isBetween(1L, 20L);
      assertThat(store.heldBytes()).isLessThanOrEqualTo(limit(4));
      scan(1, 900);
      assertThat(plan.remainingScans()).isBetween(0L, 19L);
    }
    assertThat(store.scopes().entryCount()).isZero();
  }

  @Test
  void nothingIsPlannedOnceTheCacheIsClosed() {
    RegisteredPlan plan = store.plans().plan(planned("q", 1, 2, 1));
    source.close();
    store.close();
    assertThat(plan.remainingScans()).isZero();
    plan.prefetch(PAGE);
    plan.close();
    assertThatThrownBy(() -> store.plans().plan(planned("q", 1, 2, 1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Cannot plan scans: the cache is closed");
  }

  @Test
  void finishedScansDoNotBeginAnewWhenTheTableIsOpenedAgain() {
    RegisteredPlan plan = store.plans().plan(planned("q", 1, 2, 1));
    scan(1, 2);
    assertThat(plan.remainingScans()).isZero();
    source.close();
    store.clear();
    store.scopes().forgetUnused();
    CacheSource again = new CacheSource(store, device, allocator);
    again.opened(1, PlansTest::rows);
    assertThat(again.scope()).isNotSameAs(source.scope());
    assertThat(plan.remainingScans()).isZero();
    assertThat(store.plans().plan(planned("q", 2, 2, 1)).remainingScans()).isEqualTo(2);
    plan.close();
    assertThat(store.scopes().entryCount()).isZero();
    again.close();
  }
}
