// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.reader.cache.ColumnCache;
import io.albis.reader.cache.MemoryPressure;
import io.albis.reader.cache.PlannedScans;
import io.albis.reader.cache.RegisteredPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans scans of a table that is open several times, while some of them are closed. */
class PlanCloseRaceTest {

  private static final int ROUNDS = 30;

  /** Tables that are closed in each round. */
  private static final int CLOSED = 3;

  /** So many that it takes a while to find the segments of a plan. */
  private static final int RANGES = 300;

  @TempDir private Path directory;

  @Test
  void plansAndClosingDoNotDisturbEachOther() throws Exception {
    String uri = directory.resolve("t").toString();
    PriceTable.write(uri);
    try (ColumnCache cache =
            ColumnCache.builder().limit(16 << 20).pressure(MemoryPressure.none()).build();
        Table kept = open(uri, cache)) {
      PlannedScans planned = planned(kept);
      long segments;
      try (RegisteredPlan plan = cache.plan(planned)) {
        segments = plan.remainingScans();
        assertThat(segments).isPositive();
      }
      for (int round = 0; round < ROUNDS; round++) {
        List<Table> closed = new ArrayList<>();
        for (int i = 0; i < CLOSED; i++) {
          closed.add(open(uri, cache));
        }
        CyclicBarrier start = new CyclicBarrier(2);
        CompletableFuture<Void> closing =
            CompletableFuture.runAsync(
                () -> {
                  await(start);
                  closed.forEach(Table::close);
                });
        await(start);
        try (RegisteredPlan plan = cache.plan(planned)) {
          assertThat(plan.remainingScans()).isEqualTo(segments);
        }
        closing.get(1, TimeUnit.MINUTES);
      }
    }
  }

  private static Table open(String uri, ColumnCache cache) {
    return Table.open(uri, ReadOptions.defaults().cache(cache));
  }

  private static PlannedScans planned(Table table) {
    PlannedScans whole = table.scan().planned("q", 1);
    Map<Long, Long> ranges = new TreeMap<>();
    long length = table.rowCount() / RANGES;
    for (int i = 0; i < RANGES; i++) {
      ranges.put(i * length, length);
    }
    return new PlannedScans(
        whole.id(), whole.tableId(), whole.snapshotId(), whole.columns(), null, ranges, 1);
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(1, TimeUnit.MINUTES);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
