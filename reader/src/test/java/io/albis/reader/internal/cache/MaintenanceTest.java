// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.reader.cache.CachePolicy;
import io.albis.reader.cache.CacheStatistics;
import io.albis.reader.cache.MemoryPressure;
import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentLease;
import io.albis.storage.memory.BufferAllocator;
import java.util.List;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests what a cache does in the background, with a pressure that the test measures. */
class MaintenanceTest {

  private static final int PAGE = 4096;

  private final BufferAllocator allocator = BufferAllocator.create("table", 1 << 20);
  private final FakeDevice device = new FakeDevice();
  private final CacheStore store = new CacheStore(CachePolicy.lru(), 1 << 20, 0, 60_000);
  private final CacheSource source = new CacheSource(store, device, allocator);
  private final Measurements pressure = new Measurements();
  private final Maintenance maintenance = new Maintenance(store, pressure);

  @AfterEach
  void close() {
    maintenance.close();
    source.close();
    store.close();
    allocator.close();
  }

  /** Each tick takes the next measurement of the test, and waits for it. */
  private static final class Measurements implements MemoryPressure {
    private final SynchronousQueue<LongSupplier> next = new SynchronousQueue<>();

    @Override
    public long excessBytes() {
      try {
        return next.take().getAsLong();
      } catch (InterruptedException e) {
        // The cache is closed.
        return 0;
      }
    }

    /** Returns after the tick has acted on it: when the next one measures. */
    void measure(LongSupplier measurement) throws InterruptedException {
      assertThat(next.offer(measurement, 1, TimeUnit.MINUTES)).isTrue();
      assertThat(next.offer(() -> 0, 1, TimeUnit.MINUTES)).isTrue();
    }
  }

  private void scan(int... numbers) {
    for (SegmentKey key : FakeDevice.keys(numbers)) {
      try (PendingSegments loaded = source.acquire(List.of(key), device)) {
        loaded.take(0).close();
      }
    }
  }

  private boolean isInMemory(int n) {
    CacheEntry entry = source.scope().find(FakeDevice.key(n));
    return entry != null && entry.state() == EntryWord.LOADED;
  }

  @Test
  void pressureReleasesWhatIsMeasuredInTheOrderOfThePolicy() throws InterruptedException {
    scan(1, 2, 3, 4);
    pressure.measure(() -> 2 * PAGE);
    pressure.measure(() -> 0);
    CacheStatistics statistics = CacheReport.of(store);
    assertThat(statistics.evictions()).containsEntry("PRESSURE", 2L);
    assertThat(statistics.evictedBytes()).containsEntry("PRESSURE", 2L * PAGE);
    assertThat(isInMemory(1)).isFalse();
    assertThat(isInMemory(2)).isFalse();
    assertThat(isInMemory(3)).isTrue();
    assertThat(isInMemory(4)).isTrue();
  }

  @Test
  void pressureLeavesWhatIsUnderALease() throws InterruptedException {
    scan(1, 2);
    SegmentLease lease = source.tryAcquire(FakeDevice.key(1));
    pressure.measure(() -> Long.MAX_VALUE);
    assertThat(isInMemory(1)).isTrue();
    assertThat(isInMemory(2)).isFalse();
    assertThat(FakeDevice.isRight(FakeDevice.key(1), lease.buffer())).isTrue();
    lease.close();
    pressure.measure(() -> Long.MAX_VALUE);
    assertThat(store.bufferBytes()).isZero();
    assertThat(CacheReport.of(store).evictions()).containsEntry("PRESSURE", 2L);
  }

  @Test
  void aMeasurementIsReplaced() throws InterruptedException {
    scan(1, 2);
    Measurements other = new Measurements();
    try (Maintenance replaced = new Maintenance(store, MemoryPressure.none())) {
      replaced.pressure(other);
      other.measure(() -> Long.MAX_VALUE);
    }
    assertThat(store.bufferBytes()).isZero();
  }

  @Test
  void failuresDoNotEndIt() throws InterruptedException {
    scan(1, 2);
    pressure.measure(
        () -> {
          throw new IllegalStateException("of a measurement");
        });
    pressure.measure(
        () -> {
          throw new NoClassDefFoundError("of a measurement");
        });
    pressure.measure(
        () -> {
          throw new OutOfMemoryError("of a measurement");
        });
    long before = store.nowMillis();
    while (store.nowMillis() == before) {
      pressure.measure(() -> 0);
    }
    pressure.measure(() -> PAGE);
    assertThat(isInMemory(1)).isFalse();
    assertThat(isInMemory(2)).isTrue();
  }
}
