// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** The page cache of a system, simulated: it evicts the batch that was read least recently. */
class PageCacheAdmissionTest {

  private static final int BATCHES = 2000;
  private static final int AHEAD = 16;

  private final PageCacheAdmission admission = new PageCacheAdmission();
  private final LinkedHashSet<Integer> pageCache = new LinkedHashSet<>();
  private final BitSet evicted = new BitSet();
  private int capacity = BATCHES;

  /** Batches that are read, in this order, and whether they were missed. */
  private record Read(int batch, boolean isMissed) {}

  private void shrink() {
    var oldest = pageCache.iterator();
    while (pageCache.size() > capacity) {
      oldest.next();
      oldest.remove();
    }
  }

  private void setCapacity(double share) {
    capacity = (int) (BATCHES * share);
    shrink();
  }

  private void read(int batch) {
    pageCache.remove(batch);
    pageCache.add(batch);
    shrink();
  }

  private void close(Read read) {
    if (read.isMissed()) {
      boolean isKept = admission.keeps();
      evicted.set(read.batch(), !isKept);
      if (!isKept) {
        pageCache.remove(read.batch());
      }
    }
  }

  /** Reads as many batches as there are, and returns the share of them that were in memory. */
  private double pass(IntUnaryOperator order) {
    Deque<Read> reads = new ArrayDeque<>();
    int hits = 0;
    for (int i = 0; i < BATCHES; i++) {
      int batch = order.applyAsInt(i);
      boolean isMissed = !pageCache.contains(batch);
      if (isMissed) {
        admission.noteRead(1, evicted.get(batch) ? 0 : 1, BATCHES);
      } else {
        hits++;
      }
      read(batch);
      reads.add(new Read(batch, isMissed));
      if (reads.size() > AHEAD) {
        close(reads.remove());
      }
    }
    reads.forEach(this::close);
    return (double) hits / BATCHES;
  }

  private void write() {
    for (int i = 0; i < BATCHES; i++) {
      read(i);
    }
  }

  private List<Double> passes(int count, IntUnaryOperator order) {
    List<Double> hits = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      hits.add(pass(order));
    }
    return hits;
  }

  /** Two tasks, one in each half. */
  private static int byTwo(int i) {
    return i / 2 + (i % 2) * (BATCHES / 2);
  }

  @Test
  void findsInTurnsWhatFits() {
    for (double share : List.of(0.1, 0.25, 0.5, 0.9)) {
      for (IntUnaryOperator order :
          List.<IntUnaryOperator>of(i -> i, PageCacheAdmissionTest::byTwo, i -> BATCHES - 1 - i)) {
        PageCacheAdmissionTest test = new PageCacheAdmissionTest();
        test.setCapacity(share);
        test.write();
        assertThat(test.passes(10, order))
            .as("page cache of %s of the data", share)
            .allSatisfy(hits -> assertThat(hits).isBetween(share * 0.75, share));
      }
    }
  }

  @Test
  void findsAtRandomAsMuch() {
    Random random = new Random(7);
    setCapacity(0.5);
    write();
    assertThat(passes(10, i -> random.nextInt(BATCHES)))
        .allSatisfy(hits -> assertThat(hits).isCloseTo(0.5, within(0.06)));
  }

  @Test
  void findsAllThatFits() {
    write();
    assertThat(passes(3, i -> i)).containsOnly(1.0);
  }

  /** As when a query takes memory for a while. */
  @Test
  void givesWayAndReturns() {
    write();
    setCapacity(0.1);
    assertThat(passes(3, i -> i)).allSatisfy(hits -> assertThat(hits).isBetween(0.075, 0.1));

    setCapacity(1);
    assertThat(passes(4, i -> i).get(3)).isEqualTo(1);

    setCapacity(0.1);
    passes(3, i -> i);
    setCapacity(0.5);
    assertThat(passes(5, i -> i).get(4)).isBetween(0.48, 0.5);
  }
}
