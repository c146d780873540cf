// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.error.AlbisIOException;
import io.albis.reader.cache.CachePolicy;
import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentLease;
import io.albis.storage.memory.BufferAllocator;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Lets the transitions of one entry race with each other, many times from the same state. */
class CacheEntryRaceTest {

  private static final int ROUNDS = 3000;

  private final BufferAllocator allocator = BufferAllocator.create("table", 1 << 20);
  private final FakeDevice device = new FakeDevice();
  private final CacheStore store = new CacheStore(CachePolicy.lru(), 1 << 20, 0, 60_000);
  private final CacheSource source = new CacheSource(store, device, allocator);
  private final SegmentKey key = FakeDevice.key(1);

  private void race(Runnable... actions) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(actions.length);
    CyclicBarrier start = new CyclicBarrier(actions.length);
    List<Future<?>> running =
        Arrays.stream(actions)
            .<Future<?>>map(
                action ->
                    threads.submit(
                        () -> {
                          for (int round = 0; round < ROUNDS; round++) {
                            start.await();
                            action.run();
                          }
                          return null;
                        }))
            .toList();
    for (Future<?> thread : running) {
      thread.get();
    }
    threads.shutdown();
  }

  private void load() {
    try (PendingSegments request = source.acquire(List.of(key), device)) {
      check(request.take(0));
    }
  }

  private void check(SegmentLease lease) {
    if (!FakeDevice.isRight(key, lease.buffer())) {
      throw new AssertionError("Wrong bytes");
    }
    lease.close();
  }

  private void hit() {
    SegmentLease lease = source.tryAcquire(key);
    if (lease != null) {
      check(lease);
    }
  }

  private void evict() {
    CacheEntry entry = source.scope().find(key);
    if (entry != null) {
      long unused = store.evict(entry, EvictionReason.REQUESTED);
    }
  }

  private void end() {
    evict();
    assertThat(store.bufferBytes()).isZero();
    assertThat(store.scopes().entryCount()).isZero();
    source.close();
    store.close();
    allocator.close();
  }

  @Test
  void hitsAndEvictions() throws Exception {
    race(this::load, this::hit, this::evict, this::hit);
    end();
  }

  @Test
  void loadsAndEvictions() throws Exception {
    race(this::load, this::load, this::load, this::evict);
    end();
  }

  @Test
  void plansAndEvictions() throws Exception {
    AtomicInteger planned = new AtomicInteger();
    Runnable plan =
        () -> {
          CacheEntry entry;
          do {
            entry = source.scope().entry(key);
          } while (!entry.addPlanned(1));
          planned.incrementAndGet();
          if (entry.addPlanned(-1)) {
            entry.removeIfUnplanned();
          }
        };
    race(plan, this::load, this::evict, plan);
    assertThat(planned.get()).isEqualTo(2 * ROUNDS);
    end();
  }

  @Test
  void failuresAndJoins() throws Exception {
    AtomicInteger reads = new AtomicInteger();
    device.failIf(any -> reads.incrementAndGet() % 2 == 0);
    Runnable loadOrFail =
        () -> {
          try {
            load();
          } catch (AlbisIOException e) {
            assertThat(e).hasMessage("Failed to read f@4096+4096");
          }
        };
    race(loadOrFail, loadOrFail, this::evict, this::hit);
    end();
  }
}
