// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.albis.storage.internal.memory.Memory;
import io.albis.storage.internal.memory.MemoryRegion;
import io.albis.storage.internal.memory.MemoryRegionListener;
import io.albis.storage.internal.memory.MemoryRegions;
import io.albis.storage.internal.memory.MemoryUsage;
import io.albis.storage.internal.memory.NativeMemory;
import io.albis.storage.internal.memory.Pages;
import io.albis.storage.internal.memory.Piece;
import io.albis.storage.internal.memory.Registration;
import io.albis.storage.internal.memory.Reuse;
import io.albis.storage.internal.memory.Slabs;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SlabsTest {
  private final AtomicLong used = new AtomicLong();
  private final Slabs slabs = new Slabs(used::get, 0);

  @BeforeEach
  void requireMapping() {
    assumeThat(NativeMemory.isAvailable()).isTrue();
  }

  private Piece allocate(long bytes, Reuse reuse) {
    Piece piece = slabs.allocate(Pages.roundUp(bytes, Pages.SIZE), reuse);
    used.addAndGet(piece.length());
    return piece;
  }

  private void free(Piece piece) {
    used.addAndGet(-piece.length());
    piece.free();
  }

  @Test
  void threadsNeverShareMemoryAndAllOfItIsFreed() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Future<?>> results = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      long seed = i;
      results.add(threads.submit(() -> churn(seed)));
    }
    for (Future<?> result : results) {
      result.get();
    }
    threads.shutdown();

    MemoryUsage usage = slabs.usage();
    assertThat(usage.used()).isZero();
    assertThat(usage.idle()).isBetween(0L, Slabs.MIN_IDLE);
    slabs.trimTo(0);
    assertThat(slabs.idleBytes()).isZero();
    slabs.unmapUnused();
    assertThat(slabs.usage()).isEqualTo(new MemoryUsage(0, 0, 0, 0, 0));
  }

  private void churn(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Piece> live = new ArrayList<>();
    for (int i = 0; i < 6000; i++) {
      if (live.size() > 60 || (!live.isEmpty() && random.nextInt(3) == 0)) {
        Piece piece = live.remove(random.nextInt(live.size()));
        checkMarks(piece, seed);
        free(piece);
      } else {
        long size = 1 + (long) (Math.pow(random.nextDouble(), 8) * (9 << 20));
        Piece piece = allocate(size, random.nextInt(4) == 0 ? Reuse.COLD : Reuse.HOT);
        mark(piece, seed);
        live.add(piece);
      }
    }
    for (Piece piece : live) {
      checkMarks(piece, seed);
      free(piece);
    }
  }

  /** Writes to the ends and to each 16th page. */
  private static void mark(Piece piece, long mark) {
    for (long at = 0; at < piece.length(); at += 16 * Pages.SIZE) {
      Memory.putLong(piece.address() + at, mark);
    }
    Memory.putLong(piece.address() + piece.length() - 8, mark);
  }

  private static void checkMarks(Piece piece, long mark) {
    checkMarks(piece.address(), piece.length(), mark);
  }

  private static void checkMarks(long address, long length, long mark) {
    boolean isIntact = Memory.getLong(address + length - 8) == mark;
    for (long at = 0; at < length; at += 16 * Pages.SIZE) {
      isIntact &= Memory.getLong(address + at) == mark;
    }
    assertThat(isIntact).isTrue();
  }

  @Test
  void releasedNeighboursAreMerged() {
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      pieces.add(allocate(1 << 20, Reuse.HOT));
    }
    long start = pieces.stream().mapToLong(Piece::address).min().orElseThrow();
    assertThat(slabs.usage().externalFragmentation()).isZero();
    for (int i = 0; i < 64; i += 2) {
      free(pieces.get(i));
    }
    assertThat(slabs.usage().externalFragmentation()).isEqualTo(0.5);
    assertThat(slabs.usage().largestFree()).isEqualTo(1 << 20);
    for (int i = 1; i < 64; i += 2) {
      free(pieces.get(i));
    }
    Piece whole = allocate(Slabs.SLAB_SIZE, Reuse.HOT);
    assertThat(whole.address()).isEqualTo(start);
    free(whole);
  }

  @Test
  void idleMemoryIsBoundedByUsedMemory() {
    List<Piece> pieces = new ArrayList<>();
    // Release two thirds of 1536 MiB, every second huge page only in part.
    for (int i = 0; i < 1536; i++) {
      pieces.add(allocate(1 << 20, Reuse.HOT));
    }
    for (int i = 0; i < 1536; i++) {
      if (i % 3 != 1) {
        free(pieces.get(i));
        assertThat(slabs.idleBytes()).isBetween(0L, Slabs.MIN_IDLE);
      }
    }
    used.addAndGet(16L << 30);
    for (int i = 1; i < 1536; i += 3) {
      free(pieces.get(i));
    }
    assertThat(slabs.idleBytes()).isGreaterThan(Slabs.MIN_IDLE);
    used.addAndGet(-16L << 30);
    free(allocate(1, Reuse.HOT));
    assertThat(slabs.idleBytes()).isLessThanOrEqualTo(Slabs.MIN_IDLE);
  }

  @Test
  void reusingMemoryNeedsNoSystemCallPerBuffer() {
    // More than may stay idle; released and allocated again a few buffers at a time.
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < 512; i++) {
      pieces.add(allocate(1 << 20, Reuse.HOT));
    }
    long before = NativeMemory.discards();
    for (int i = 0; i < 1000; i++) {
      free(pieces.get(i % 512));
      pieces.set(i % 512, allocate(1 << 20, Reuse.HOT));
    }
    assertThat(NativeMemory.discards()).isEqualTo(before);
    pieces.forEach(this::free);
    assertThat(NativeMemory.discards() - before).isBetween(1L, 16L);
  }

  @Test
  void pinnedRegionsKeepTheirPages() {
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < 256; i++) {
      Piece piece = allocate(1 << 20, Reuse.HOT);
      mark(piece, i + 1);
      pieces.add(piece);
    }
    MemoryRegion region = pieces.get(0).region();
    List<Long> addresses = pieces.stream().map(Piece::address).toList();
    Registration pin = region.pin();
    Registration second = region.pin();
    pieces.forEach(this::free);
    slabs.trimTo(0);
    slabs.unmapUnused();

    for (int i = 0; i < 256; i++) {
      if (pieces.get(i).region() == region) {
        checkMarks(addresses.get(i), 1 << 20, i + 1);
      }
    }
    assertThat(slabs.usage().mapped()).isEqualTo(region.length());
    assertThat(slabs.idleBytes()).isZero();
    second.close();
    second.close();
    slabs.trimTo(0);
    checkMarks(addresses.get(0), 1 << 20, 1);

    pin.close();
    assertThat(slabs.idleBytes()).isEqualTo(Slabs.SLAB_SIZE);
    slabs.trimTo(0);
    slabs.unmapUnused();
    assertThat(slabs.usage().mapped()).isZero();
    assertThatThrownBy(region::pin)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Cannot pin " + region + ": it was unmapped");
  }

  @Test
  void pinsHoldWhileOtherThreadsReleaseMemory() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    Future<?> churn =
        threads.submit(
            () -> {
              for (int i = 0; i < 40; i++) {
                List<Piece> pieces = new ArrayList<>();
                for (int k = 0; k < 160; k++) {
                  pieces.add(allocate(1 << 20, Reuse.HOT));
                }
                pieces.forEach(this::free);
              }
            });
    while (!churn.isDone()) {
      Piece piece = allocate(1 << 20, Reuse.HOT);
      try (Registration pin = piece.region().pin()) {
        mark(piece, 77);
        slabs.trimTo(0);
        checkMarks(piece, 77);
        assertThat(pin).isNotNull();
      }
      free(piece);
    }
    churn.get();
    threads.shutdown();
    slabs.trimTo(0);
    assertThat(slabs.idleBytes()).isZero();
    slabs.unmapUnused();
  }

  @Test
  void listenersSeeEachMappingAndUnmappingOnce() {
    Piece early = allocate(1, Reuse.HOT);
    List<String> events = new ArrayList<>();
    MemoryRegionListener listener =
        new MemoryRegionListener() {
          @Override
          public void mapped(MemoryRegion region) {
            events.add("mapped " + region);
          }

          @Override
          public void unmapping(MemoryRegion region) {
            // Still mapped.
            Memory.getLong(region.address() + region.length() - 8);
            events.add("unmapping " + region);
          }
        };
    Registration registration = MemoryRegions.addListener(listener);
    assertThat(events).contains("mapped " + early.region());
    events.clear();

    Piece large = allocate(100 << 20, Reuse.HOT);
    String region = large.region().toString();
    assertThat(events).containsExactly("mapped " + region);
    assertThat(large.region().length()).isEqualTo(100 << 20);
    free(large);
    free(early);
    slabs.trimTo(0);
    slabs.unmapUnused();
    assertThat(events)
        .containsExactlyInAnyOrder(
            "mapped " + region, "unmapping " + region, "unmapping " + early.region());

    registration.close();
    events.clear();
    free(allocate(100 << 20, Reuse.HOT));
    slabs.trimTo(0);
    slabs.unmapUnused();
    assertThat(events).isEmpty();
  }

  @Test
  void allocationFailsIfAListenerRejectsItsRegion() {
    List<String> events = new ArrayList<>();
    try (Registration registration = MemoryRegions.addListener(new Refusing(events))) {
      assertThat(registration).isNotNull();
      events.clear();
      assertThatThrownBy(() -> allocate(200 << 20, Reuse.HOT))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("no room on the device");
    }
    assertThat(events).containsExactly("refused");
    assertThat(slabs.usage().mapped()).isZero();
  }

  private record Refusing(List<String> events) implements MemoryRegionListener {
    @Override
    public void mapped(MemoryRegion region) {
      if (region.length() == 200 << 20) {
        events.add("refused");
        throw new IllegalStateException("no room on the device");
      }
    }

    @Override
    public void unmapping(MemoryRegion region) {
      events.add("unmapping");
    }
  }
}
