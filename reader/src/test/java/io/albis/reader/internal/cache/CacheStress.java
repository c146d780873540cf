// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.error.AlbisIOException;
import io.albis.reader.cache.CachePolicy;
import io.albis.reader.cache.PlannedScans;
import io.albis.reader.cache.RegisteredPlan;
import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentLease;
import io.albis.reader.source.SourceTable;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.MemoryBudget;
import io.albis.storage.memory.OffHeapBuffer;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Many threads scan random ranges, plan, cancel and prefetch, while reads fail, a budget refuses
 * memory and the limit changes. Looks for wrong bytes, leaks, threads that make no progress, and
 * memory over the bound.
 */
final class CacheStress {

  private static final int THREADS = 24;
  private static final int SEGMENTS = 300;

  /** Rows of a segment. */
  private static final long ROWS = 100;

  private static final long LIMIT = 2 << 20;

  private final BufferAllocator allocator = BufferAllocator.create("table", 64 << 20);
  private final ExecutorService device = Executors.newFixedThreadPool(4);
  private final AtomicLong taken = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();
  private final AtomicLong refusals = new AtomicLong();
  private final AtomicLong granted = new AtomicLong();

  /** Memory of the table, which is refused now and then. */
  private final BufferAllocator refusing = allocator.within(new Refusing());

  private final class Refusing implements MemoryBudget {
    @Override
    public boolean tryReserve(long bytes) {
      if (ThreadLocalRandom.current().nextInt(20) == 0) {
        refusals.incrementAndGet();
        return false;
      }
      granted.addAndGet(bytes);
      return true;
    }

    @Override
    public void release(long bytes) {
      granted.addAndGet(-bytes);
    }
  }

  /** Reads on a few threads, and fails now and then. */
  private final class Device extends SeparateReader {
    @Override
    public void read(List<SegmentKey> keys, List<OffHeapBuffer> targets) {
      for (int i = 0; i < keys.size(); i++) {
        if (ThreadLocalRandom.current().nextInt(100) == 0) {
          throw new AlbisIOException("Failed to read " + keys.get(i));
        }
        FakeDevice.fill(keys.get(i), targets.get(i));
      }
    }

    @Override
    public CompletableFuture<Void> readAsync(List<SegmentKey> keys, List<OffHeapBuffer> targets) {
      AsyncRead read = new AsyncRead(() -> read(keys, targets));
      device.execute(read);
      return read;
    }

    @Override
    public SourceTable table() {
      return new SourceTable(FakeDevice.TABLE, "table", "reader", true, group -> "");
    }

    @Override
    public void checkAccess(String path) {
      if (ThreadLocalRandom.current().nextInt(50) == 0) {
        throw new AlbisIOException("Failed to read " + path);
      }
    }
  }

  /** Completes after the last byte has been written, also if it is cancelled. */
  private static final class AsyncRead extends CompletableFuture<Void> implements Runnable {
    private final Runnable read;
    private final AtomicBoolean isStarted = new AtomicBoolean();
    private volatile boolean isCancelling;

    AsyncRead(Runnable read) {
      this.read = read;
    }

    @Override
    public void run() {
      if (!isStarted.compareAndSet(false, true)) {
        return;
      }
      try {
        read.run();
        if (isCancelling) {
          super.cancel(false);
        } else {
          complete(null);
        }
      } catch (AlbisIOException e) {
        completeExceptionally(e);
      }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      isCancelling = true;
      return isStarted.compareAndSet(false, true) ? super.cancel(false) : isCancelled();
    }
  }

  private static SegmentKey key(int n) {
    return FakeDevice.key("f" + n % 3, n * 32768L, 1000 + n * 8 % 20000 / 8 * 8);
  }

  private static List<SegmentKey> keys(int first, int count) {
    List<SegmentKey> keys = new ArrayList<>();
    for (int n = first; n < Math.min(SEGMENTS, first + count); n++) {
      keys.add(key(n));
    }
    return keys;
  }

  private static Map<SegmentKey, Long> segments(PlannedScans planned) {
    Map<SegmentKey, Long> segments = new LinkedHashMap<>();
    planned
        .rows()
        .forEach(
            (first, count) ->
                keys(first.intValue(), count.intValue()).forEach(key -> segments.put(key, ROWS)));
    return segments;
  }

