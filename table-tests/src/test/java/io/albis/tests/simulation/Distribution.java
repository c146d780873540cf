// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import io.albis.reader.ReadOptions;
import io.albis.reader.RowGroupInfo;
import io.albis.reader.Table;
import io.albis.writer.CommitResult;
import io.albis.writer.DistributedWrite;
import io.albis.writer.RowWriter;
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
   * @param merged row groups whose places the partitions take; null if rows are added
   * @param added numbers of the rows that are added
   * @param started when the oldest of its files may have been written
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Planned(
      byte[] task, List<byte[]> results, List<List<Long>> merged, BitSet added, long started) {

    static Planned of(
        DistributedWrite write,
        List<TaskResult> results,
        List<List<Long>> merged,
        BitSet added,
        Attempt attempt) {
      return new Planned(
          write.toBytes(),
          results.stream().map(TaskResult::toBytes).toList(),
          merged,
          added,
          attempt.started());
    }

    long commit(DistributedWrite write, List<TaskResult> done) {
      CommitResult result = merged == null ? write.commit(done) : write.commitMerge(done, merged);
      return result.snapshotId();
    }
  }

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
      planned.add(Planned.of(write, results, null, added, attempt));
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
    actions.commit(attempt, argument, () -> chosen.commit(write, results));
  }

  /**
   * Puts every other row group of a snapshot together with the next one, and commits, unless the
   * argument leaves that to others.
   */
  void merge(Attempt attempt) {
    int argument = attempt.action().argument();
    int drops = world.model().drops();
    DistributedWrite write = open();
    List<List<Long>> merged = new ArrayList<>();
    List<TaskResult> results = new ArrayList<>();
    try {
      copyPairs(write, 1 - argument % 2, merged, results);
      if (results.isEmpty() || world.model().drops() != drops) {
        return; // These may be row groups of another table.
      }
      Planned planned = Planned.of(write, results, merged, new BitSet(), attempt);
      if (argument / 2 % 4 == 3) {
        world.planned().add(planned);
        return;
      }
      attempt.changes(before -> before);
      actions.commit(attempt, argument, () -> planned.commit(write, results));
    } catch (RuntimeException e) {
      write.abort(results);
      throw e;
    }
  }

  private void copyPairs(
      DistributedWrite write, int first, List<List<Long>> merged, List<TaskResult> results) {
    ReadOptions base = ReadOptions.defaults().snapshot(write.baseSnapshotId());
    try (Table table = Table.open(world.uri(), base)) {
      List<RowGroupInfo> rowGroups = table.rowGroups();
      for (int i = first; i + 1 < rowGroups.size(); i += 2) {
        RowGroupInfo one = rowGroups.get(i);
        RowGroupInfo next = rowGroups.get(i + 1);
        BitSet rows = Reading.rows(table, one.firstRow(), one.rowCount() + next.rowCount());
        try (TaskWriter writer = write.openTask(merged.size(), 0)) {
          try (RowWriter writing = writer.newRowWriter()) {
            rows.stream().forEach(row -> Rows.write(writing, writer.schema(), row));
          }
          results.add(writer.finish());
        }
        merged.add(List.of(one.number(), next.number()));
      }
    }
  }
}
