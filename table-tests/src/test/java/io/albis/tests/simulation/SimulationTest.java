// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.tests.simulation.Action.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Random histories of processes that share a table, on storages that fail. */
class SimulationTest {

  private static final long COUNT = Long.getLong("albis.histories", 1000);
  private static final long SEED = Long.getLong("albis.seed", -1);
  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  @Test
  void historiesBreakNoRule() throws InterruptedException {
    Histories histories =
        SEED < 0 ? new Histories(0, COUNT, System.out) : new Histories(SEED, 1, System.out);
    assertThat(histories.run(THREADS)).isEmpty();
  }

  @Test
  void historiesAreRepeatable() {
    try (Simulation simulation = new Simulation()) {
      for (long seed = 0; seed < 50; seed++) {
        assertThat(log(simulation, seed)).isEqualTo(log(simulation, seed)).isNotEmpty();
      }
    }
  }

  private static List<String> log(Simulation simulation, long seed) {
    List<String> log = new ArrayList<>();
    RandomHistory random = new RandomHistory(seed);
    random.run(simulation, log);
    // The storage has a name of its own each time.
    return log.stream().map(line -> line.replaceAll("sim://s[0-9]+", "sim://")).toList();
  }

  /** The snapshot is missing when it is opened, and is there when the snapshots are listed. */
  @Test
  void readerMayBeAheadOfTheWriter() {
    Replay.on(Semantics.LOCAL, Fault.Level.NONE)
        .setup()
        .process(0, "READ_SNAPSHOT:0")
        .process(0, "CREATE:1")
        .choose(Choices.Kind.NEXT, 0, 2, 1)
        .requireSound();
  }

  /** The manifest of a commit that has failed is deleted once more when the next has succeeded. */
  @Test
  void namesOfManifestsAreNotUsedAgain() {
    Replay.on(Semantics.HDFS, Fault.Level.CHECKED)
        .setup("CREATE:1")
        .process(0, "DISTRIBUTED:0")
        .choose(Choices.Kind.FAULT, 0, 14, 1)
        .choose(Choices.Kind.FAULT, 0, 15, 4)
        .requireSound();
  }

  /** Two processes write the manifest of the same write at the same time. */
  @Test
  void writeIsCommittedByOneProcess() {
    Replay.on(Semantics.OBJECTS, Fault.Level.NONE)
        .setup("CREATE:1", "APPEND:1")
        .process(0, "COMMIT_PLANNED:1")
        .process(1, "COMMIT_PLANNED:1")
        .choose(Choices.Kind.NEXT, 0, 16, 1)
        .requireSound();
  }

  /** The table to overwrite is created after it was not found, and dropped again. */
  @Test
  void onlyTablesThatExistAreOverwritten() {
    Replay.on(Semantics.HDFS, Fault.Level.CHECKED)
        .setup()
        .process(0)
        .process(0, "CREATE_AGAIN:47351", "CREATE_AGAIN:22794")
        .process(0)
        .process(0, "OVERWRITE:28493")
        .choose(Choices.Kind.NEXT, 1, 4, 2)
        .choose(Choices.Kind.NEXT, 3, 2, 2)
        .choose(Choices.Kind.NEXT, 1, 10, 1)
        .choose(Choices.Kind.NEXT, 3, 7, 1)
        .choose(Choices.Kind.FAULT, 1, 13, 1)
        .requireSound();
  }

  /**
   * The manifest of the first commit is replaced and expires before the write is committed again.
   */
  @Test
  void writeIsCommittedOnceAfterExpiry() {
    Replay.on(Semantics.OBJECTS, Fault.Level.CHECKED)
        .setup("CREATE:46736", "COMMIT_PLANNED:39557", "TAG:18666", "ADD_COLUMN_WITH_VALUES:19946")
        .process(0, "DROP_COLUMN:65332")
        .process(0, "EXPIRE:33240", "COMMIT_PLANNED:31271")
        .process(0)
        .process(0)
        .choose(Choices.Kind.STALL_AFTER, 1, 7, 5)
        .requireSound();
  }

  /** A clean-up that does not wait for slow writers breaks a rule, so one must be found. */
  @Test
  void findsAndShrinksFailures() {
    History impatient =
        new History(
            Semantics.LOCAL,
            Fault.Level.NONE,
            1,
            List.of(new Action(Kind.CREATE, 1), new Action(Kind.APPEND, 2)),
            List.of(
                new History.Script(
                    0, List.of(new Action(Kind.READ, 1), new Action(Kind.APPEND, 2))),
                new History.Script(
                    0, List.of(new Action(Kind.TAG, 1), new Action(Kind.CLEAN, 0)))));
    try (Simulation simulation = new Simulation()) {
      Failure failure = null;
      for (long seed = 0; failure == null; seed++) {
        assertThat(seed).as("no failure is found").isLessThan(10_000);
        RecordedChoices choices =
            new RecordedChoices(new RandomChoices(new SplittableRandom(seed), Fault.Level.NONE));
        Simulation.Outcome outcome = simulation.run(impatient, choices, null);
        if (outcome.violation() != null) {
          failure = new Failure(impatient, choices.chosen(), outcome.violation());
        }
      }
      Failure shrunk = failure.shrunk(simulation);
      assertThat(shrunk.violation()).containsPattern("snapshot [0-9]+ needs");
      assertThat(shrunk.history().processes().get(0).actions())
          .containsExactly(new Action(Kind.APPEND, 2));
      assertThat(shrunk.history().processes().get(1).actions())
          .containsExactly(new Action(Kind.CLEAN, 0));
      assertThat(shrunk.choices()).hasSizeLessThan(10);
      assertThat(shrunk.asTest(simulation))
          .contains("Replay.on(Semantics.LOCAL, Fault.Level.NONE)")
          .contains(".process(0L, \"CLEAN:0\")");
    }
  }
}
