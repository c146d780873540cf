// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.reader.ReadOptions;
import io.albis.reader.internal.metric.ScanCounters;
import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentLease;
import io.albis.reader.source.SegmentReader;
import io.albis.reader.source.SourceTable;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests how much a cursor keeps in flight, and when it is released. */
class ReadAheadTest {

  private static final int SIZE = 8192;
  private static final UUID TABLE = new UUID(1, 2);

  private final BufferAllocator allocator = BufferAllocator.create("read ahead", 64 * SIZE);
  private final Device device = new Device();
  private final ScanSegments source =
      new ScanSegments(
          new DirectSource(device, allocator),
          device,
          ScanCounters.ofScan(),
          (segment, rows) -> rows);
  private final List<ReadAhead.Request> requests = new ArrayList<>();

  /** A reader that completes requests when the test says so. */
  private static final class Device implements SegmentReader {
    private final ArrayDeque<Runnable> asked = new ArrayDeque<>();
    private int cancelled;

    /** Whether requests can no longer be withdrawn. */
    private boolean isBusy;

    @Override
    public SourceTable table() {
      return new SourceTable(TABLE, "device", "test", true, group -> "");
    }

    @Override
    public void checkAccess(String path) {
      assertThat(path).isEqualTo("device");
    }

    @Override
    public void read(List<SegmentKey> keys, List<OffHeapBuffer> targets) {
      for (int i = 0; i < keys.size(); i++) {
        targets.get(i).putLong(0, keys.get(i).offset());
      }
    }

    @Override
    public void readRange(List<SegmentKey> keys, long offset, OffHeapBuffer target) {
      for (SegmentKey key : keys) {
        target.putLong(key.offset() - offset, key.offset());
      }
    }

    @Override
    public CompletableFuture<Void> readRangeAsync(
        List<SegmentKey> keys, long offset, OffHeapBuffer target) {
      return later(() -> readRange(keys, offset, target));
    }

    @Override
    public CompletableFuture<Void> readAsync(List<SegmentKey> keys, List<OffHeapBuffer> targets) {
      return later(() -> read(keys, targets));
    }

