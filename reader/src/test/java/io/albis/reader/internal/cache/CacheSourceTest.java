// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import static io.albis.reader.internal.cache.FakeDevice.key;
import static io.albis.reader.internal.cache.FakeDevice.keys;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.AlbisIOException;
import io.albis.reader.cache.CachePolicy;
import io.albis.reader.cache.CacheStatistics;
import io.albis.reader.cache.CachedSegment;
import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentLease;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.MemoryBudget;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests hits, loads and evictions of one thread or a few. */
class CacheSourceTest {

  private static final int PAGE = 4096;

  private final BufferAllocator allocator = BufferAllocator.create("table", 1 << 20);
  private final List<AutoCloseable> opened = new ArrayList<>();
  private final FakeDevice device = new FakeDevice();

  @AfterEach
  void close() throws Exception {
    for (int i = opened.size() - 1; i >= 0; i--) {
      opened.get(i).close();
    }
    allocator.close();
  }

  /** Room for some pages, and for the heap of a few entries. */
  private static long limit(int pages) {
    return (pages + 1L) * PAGE - 1;
  }

  private CacheStore store(CachePolicy policy, int pages) {
    return store(policy, pages, 60_000);
  }

  private CacheStore store(CachePolicy policy, int pages, long accessMillis) {
    CacheStore store = new CacheStore(policy, limit(pages), 0, accessMillis);
    opened.add(store);
    return store;
  }

  private CacheSource source(CacheStore store, FakeDevice reader) {
    CacheSource source = new CacheSource(store, reader, allocator);
    opened.add(source);
    return source;
  }

  private CacheSource lru(int pages) {
    return source(store(CachePolicy.lru(), pages), device);
  }

  private void scan(CacheSource source, int... numbers) {
    for (SegmentKey key : keys(numbers)) {
      SegmentLease hit = source.tryAcquire(key);
      if (hit != null) {
        check(key, hit);
      } else {
        try (PendingSegments loaded = source.acquire(List.of(key), device)) {
          check(key, loaded.take(0));
        }
      }
    }
  }

  private static void check(SegmentKey key, SegmentLease lease) {
    assertThat(FakeDevice.isRight(key, lease.buffer())).isTrue();
    assertThat(lease.buffer().capacity()).isEqualTo(key.length());
    lease.close();
  }

  private static boolean isCached(CacheSource source, int n) {
    SegmentLease lease = source.tryAcquire(key(n));
    if (lease == null) {
      return false;
    }
    check(key(n), lease);
    return true;
  }

  @Test
  void aHitReadsNothing() {
    CacheSource source = lru(4);
    scan(source, 1, 1, 1);
    assertThat(device.requests()).containsExactly(keys(1));
    CacheStatistics statistics = CacheReport.of(source.store());
    assertThat(statistics.hits()).isEqualTo(2);
    assertThat(statistics.misses()).isEqualTo(1);
    assertThat(statistics.hitBytes()).isEqualTo(2 * PAGE);
    assertThat(statistics.cachedBytes()).isEqualTo(PAGE);
    assertThat(statistics.columns()).hasSize(1);
    assertThat(statistics.columns().get(0).columns()).isEqualTo("column 7");
  }

  @Test
  void aRequestLoadsOnlyWhatIsMissingAndTogether() {
    CacheSource source = lru(8);
    scan(source, 2);
    try (PendingSegments all = source.acquire(keys(1, 2, 3), device)) {
      for (int i = 0; i < 3; i++) {
        check(key(i + 1), all.take(i));
      }
    }
    assertThat(device.requests()).containsExactly(keys(2), keys(1, 3));
  }

  @Test
  void whatIsReadOnceIsNotKept() {
    CacheSource source = source(store(CachePolicy.scanCount(), 8), device);
    scan(source, 1, 2, 3);
    assertThat(source.store().bufferBytes()).isZero();
    assertThat(CacheReport.of(source.store()).evictions()).containsEntry("NOT_ADMITTED", 3L);
    scan(source, 1);
    assertThat(source.store().bufferBytes()).isEqualTo(PAGE);
    assertThat(isCached(source, 1)).isTrue();
  }

