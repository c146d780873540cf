// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import io.albis.writer.DistributedWrite;
import io.albis.writer.SimulatedEnvironment;
import io.albis.writer.TableWriter;
import io.albis.writer.TaskResult;
import io.albis.writer.TaskWriter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Distributed writes of one process, which it may leave to others to commit. */
final class Distribution {

  private final World world;
  private final SimulatedProcess process;
  private final SimulatedEnvironment environment;
  private final Actions actions;

  Distribution(
      World world, SimulatedProcess process, SimulatedEnvironment environment, Actions actions) {
    this.world = world;
    this.process = process;
    this.environment = environment;
    this.actions = actions;
  }

  /**
   * A write whose tasks are done, as it is sent to other processes.
   *
   * @param added numbers of the rows
   * @param started when the oldest of its files may have been written
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Planned(byte[] task, List<byte[]> results, BitSet added, long started) {}

  /** Writes and commits. */
  void run(Attempt attempt) {
    int argument = attempt.action().argument();
    DistributedWrite write = open();
    List<TaskResult> results = new ArrayList<>();
    BitSet added = new BitSet();
    try {
      runTasks(write, argument, results, added);
      Actions.append(attempt, added);
      actions.commit(attempt, argument, () -> write.commit(results).snapshotId());
    } catch (RuntimeException e) {
      write.abort(results);
      throw e;
    }
  }

  private DistributedWrite open() {
    return environment.apply(Actions.small(TableWriter.append(world.uri()))).openDistributed();
  }

  private void runTasks(
      DistributedWrite write, int argument, List<TaskResult> results, BitSet added) {
    for (int partition = 0; partition < 1 + argument % 3; partition++) {
      for (int i = 0; i < 1 + argument / 3 % 2; i++) {
        BitSet ofAttempt = new BitSet();
        try (TaskWriter writer = write.openTask(partition, i)) {
          actions.writeRows(writer.schema(), writer.newRowWriter(), 2, ofAttempt);
          results.add(writer.finish());
        }
        if (i == 0) {
          added.or(ofAttempt);
        }
      }
    }
  }

  /**
   * Commits a write that any process has planned, which others may commit at the same time, or have
   * committed. Plans one if there is none, or the argument says so.
   */
  void commitPlanned(Attempt attempt) {
    int argument = attempt.action().argument();
    List<Planned> planned = world.planned();
    process.learn(planned.size());
    if (planned.isEmpty() || argument % 4 == 0) {
      DistributedWrite write = open();
      List<TaskResult> results = new ArrayList<>();
      BitSet added = new BitSet();
      runTasks(write, argument, results, added);
      planned.add(
          new Planned(
              write.toBytes(),
              results.stream().map(TaskResult::toBytes).toList(),
              added,
              attempt.started()));
      if (argument / 4 % 4 == 3) {
        return;
      }
    }
    int index = argument / 16 % planned.size();
    process.learn(index);
    Planned chosen = planned.get(index);
    DistributedWrite write = environment.distributed(chosen.task());
    List<TaskResult> results = chosen.results().stream().map(TaskResult::fromBytes).toList();
    Actions.append(attempt, chosen.added());
    actions.commit(attempt, argument, () -> write.commit(results).snapshotId());
  }
}
