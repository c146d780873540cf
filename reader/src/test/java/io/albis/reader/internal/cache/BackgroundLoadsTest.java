// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import static io.albis.reader.internal.cache.FakeDevice.keys;
import static org.assertj.core.api.Assertions.assertThat;

import io.albis.reader.cache.CachePolicy;
import io.albis.reader.cache.CachedSegment;
import io.albis.reader.cache.PlannedScans;
import io.albis.reader.cache.RegisteredPlan;
import io.albis.reader.internal.selection.ChunkSelection;
import io.albis.reader.internal.selection.ChunkUse;
import io.albis.reader.internal.selection.SelectingPolicy;
import io.albis.reader.source.SegmentKey;
import io.albis.storage.memory.BufferAllocator;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Tests loads that no thread waits for, while their table is closed. */
class BackgroundLoadsTest {

  private static final int PAGE = 4096;

  /** Keeps everything, and calls the test when an entry is created. */
  private static final class Hook implements SelectingPolicy {
    private final AtomicReference<Runnable> action = new AtomicReference<>();

    @Override
    public String name() {
      return "hook";
    }

    @Override
    public boolean admits(CachedSegment segment) {
      return true;
    }

    @Override
    public double rank(CachedSegment segment) {
      return 0;
    }

    @Override
    public boolean selectsChunks() {
      Runnable once = action.getAndSet(null);
      if (once != null) {
        once.run();
      }
      return false;
    }

    @Override
    public Duration selectionInterval() {
      return Duration.ZERO;
    }

    @Override
    public ChunkSelection select(Collection<ChunkUse> uses, long limit, ChunkSelection current) {
      return current;
    }
  }

  @Test
  void closingTheTableWaitsForALoadThatBeginsMeanwhile() throws Exception {
    Hook policy = new Hook();
    FakeDevice device = new FakeDevice();
    try (BufferAllocator allocator = BufferAllocator.create("table", 1 << 20);
        CacheStore store = new CacheStore(policy, 1 << 20, 0, 60_000)) {
      CacheSource source = new CacheSource(store, device, allocator);
      FutureTask<Integer> closing =
          new FutureTask<>(
              () -> {
                source.close();
                return device.requests().size();
              });
      policy.action.set(() -> startAndWait(closing));
      BackgroundLoads.start(source, keys(1), 1 << 20).get(1, TimeUnit.MINUTES);
      assertThat(device.requests()).containsExactly(keys(1));
      assertThat(closing.get(1, TimeUnit.MINUTES)).as("requests before it was closed").isEqualTo(1);
      BackgroundLoads.start(source, keys(2), 1 << 20).get(1, TimeUnit.MINUTES);
      assertThat(device.requests()).as("nothing is read once it is closed").hasSize(1);
    }
  }

  @Test
  void segmentsAreLoadedInTheGivenOrderAndRequestedInThatOfTheFile() throws Exception {
    FakeDevice device = new FakeDevice();
    List<SegmentKey> first =
        List.of(FakeDevice.key("z", 0, PAGE), FakeDevice.key("z", 9 * PAGE, PAGE));
    List<SegmentKey> second = List.of(FakeDevice.key("a", 0, PAGE));
    List<SegmentKey> inOrder = List.of(first.get(1), first.get(0), second.get(0));
    try (BufferAllocator allocator = BufferAllocator.create("table", 1 << 20);
        CacheStore store = new CacheStore(CachePolicy.scanCount(), 1 << 20, 0, 60_000);
        CacheSource source = new CacheSource(store, device, allocator)) {
      Map<SegmentKey, Long> rows = new LinkedHashMap<>();
      inOrder.forEach(key -> rows.put(key, 1L));
      source.opened(1, planned -> rows);
      PlannedScans planned =
          new PlannedScans("q", FakeDevice.TABLE, 1, List.of("a"), null, Map.of(), 1);
      try (RegisteredPlan plan = store.plans().plan(planned)) {
        plan.prefetch(1 << 20);
        while (CacheReport.of(store).cachedBytes() + CacheReport.of(store).reservedBytes()
            < 3 * PAGE) {
          Thread.onSpinWait();
        }
        assertThat(device.requests()).containsExactly(first, second);
      }
    }
  }

  /** Starts a thread, and returns when it waits or has ended. */
  private static void startAndWait(FutureTask<?> task) {
    Thread thread = new Thread(task);
    thread.start();
    while (thread.getState() != Thread.State.WAITING
        && thread.getState() != Thread.State.TERMINATED) {
      Thread.onSpinWait();
    }
  }
}