  @Test
  void leastRecentlyUsedGoesFirst() {
    CacheSource source = lru(2);
    scan(source, 1, 2, 1, 3);
    assertThat(isCached(source, 2)).isFalse();
    assertThat(isCached(source, 1)).isTrue();
    assertThat(isCached(source, 3)).isTrue();
    assertThat(source.store().bufferBytes()).isEqualTo(2 * PAGE);
  }

  @Test
  void nothingIsEvictedForASegmentThatDoesNotFitAllTheSame() {
    CacheSource source = lru(3);
    scan(source, 1, 2, 3);
    SegmentLease second = source.tryAcquire(key(2));
    SegmentLease third = source.tryAcquire(key(3));
    SegmentKey large = FakeDevice.key("g", 0, 2 * PAGE);
    try (PendingSegments request = source.acquire(List.of(large), device)) {
      check(large, request.take(0));
    }
    assertThat(CacheReport.of(source.store()).bypasses()).isEqualTo(1);
    assertThat(isCached(source, 1)).isTrue();
    second.close();
    third.close();
    try (PendingSegments request = source.acquire(List.of(large), device)) {
      check(large, request.take(0));
    }
    assertThat(CacheReport.of(source.store()).bypasses()).isEqualTo(1);
    assertThat(CacheReport.of(source.store()).evictions()).containsEntry("REPLACED", 2L);
    assertThat(source.store().bufferBytes()).isEqualTo(3 * PAGE);
  }

  @Test
  void segmentsThatRankHigherAreNotReplacedNorThoseBelowThemForNothing() {
    CacheSource source = source(store(CachePolicy.scanCount(), 4), device);
    scan(source, 1, 1);
    scan(source, 2, 2, 2, 2, 2, 2, 2, 2);
    scan(source, 3, 3, 3, 3, 3, 3, 3, 3);
    SegmentKey large = FakeDevice.key("g", 0, 3 * PAGE);
    for (int i = 0; i < 3; i++) {
      try (PendingSegments request = source.acquire(List.of(large), device)) {
        check(large, request.take(0));
      }
    }
    assertThat(CacheReport.of(source.store()).bypasses()).isPositive();
    for (int n = 1; n <= 3; n++) {
      assertThat(isCached(source, n)).isTrue();
    }
  }

  @Test
  void memoryUnderALeaseIsNeverFreed() {
    CacheSource source = lru(1);
    PendingSegments first = source.acquire(keys(1), device);
    SegmentLease lease = first.take(0);
    first.close();
    // There is no other memory: the table's is used.
    scan(source, 2);
    assertThat(CacheReport.of(source.store()).bypasses()).isEqualTo(1);
    assertThat(source.store().reclaim(PAGE, EvictionReason.REQUESTED)).isZero();
    check(key(1), lease);
    assertThat(source.store().reclaim(PAGE, EvictionReason.REQUESTED)).isEqualTo(PAGE);
    assertThat(source.store().bufferBytes()).isZero();
  }

  @Test
  void heapCountsAgainstTheLimit() {
    CacheStore store = store(CachePolicy.lru(), 2);
    CacheSource source = source(store, device);
    for (int n = 1; n < 50; n++) {
      scan(source, n);
      assertThat(store.heldBytes()).isLessThanOrEqualTo(limit(2));
      assertThat(store.heldBytes() - store.bufferBytes())
          .isGreaterThanOrEqualTo(store.scopes().entryCount() * CacheEntry.HEAP);
    }
    assertThat(store.memory().peak()).isLessThanOrEqualTo(limit(2));
    source.close();
    store.clear();
    store.scopes().forgetUnused();
    assertThat(store.heldBytes()).isZero();
  }

  @Test
  void withoutRoomForAnEntryIsReadWithoutTheCache() {
    CacheStore store = store(CachePolicy.lru(), 8);
    CacheSource source = source(store, device);
    store.limit(0);
    try (PendingSegments request = source.acquire(keys(1, 2), device)) {
      check(key(2), request.take(1));
    }
    try (PendingSegments request = source.prefetch(keys(1, 2), device)) {
      check(key(1), request.take(0));
    }
    assertThat(store.heldBytes()).isZero();
    assertThat(CacheReport.of(store).bypasses()).isEqualTo(4);
  }

