// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Tests that leases and hits are counted exactly, in whatever stripes. */
class LeaseCountsTest {

  private final LeaseCounts counts = new LeaseCounts(HeapBudget.UNBOUNDED);

  @Test
  void leasesAndHitsAreSeparate() {
    for (int i = 0; i < 1000; i++) {
      counts.addHit();
    }
    counts.addLease();
    assertThat(counts.leases()).isEqualTo(1001);
    for (int i = 0; i < 1001; i++) {
      counts.endLease();
    }
    assertThat(counts.leases()).isZero();
    assertThat(counts.hits()).isEqualTo(1000);
    counts.addHit();
    counts.undoHit();
    assertThat(counts.leases()).isZero();
    assertThat(counts.hits()).isEqualTo(1000);
  }

  @Test
  void leasesMayEndOnOtherThreads() throws Exception {
    int each = 20_000;
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      threads.add(new Thread(() -> repeat(each, counts::addHit)));
      threads.add(new Thread(() -> repeat(each, counts::endLease)));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(counts.leases()).isZero();
    assertThat(counts.hits()).isEqualTo(4L * each);
  }

  private static void repeat(int times, Runnable action) {
    for (int i = 0; i < times; i++) {
      action.run();
    }
  }

  /** A hit that is taken back in the stripes must not hide a lease that was counted before them. */
  @Test
  void aHitThatIsTakenBackHidesNoLease() {
    AtomicBoolean isAtStripes = new AtomicBoolean();
    LeaseCounts interleaved =
        new LeaseCounts(HeapBudget.UNBOUNDED) {
          @Override
          long[] stripes() {
            if (isAtStripes.getAndSet(false)) {
              // Creates the stripes.
              addHit();
              undoHit();
            }
            return super.stripes();
          }
        };
    interleaved.addLease();
    for (int i = 0; i < 64; i++) {
      interleaved.addHit();
      interleaved.endLease();
    }
    isAtStripes.set(true);
    assertThat(interleaved.leases()).isEqualTo(1);
    assertThat(interleaved.leases()).isEqualTo(1);
    assertThat(isAtStripes).isFalse();
  }
}
