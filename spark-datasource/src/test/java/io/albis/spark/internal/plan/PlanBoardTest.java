// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.reader.cache.PlannedScans;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** What executors are told. */
class PlanBoardTest {

  private static final String EXECUTOR = "executor_host_1";

  private final PlanBoard board = new PlanBoard();

  private static PlannedScans scans(String id) {
    return new PlannedScans(id, new UUID(1, 2), 3, List.of("a"), null, Map.of(), 1);
  }

  @Test
  void tellsWhatIsNew() {
    assertThat(board.update(EXECUTOR, 0)).isNull();
    Runnable end = board.plan(EXECUTOR, scans("a"));
    board.plan("executor_host_2", scans("b"));
    board.plan("", scans("c"));

    PlanUpdate first = board.update(EXECUTOR, 0);
    assertThat(first.ids()).containsExactly("a");
    assertThat(first.added()).containsExactly(scans("a"));
    assertThat(board.update(EXECUTOR, first.version())).isNull();

    board.plan(EXECUTOR, scans("d"));
    end.run();
    end.run();
    PlanUpdate second = board.update(EXECUTOR, first.version());
    assertThat(second.ids()).containsExactly("d");
    assertThat(second.added()).containsExactly(scans("d"));
  }

  @Test
  void forgetsLostExecutors() {
    Runnable end = board.plan(EXECUTOR, scans("a"));
    board.removed(EXECUTOR);
    end.run();

    assertThat(board.update(EXECUTOR, 0)).isNull();
  }

  /** An executor applies some of the answers, in order; at the end, it knows all plans. */
  @RepeatedTest(20)
  void answersMayBeLost(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    Set<String> known = new HashSet<>();
    Map<String, Runnable> open = new HashMap<>();
    long version = 0;
    for (int i = 0; i < 200; i++) {
      if (random.nextInt(3) > 0) {
        open.put("plan " + i, board.plan(EXECUTOR, scans("plan " + i)));
      } else if (!open.isEmpty()) {
        open.remove(open.keySet().iterator().next()).run();
      }
      PlanUpdate update = board.update(EXECUTOR, version);
      if (update != null && (random.nextInt(4) == 0 || i == 199)) {
        update.added().forEach(scans -> known.add(scans.id()));
        known.retainAll(update.ids());
        version = update.version();
      }
    }
    assertThat(known).isEqualTo(open.keySet());
  }
}