  @Test
  void retainedVectorsOutliveEviction() {
    CacheSource source = lru(2);
    PendingSegments request = source.acquire(keys(1), device);
    SegmentLease lease = request.take(0);
    OffHeapBuffer kept = lease.buffer().retain();
    lease.close();
    request.close();
    source.store().clear();
    assertThat(isCached(source, 1)).isFalse();
    assertThat(FakeDevice.isRight(key(1), kept)).isTrue();
    assertThat(source.store().bufferBytes()).isEqualTo(PAGE);
    kept.release();
    assertThat(source.store().bufferBytes()).isZero();
  }

  @Test
  void loweringTheLimitEvicts() {
    CacheSource source = lru(4);
    scan(source, 1, 2, 3, 4);
    source.store().limit(limit(1));
    assertThat(source.store().bufferBytes()).isEqualTo(PAGE);
    assertThat(isCached(source, 4)).isTrue();
    source.store().limit(0);
    assertThat(source.store().bufferBytes()).isZero();
    scan(source, 1);
    assertThat(source.store().bufferBytes()).isZero();
    source.store().limit(limit(2));
    scan(source, 1);
    assertThat(isCached(source, 1)).isTrue();
  }

  @Test
  void aSegmentUnderALeaseIsEvictedWhenTheLeaseEndsIfTheLimitWasLowered() {
    CacheSource source = lru(1);
    try (PendingSegments request = source.acquire(keys(1), device)) {
      SegmentLease lease = request.take(0);
      source.store().limit(0);
      assertThat(source.store().bufferBytes()).isEqualTo(PAGE);
      check(key(1), lease);
    }
    assertThat(source.store().bufferBytes()).isZero();
  }