    private CompletableFuture<Void> later(Runnable read) {
      CompletableFuture<Void> answer =
          new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean mayInterruptIfRunning) {
              boolean isWithdrawn = !isBusy && super.cancel(mayInterruptIfRunning);
              cancelled += isWithdrawn ? 1 : 0;
              return isWithdrawn;
            }
          };
      asked.add(
          () -> {
            if (!answer.isDone()) {
              read.run();
              answer.complete(null);
            }
          });
      return answer;
    }

    @Override
    public boolean mayBlock(SegmentKey key) {
      return true;
    }

    void answer(int count) {
      for (int i = 0; i < count; i++) {
        asked.remove().run();
      }
    }
  }

  private static SegmentKey key(long offset) {
    return new SegmentKey(TABLE, "device", offset, SIZE, 0, offset + SIZE, 1, 0);
  }

  private ReadAhead ahead(int groups) {
    return ReadAhead.adaptive(source, 2, groups, SIZE);
  }

  private int fill(ReadAhead ahead) {
    int started = 0;
    while (ahead.hasRoom()) {
      requests.add(ahead.start(List.of(key((long) started * SIZE))));
      started++;
    }
    return started;
  }

  private void takeAll(ReadAhead ahead) {
    for (ReadAhead.Request request : requests) {
      try (PendingSegments segments = ahead.take(request);
          SegmentLease lease = segments.take(0)) {
        assertThat(lease.buffer().capacity()).isEqualTo(SIZE);
      }
    }
    requests.clear();
  }

  @AfterEach
  void releasesEverything() {
    assertThat(allocator.allocatedBytes()).isZero();
    allocator.close();
  }

  @Test
  void adaptsTheRequestsInFlightToTheDevice() {
    ReadAhead ahead = ahead(1);
    assertThat(fill(ahead)).isEqualTo(2);
    device.answer(2);
    ahead.arrive();
    takeAll(ahead);
    assertThat(fill(ahead)).isEqualTo(4);
    ahead.arrive();
    device.answer(4);
    takeAll(ahead);
    assertThat(fill(ahead)).isEqualTo(2);
    device.answer(2);
    takeAll(ahead);
  }

  @Test
  void keepsTheConfiguredRequestsInFlight() {
    ReadAhead ahead = ReadAhead.fixed(source, 9, SIZE);
    for (int round = 0; round < 2; round++) {
      assertThat(fill(ahead)).isEqualTo(9);
      device.answer(9);
      ahead.arrive();
      takeAll(ahead);
    }
    assertThatThrownBy(() -> ReadOptions.defaults().requestsAhead(17))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid number of requests ahead: 17 (expected 1 to 16)");
  }

  @Test
  void keepsARemoteStorageBusyWhateverArrives() {
    ReadAhead ahead = ReadAhead.adaptive(source, 8, 1, SIZE);
    for (int round = 0; round < 3; round++) {
      assertThat(fill(ahead)).isEqualTo(8);
      ahead.arrive();
      device.answer(8);
      ahead.arrive();
      takeAll(ahead);
    }
    ReadAhead most = ReadAhead.adaptive(source, 1000, 1, SIZE);
    assertThat(fill(most)).isEqualTo(16);
    device.answer(16);
    takeAll(most);
  }

  @Test
  void staysWithinItsBounds() {
    ReadAhead ahead = ahead(7);
    for (int round = 0; round < 5; round++) {
      int started = fill(ahead);
      assertThat(started).isLessThanOrEqualTo(7);
      device.answer(started);
      ahead.arrive();
      takeAll(ahead);
    }
    assertThat(fill(ahead)).isEqualTo(7);
    for (int i = 0; i < 5; i++) {
      ahead.arrive();
    }
    device.answer(7);
    takeAll(ahead);
    assertThat(fill(ahead)).isEqualTo(2);
    device.answer(2);
    takeAll(ahead);
  }

  @Test
  void distantSegmentsOfARequestHaveTheirOwnBuffers() {
    ReadAhead ahead = ahead(1);
    ReadAhead.Request request = ahead.start(List.of(key(4711), key(4711 + 9 * SIZE)));
    device.answer(1);
    try (PendingSegments segments = ahead.take(request)) {
      try (SegmentLease first = segments.take(0)) {
        assertThat(first.buffer().getLong(0)).isEqualTo(4711);
        assertThat(allocator.allocatedBytes()).isEqualTo(2 * SIZE);
      }
      assertThat(allocator.allocatedBytes()).isEqualTo(SIZE);
      try (SegmentLease second = segments.take(1)) {
        assertThat(second.buffer().getLong(0)).isEqualTo(4711 + 9 * SIZE);
      }
      assertThat(allocator.allocatedBytes()).isZero();
      assertThatThrownBy(() -> segments.take(0)).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void neighboursShareABufferUntilTheLastIsReleased() {
    ReadAhead ahead = ahead(1);
    ReadAhead.Request request = ahead.start(List.of(key(4711), key(4800 + SIZE)));
    device.answer(1);
    long memory = allocator.allocatedBytes();
    // From offset 4096 to 4800 + 2 * SIZE, in pages.
    assertThat(memory).isEqualTo(5 * 4096);
    try (PendingSegments segments = ahead.take(request)) {
      try (SegmentLease first = segments.take(0)) {
        assertThat(first.buffer().capacity()).isEqualTo(SIZE);
        assertThat(first.buffer().getLong(0)).isEqualTo(4711);
      }
      assertThat(allocator.allocatedBytes()).isEqualTo(memory);
      try (SegmentLease second = segments.take(1)) {
        assertThat(second.buffer().getLong(0)).isEqualTo(4800 + SIZE);
      }
      assertThat(allocator.allocatedBytes()).isZero();
    }
  }

  @Test
  void doesNotReturnReleasedSegments() {
    ReadAhead ahead = ahead(1);
    fill(ahead);
    device.answer(1);
    assertThat(ahead.reclaim(1)).isEqualTo(SIZE);
    assertThat(device.cancelled).isEqualTo(1);
    assertThat(allocator.allocatedBytes()).isEqualTo(SIZE);
    assertThat(ahead.reclaim(Long.MAX_VALUE)).isEqualTo(SIZE);
    assertThat(ahead.reclaim(Long.MAX_VALUE)).isZero();
    assertThat(ahead.take(requests.get(0))).isNull();
    assertThat(ahead.hasRoom()).isTrue();
  }

  @Test
  void usesAtMostHalfOfTheMemory() {
    OffHeapBuffer other = allocator.allocate(31 * SIZE);
    ReadAhead ahead = ahead(1);
    ReadAhead.Request first = ahead.start(List.of(key(0)));
    assertThat(first).isNotNull();
    assertThat(ahead.start(List.of(key(0)))).isNull();
    ahead.drop(first);
    other.release();
  }

  @Test
  void anInterruptedThreadLeavesItsMemoryToTheReadInFlight() {
    DirectSource direct = new DirectSource(device, allocator);
    device.isBusy = true;
    PendingSegments pending = direct.prefetch(List.of(key(0)), device);
    Thread.currentThread().interrupt();
    pending.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(allocator.allocatedBytes()).isPositive();
    CompletableFuture<Void> closed = CompletableFuture.runAsync(direct::close);
    assertThat(closed).isNotDone();
    device.answer(1);
    closed.join();
    assertThat(allocator.allocatedBytes()).isZero();
  }
}
