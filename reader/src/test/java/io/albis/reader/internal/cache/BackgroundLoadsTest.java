// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import static io.albis.reader.internal.cache.FakeDevice.keys;
import static org.assertj.core.api.Assertions.assertThat;

import io.albis.reader.cache.policy.CachePolicy;
import io.albis.reader.cache.policy.CachedSegment;
import io.albis.storage.memory.BufferAllocator;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Tests loads that nobody waits for, while their table is closed. */
class BackgroundLoadsTest {

  /** Keeps everything, and calls the test when an entry is created. */
  private static final class Hook implements CachePolicy {
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