  @Test
  void concurrentRequestsLoadOnce() throws Exception {
    CacheSource source = source(store(CachePolicy.scanCount(), 8), device);
    CountDownLatch isReading = new CountDownLatch(1);
    CountDownLatch mayRead = new CountDownLatch(1);
    device.beforeRead(
        () -> {
          isReading.countDown();
          await(mayRead);
        });
    CompletableFuture<Void> first = CompletableFuture.runAsync(() -> scan(source, 1));
    await(isReading);
    PendingSegments joined = source.acquire(keys(1), device);
    assertThat(joined.isDone()).isFalse();
    mayRead.countDown();
    check(key(1), joined.take(0));
    joined.close();
    first.get(10, TimeUnit.SECONDS);
    assertThat(device.requests()).containsExactly(keys(1));
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aFailureReachesThoseWhoWaitAndLeavesNoTrace() {
    CacheSource source = lru(8);
    device.hold();
    device.failIf(key -> true);
    PendingSegments first = source.prefetch(keys(1), device);
    PendingSegments joined = source.acquire(keys(1), device);
    device.completeAll();
    assertThatThrownBy(() -> first.take(0))
        .isInstanceOf(AlbisIOException.class)
        .hasMessage("Failed to read f@4096+4096");
    assertThatThrownBy(() -> joined.take(0))
        .isInstanceOf(AlbisIOException.class)
        .hasMessage("Failed to read f@4096+4096");
    first.close();
    joined.close();
    assertThat(source.store().bufferBytes()).isZero();
    assertThat(source.store().scopes().entryCount()).isZero();
    device.failIf(key -> false);
    scan(source, 1);
    assertThat(isCached(source, 1)).isTrue();
  }

  @Test
  void aFailureOfAnotherSegmentIsNotOnesOwn() {
    CacheSource source = lru(8);
    device.hold();
    device.failIf(key(2)::equals);
    PendingSegments first = source.prefetch(keys(1, 2), device);
    PendingSegments joined = source.acquire(keys(1), device);
    device.completeAll();
    check(key(1), joined.take(0));
    joined.close();
    assertThatThrownBy(() -> first.take(0)).hasMessage("Failed to read f@8192+4096");
    first.close();
    assertThat(source.store().bufferBytes()).isEqualTo(PAGE);
  }

  @Test
  void closingARequestCancelsWhatNobodyElseWants() {
    CacheSource source = lru(8);
    device.hold();
    source.prefetch(keys(1, 2), device).close();
    assertThat(source.store().bufferBytes()).isZero();
    assertThat(source.store().scopes().entryCount()).isZero();
    PendingSegments first = source.prefetch(keys(1, 2), device);
    PendingSegments joined = source.prefetch(keys(1), device);
    first.close();
    assertThat(joined.isDone()).isFalse();
    device.completeAll();
    check(key(1), joined.take(0));
    joined.close();
    assertThat(isCached(source, 1)).isTrue();
    assertThat(isCached(source, 2)).isTrue();
  }

  @Test
  void prefetchNeedsFreeMemory() {
    CacheSource source = lru(1);
    PendingSegments first = source.prefetch(keys(1), device);
    OffHeapBuffer used = allocator.allocate(600 << 10);
    assertThat(source.prefetch(keys(2), device)).isNull();
    used.release();
    try (PendingSegments second = source.prefetch(keys(2), device)) {
      check(key(2), second.take(0));
    }
    assertThat(source.store().scopes().entryCount()).isEqualTo(1);
    first.close();
  }

  @Test
  void aRequestThatCouldNotBeginIsNoUse() {
    CacheSource source = source(store(CachePolicy.scanCount(), 1), device);
    PendingSegments first = source.prefetch(keys(1), device);
    OffHeapBuffer used = allocator.allocate(600 << 10);
    assertThat(source.prefetch(keys(2), device)).isNull();
    used.release();
    first.close();
    scan(source, 2);
    assertThat(source.store().bufferBytes()).isZero();
    assertThat(CacheReport.of(source.store()).misses()).isEqualTo(2);
  }

  @Test
  void readersOfOtherIdentityShareNothing() {
    CacheStore store = store(CachePolicy.lru(), 8);
    FakeDevice other = new FakeDevice("another reader");
    CacheSource first = source(store, device);
    CacheSource second = source(store, other);
    CacheSource third = source(store, new FakeDevice());
    scan(first, 1);
    assertThat(isCached(third, 1)).isTrue();
    assertThat(isCached(second, 1)).isFalse();
    try (PendingSegments own = second.acquire(keys(1), other)) {
      check(key(1), own.take(0));
    }
    assertThat(other.requests()).hasSize(1);
    assertThat(store.bufferBytes()).isEqualTo(2 * PAGE);
  }

  @Test
  void aCheckOfAccessIsGoodForTheInterval() {
    CacheStore store = store(CachePolicy.lru(), 8, 0);
    CacheSource source = source(store, device);
    scan(source, 1, 1);
    assertThat(device.requests()).hasSize(1);
    assertThat(device.accessChecks()).isEqualTo(1);
    device.forbid();
    assertThat(isCached(source, 1)).isFalse();
    assertThatThrownBy(() -> source.acquire(keys(1), device))
        .isInstanceOf(AlbisIOException.class)
        .hasMessage("Failed to read f: no permission");
    assertThat(source.prefetch(keys(1), device)).isNull();
  }

  @Test
  void loadsThroughATableThatIsOpenForLongProveNoPermission() {
    CacheStore store = store(CachePolicy.lru(), 8, 1);
    CacheSource early = source(store, device);
    long opened = store.nowMillis();
    while (store.nowMillis() <= opened) {
      store.tick();
    }
    // The clock stands still from now on.
    CacheSource late = source(store, device);
    scan(late, 1);
    assertThat(isCached(late, 1)).isTrue();
    scan(early, 1);
    assertThat(isCached(early, 1)).as("the later proof stays").isTrue();
    store.clear();
    device.forbid();
    scan(early, 2);
    assertThat(isCached(early, 2)).isFalse();
    assertThat(isCached(late, 2)).isFalse();
    assertThatThrownBy(() -> late.acquire(keys(2), device))
        .hasMessage("Failed to read f: no permission");
  }

  @Test
  void segmentsOutliveTheirTable() {
    CacheStore store = store(CachePolicy.lru(), 8);
    CacheSource first = source(store, device);
    scan(first, 1);
    first.close();
    assertThat(isCached(source(store, device), 1)).isTrue();
  }

  @Test
  void emptySegmentsOfSeveralColumnsMayHaveOneKey() {
    CacheSource source = lru(1);
    SegmentKey empty = FakeDevice.key("f", 4096, 0);
    List<SegmentKey> keys = List.of(empty, key(1), empty);
    for (PendingSegments request :
        List.of(source.acquire(keys, device), source.prefetch(keys, device))) {
      try (request) {
        for (int i = 0; i < keys.size(); i++) {
          SegmentLease lease = request.take(i);
          assertThat(lease.buffer().capacity()).isEqualTo(keys.get(i).length());
          lease.close();
        }
      }
    }
  }

  @Test
  void lengthsAreExactAndBoundsInPages() {
    CacheSource source = lru(8);
    SegmentKey small = FakeDevice.key("g", 100, 40);
    SegmentKey odd = FakeDevice.key("g", 5000, PAGE + 8);
    try (PendingSegments both = source.acquire(List.of(small, odd), device)) {
      check(small, both.take(0));
      check(odd, both.take(1));
    }
    assertThat(source.store().bufferBytes()).isEqualTo(3 * PAGE);
  }

  /** A budget whose memory must be waited for. */
  private static final class Awaited implements MemoryBudget {
    private final CountDownLatch isAwaited = new CountDownLatch(1);
    private final CountDownLatch isFree = new CountDownLatch(1);

    @Override
    public boolean tryReserve(long bytes) {
      isAwaited.countDown();
      await(isFree);
      return true;
    }

    @Override
    public boolean tryReserveFree(long bytes) {
      return false;
    }

    @Override
    public void release(long bytes) {
      // It is free from now on.
    }
  }

  @Test
  void whoeverWaitsForMemoryKeepsNobodyWaiting() throws Exception {
    CacheSource source = lru(1);
    PendingSegments full = source.acquire(keys(1), device);
    Awaited budget = new Awaited();
    CacheSource poor = source.withAllocator(allocator.within(budget));
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<PendingSegments> waiting = threads.submit(() -> poor.acquire(keys(2, 3), device));
      await(budget.isAwaited);
      Future<?> other =
          threads.submit(
              () -> {
                try (PendingSegments loaded = source.acquire(keys(3, 2), device)) {
                  check(key(3), loaded.take(0));
                  check(key(2), loaded.take(1));
                }
              });
      other.get(20, TimeUnit.SECONDS);
      budget.isFree.countDown();
      try (PendingSegments loaded = waiting.get(20, TimeUnit.SECONDS)) {
        check(key(2), loaded.take(0));
        check(key(3), loaded.take(1));
      }
    } finally {
      budget.isFree.countDown();
      threads.shutdown();
    }
    full.close();
    assertThat(CacheReport.of(source.store()).bypasses()).isEqualTo(4);
  }