  /** Runs for a time, and then until something of everything has happened. */
  void run(String policy, long millis) throws Exception {
    CacheStore store = new CacheStore(CachePolicy.byName(policy), LIMIT, LIMIT / 8, 5);
    ChunkSelector selector = new ChunkSelector(store);
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    long seed = System.nanoTime();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    List<Future<?>> running = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      SplittableRandom random = new SplittableRandom(seed + t);
      CacheSource source = new CacheSource(store, new Device(), refusing);
      source.opened(1, CacheStress::segments);
      running.add(
          threads.submit(
              () -> {
                // Beside other load, the time may be over before anything has happened.
                while (System.nanoTime() < end || isEventless()) {
                  act(source, selector, random);
                }
                source.close();
              }));
    }
    TimeUnit.MILLISECONDS.sleep(millis);
    for (Future<?> thread : running) {
      // They end at once, unless one of them waits for ever.
      thread.get(1, TimeUnit.MINUTES);
    }
    assertThat(granted.get()).isZero();
    assertThat(refusals.get()).isPositive();
    threads.shutdown();
    device.shutdown();
    assertThat(device.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    assertThat(taken.get()).as("seed %s", seed).isPositive();
    assertThat(failures.get()).isPositive();
    assertThat(store.memory().peak()).isLessThanOrEqualTo(LIMIT);
    // What was under a lease when the limit was lowered for the last time.
    store.reclaimExcess();
    assertThat(store.heldBytes()).as("seed %s", seed).isLessThanOrEqualTo(store.limit());
    store.plans().close();
    store.limit(LIMIT / 8);
    assertThat(store.heldBytes()).as("seed %s", seed).isLessThanOrEqualTo(LIMIT / 8);
    store
        .scopes()
        .forEachEntry(
            entry -> {
              assertThat(entry.leases()).as("%s, seed %s", entry, seed).isZero();
              assertThat(entry.plannedScans()).as("%s, seed %s", entry, seed).isZero();
              assertThat(entry.state()).isEqualTo(EntryWord.LOADED);
            });
    store.close();
    assertThat(store.heldBytes()).isZero();
    assertThat(store.scopes().entryCount()).isZero();
    allocator.close();
  }

  private boolean isEventless() {
    return taken.get() == 0 || failures.get() == 0 || refusals.get() == 0;
  }

  private void act(CacheSource source, ChunkSelector selector, SplittableRandom random) {
    CacheStore store = source.store();
    switch (random.nextInt(40)) {
      case 0 -> store.limit(LIMIT / (1 + random.nextInt(8)));
      case 1 -> store.limit(LIMIT);
      case 2 -> store.reclaim(random.nextInt(1 << 20), EvictionReason.REQUESTED);
      case 3 -> store.tick();
      case 4 -> {
        var unused = selector.select();
      }
      case 5 -> store.age();
      case 6, 7, 8 -> {
        try (RegisteredPlan plan = store.plans().plan(planned(random))) {
          plan.prefetch(100_000);
          scan(source, random);
          assertThat(plan.remainingScans()).isNotNegative();
        }
      }
      default -> scan(source, random);
    }
    assertThat(store.heldBytes()).isBetween(0L, LIMIT);
  }

  /** Plans of a few ids, so that threads replace and close the plans of others. */
  private static PlannedScans planned(SplittableRandom random) {
    return new PlannedScans(
        "q" + random.nextInt(8),
        FakeDevice.TABLE,
        1,
        List.of("a"),
        null,
        Map.of((long) random.nextInt(SEGMENTS), (long) random.nextInt(40)),
        random.nextInt(4));
  }

  private void scan(CacheSource source, SplittableRandom random) {
    Device reader = new Device();
    // Half of the scans read a hot set.
    int range = random.nextBoolean() ? SEGMENTS : SEGMENTS / 10;
    List<SegmentKey> keys = keys(random.nextInt(range), 1 + random.nextInt(20));
    ArrayDeque<SegmentLease> held = new ArrayDeque<>();
    ArrayDeque<SegmentKey> heldKeys = new ArrayDeque<>();
    try {
      if (random.nextInt(3) == 0) {
        hits(source, keys, held, heldKeys);
      } else {
        request(source, reader, keys, random, held, heldKeys);
      }
    } catch (AlbisIOException e) {
      failures.incrementAndGet();
    } finally {
      while (!held.isEmpty()) {
        check(heldKeys.remove(), held.peek());
        end(held.remove(), random);
      }
    }
  }

  /** Ends a scan of a segment, or of the part that a split has of it. */
  private static void end(SegmentLease lease, SplittableRandom random) {
    if (random.nextBoolean()) {
      lease.close();
    } else {
      lease.close(random.nextLong(ROWS + 1));
    }
  }

  private static void hits(
      CacheSource source,
      List<SegmentKey> keys,
      ArrayDeque<SegmentLease> held,
      ArrayDeque<SegmentKey> heldKeys) {
    for (SegmentKey key : keys) {
      SegmentLease lease = source.tryAcquire(key);
      if (lease != null) {
        held.add(lease);
        heldKeys.add(key);
      }
    }
  }

  private void request(
      CacheSource source,
      Device reader,
      List<SegmentKey> keys,
      SplittableRandom random,
      ArrayDeque<SegmentLease> held,
      ArrayDeque<SegmentKey> heldKeys) {
    PendingSegments request;
    try {
      request = random.nextBoolean() ? source.prefetch(keys, reader) : source.acquire(keys, reader);
    } catch (OutOfOffHeapMemoryException e) {
      return;
    }
    if (request == null) {
      return;
    }
    try (request) {
      // Some scans end early.
      int wanted = random.nextInt(4) == 0 ? random.nextInt(keys.size()) : keys.size();
      for (int i = 0; i < wanted; i++) {
        held.add(request.take(i));
        heldKeys.add(keys.get(i));
        taken.incrementAndGet();
        if (random.nextInt(4) == 0) {
          check(heldKeys.remove(), held.peek());
          end(held.remove(), random);
        }
      }
    } catch (OutOfOffHeapMemoryException e) {
      // The load of another request has failed, and there is no memory for one's own.
      return;
    }
  }

  private static void check(SegmentKey key, SegmentLease lease) {
    if (!FakeDevice.isRight(key, lease.buffer())) {
      throw new AssertionError("Wrong bytes for " + key);
    }
  }
}
