// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.reader.cache.CachePolicy;
import io.albis.reader.source.SegmentKey;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CacheReplayTest {

  private static final UUID TABLE = new UUID(1, 2);
  private static final int LENGTH = 4096;

  private final CacheTrace.Builder trace = new CacheTrace.Builder();
  private long now;

  /** A segment that is a chunk of its own. */
  private static SegmentKey key(int number) {
    long offset = (long) number * LENGTH;
    return new SegmentKey(TABLE, "data/a.albis", offset, LENGTH, 0, offset + LENGTH, 0, offset);
  }

  private void read(int... numbers) {
    for (int number : numbers) {
      trace.read(now++, key(number));
    }
  }

  private ReplayResult run(CachePolicy policy, int segments) {
    ReplaySettings settings = ReplaySettings.local((long) segments * LENGTH);
    return CacheReplay.run(
        trace.build(), policy, settings.selectionInterval(Duration.ofMillis(10)));
  }

  @Test
  void lruEvictsWhatWasUsedLeastRecently() {
    read(0, 1, 0, 2, 0, 1);
    ReplayResult result = run(CachePolicy.lru(), 2);
    assertThat(result.reads()).isEqualTo(6);
    assertThat(result.hits()).as("0 twice; 1 was evicted by 2").isEqualTo(2);
    assertThat(result.deviceBytes()).isEqualTo(4L * LENGTH);
    assertThat(result.peakBytes()).isEqualTo(2L * LENGTH);
    assertThat(result.evictions()).isEqualTo(2);
    assertThat(result.hitRate()).isEqualTo(2 / 6.0);
  }

  @Test
  void scanCountKeepsWhatIsPlanned() {
    trace.plan(now, "q", List.of(key(0), key(1), key(0), key(1)), 1);
    read(0, 1, 2, 3, 0, 1, 0);
    ReplayResult result = run(CachePolicy.scanCount(), 2);
    assertThat(result.hits()).as("the planned second scans").isEqualTo(3);
    assertThat(run(CachePolicy.lru(), 2).hits()).as("only the last read").isEqualTo(1);
  }

  @Test
  void closedPlansKeepNothing() {
    trace.plan(now, "q", List.of(key(0)), 5);
    trace.close(now, "q");
    read(0);
    assertThat(run(CachePolicy.scanCount(), 2).peakBytes()).as("admitted").isZero();
  }

  @Test
  void theEndOfAPlanLetsGoOfWhatWasReadForIt() {
    trace.plan(now, "q", List.of(key(0), key(1)), 2);
    read(0, 1, 1, 1);
    trace.close(now, "q");
    ReplayResult result = run(CachePolicy.scanCount(), 2);
    assertThat(result.evictions()).as("0 was read once, 1 three times").isEqualTo(1);
  }

  @Test
  void planningAgainKeepsWhatIsPlannedStill() {
    trace.plan(now, "q", List.of(key(0), key(1)), 2);
    read(0, 1);
    trace.plan(now, "q", List.of(key(0)), 1);
    read(0);
    ReplayResult result = run(CachePolicy.scanCount(), 2);
    assertThat(result.hits()).isEqualTo(1);
    assertThat(result.evictions()).as("1").isEqualTo(1);
  }

  @Test
  void nothingIsEvictedForASegmentThatDoesNotFitAllTheSame() {
    trace.plan(now, "q", List.of(key(1), key(2)), 9);
    SegmentKey large = new SegmentKey(TABLE, "data/b.albis", 0, 2 * LENGTH, 0, 9 * LENGTH, 0, 0);
    read(0, 0, 1, 2);
    trace.read(now++, large);
    trace.read(now++, large);
    read(0);
    ReplayResult result = run(CachePolicy.scanCount(), 4);
    assertThat(result.hits()).as("0, after it was admitted").isEqualTo(1);
  }

  @Test
  void planningAgainReplacesCounts() {
    trace.plan(now, "q", List.of(key(0)), 5);
    trace.plan(now, "q", List.of(key(0)), 1);
    read(0);
    ReplayResult result = run(CachePolicy.scanCount(), 1);
    assertThat(result.evictions()).as("not admitted after its only planned scan").isEqualTo(1);
  }

  @Test
  void lazyLoadsWhatItSelects() {
    for (int i = 0; i < 10; i++) {
      read(0, 0, 1, 10 + i);
    }
    ReplayResult result = run(CachePolicy.lazy(), 2);
    assertThat(result.hits()).as("of segment 0, from the fourth round on").isEqualTo(14);
    assertThat(result.peakBytes()).isLessThanOrEqualTo(2L * LENGTH);
    assertThat(result.deviceBytes())
        .as("one load more than the misses, by the selection")
        .isEqualTo((result.reads() - result.hits() + 1) * LENGTH);
  }

  @Test
  void segmentsLongerThanTheCacheAreNotKept() {
    read(0, 0);
    ReplayResult result =
        CacheReplay.run(trace.build(), CachePolicy.lru(), ReplaySettings.local(100));
    assertThat(result.hits()).isZero();
    assertThat(result.peakBytes()).isZero();
  }
}