  @Test
  void waitingForTheLoadOfAnotherRequestCanBeInterrupted() {
    CacheSource source = lru(8);
    device.hold();
    PendingSegments first = source.prefetch(keys(1), device);
    PendingSegments joined = source.acquire(keys(1), device);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> joined.take(0))
        .isInstanceOf(AlbisIOException.class)
        .hasMessage("Cannot wait for a read: the thread was interrupted");
    assertThat(Thread.interrupted()).isTrue();
    joined.close();
    device.completeAll();
    check(key(1), first.take(0));
    first.close();
  }

  /** Decides about some segments only. */
  private static final class Undecided implements CachePolicy {
    private final CachePolicy policy = CachePolicy.lru();

    private CachedSegment require(CachedSegment segment) {
      if (segment.key().equals(key(2))) {
        throw new IllegalStateException("Cannot decide about " + segment.key());
      }
      return segment;
    }

    @Override
    public String name() {
      return "undecided";
    }

    @Override
    public boolean admits(CachedSegment segment) {
      return policy.admits(require(segment));
    }

    @Override
    public double rank(CachedSegment segment) {
      return policy.rank(require(segment));
    }
  }

  @Test
  void aPolicyThatThrowsFailsNoScan() {
    CacheSource source = source(store(new Undecided(), 4), device);
    device.hold();
    PendingSegments first = source.prefetch(keys(1, 2, 3), device);
    PendingSegments joined = source.acquire(keys(2, 3), device);
    // Without a lease, the policy is asked when the segments are published.
    first.close();
    device.completeAll();
    check(key(2), joined.take(0));
    check(key(3), joined.take(1));
    joined.close();
    scan(source, 1, 2, 3, 4, 5, 6, 2);
    assertThat(isCached(source, 2)).isFalse();
    assertThat(isCached(source, 6)).isTrue();
    assertThat(CacheReport.of(source.store()).loadingBytes()).isZero();
  }

  @Test
  void whatIsGivenUpIsNoHit() {
    CacheSource source = lru(2);
    scan(source, 1);
    OffHeapBuffer used = allocator.allocate(600 << 10);
    PendingSegments loaded = source.acquire(keys(5), device);
    // There is a hit, but no memory for the others.
    assertThat(source.prefetch(keys(1, 2, 3), device)).isNull();
    assertThat(CacheReport.of(source.store()).hits()).isZero();
    source.prefetch(keys(1), device).close();
    assertThat(CacheReport.of(source.store()).hits()).isZero();
    try (PendingSegments hit = source.prefetch(keys(1), device)) {
      check(key(1), hit.take(0));
    }
    assertThat(CacheReport.of(source.store()).hits()).isEqualTo(1);
    loaded.close();
    used.release();
  }

  @Test
  void anInterruptedRequestLeavesItsMemoryToTheReadInFlight() throws Exception {
    // Room for one entry only: the other segment is read into memory of the table.
    CacheSource source = lru(1);
    device.hold();
    device.start();
    PendingSegments request = source.prefetch(keys(1, 2), device);
    Thread.currentThread().interrupt();
    request.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(allocator.allocatedBytes()).isPositive();
    assertThat(source.store().bufferBytes()).isPositive();
    CompletableFuture<Void> closed = CompletableFuture.runAsync(source::close);
    assertThat(closed).isNotDone();
    device.completeAll();
    closed.get();
    assertThat(allocator.allocatedBytes()).isZero();
    assertThat(CacheReport.of(source.store()).leasedBytes()).isZero();
  }

  /** Keeps what is planned; can be made to do something before it answers. */
  private static final class Interfering implements CachePolicy {
    private Runnable beforeAnswer = () -> {};

    @Override
    public String name() {
      return "interfering";
    }

    @Override
    public boolean admits(CachedSegment segment) {
      boolean isPlanned = segment.plannedScans() > 0;
      Runnable action = beforeAnswer;
      beforeAnswer = () -> {};
      action.run();
      return isPlanned;
    }

    @Override
    public double rank(CachedSegment segment) {
      return segment.plannedScans();
    }
  }

  @Test
  void anAnswerIsNotKeptIfThePlanHasEndedMeanwhile() {
    Interfering policy = new Interfering();
    CacheSource source = source(store(policy, 8), device);
    scan(source, 1);
    CacheEntry entry = source.scope().entry(key(1));
    assertThat(entry.addPlanned(1)).isTrue();
    PendingSegments loaded = source.acquire(keys(1), device);
    SegmentLease first = loaded.take(0);
    List<SegmentLease> second = new ArrayList<>();
    policy.beforeAnswer =
        () -> {
          second.add(source.tryAcquire(key(1)));
          entry.addPlanned(-1);
        };
    first.close();
    assertThat(second.get(0)).isNotNull();
    check(key(1), second.get(0));
    assertThat(source.store().bufferBytes()).isZero();
    loaded.close();
  }
}
