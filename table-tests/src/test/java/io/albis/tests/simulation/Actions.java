// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import io.albis.format.error.CommitStateUnknownException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.maintenance.RewriteOptions;
import io.albis.maintenance.TableMaintenance;
import io.albis.reader.Table;
import io.albis.tests.simulation.SimulatedProcess.ErrorFault;
import io.albis.writer.AlbisFileWriter;
import io.albis.writer.RowWriter;
import io.albis.writer.SimulatedEnvironment;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The actions of one process, on the real code. */
final class Actions {

  private static final int MEMORY = 1 << 20;
  private static final int SEGMENT = 4096;
  private static final long[] WAITS = {11 * 60_000, 2 * 3_600_000, 30 * 3_600_000};

  private final World world;
  private final SimulatedProcess process;
  private final SimulatedEnvironment environment;
  private final String uri;

  Actions(World world, SimulatedProcess process, SimulatedEnvironment environment) {
    this.world = world;
    this.process = process;
    this.environment = environment;
    this.uri = world.uri();
  }

  /** Performs the action of an attempt. */
  void perform(Attempt attempt) {
    int argument = attempt.action().argument();
    switch (attempt.action().kind()) {
      case CREATE ->
          write(attempt, TableWriter.create(uri, Rows.SCHEMA), argument, Actions::overwrite);
      case CREATE_AGAIN -> {
        if (world.mayDrop(attempt)) {
          world.drop(process);
          write(attempt, TableWriter.create(uri, Rows.SCHEMA), argument, Actions::overwrite);
        }
      }
      case APPEND -> write(attempt, TableWriter.append(uri), argument, Actions::append);
      case APPEND_WITH_COLUMN ->
          write(
              attempt,
              TableWriter.append(uri).addColumn(Rows.column(argument)),
              argument,
              Actions::append);
      case OVERWRITE -> write(attempt, TableWriter.overwrite(uri), argument, Actions::overwrite);
      case OVERWRITE_SCHEMA ->
          write(attempt, TableWriter.overwrite(uri, Rows.SCHEMA), argument, Actions::overwrite);
      case REPLACE_ROW_GROUPS -> replace(attempt, argument);
      case DISTRIBUTED -> new Distribution(world, process, environment, this).run(attempt);
      case MERGE_DISTRIBUTED -> new Distribution(world, process, environment, this).merge(attempt);
      case COMMIT_PLANNED ->
          new Distribution(world, process, environment, this).commitPlanned(attempt);
      case ADD_FILES -> addFiles(attempt, argument);
      case ADD_COLUMN -> update(attempt, update -> update.addColumn(Rows.column(argument)));
      case ADD_COLUMN_WITH_VALUES ->
          update(
              attempt,
              update ->
                  update.addColumn(
                      Rows.column(argument),
                      (first, count, column) -> {
                        for (long i = 0; i < count; i++) {
                          column.setNull(0);
                          column.endRow();
                        }
                      }));
      case DROP_COLUMN -> update(attempt, update -> dropColumn(update, argument));
      case PARTITION -> update(attempt, update -> partition(update, argument));
      case SORT -> update(attempt, update -> sort(update, argument));
      case PROPERTY -> update(attempt, update -> update.setProperty("p" + argument, "v"));
      case OPTIMIZE ->
          maintain(table -> table.optimize(RewriteOptions.defaults().memoryLimit(MEMORY)));
      case MERGE_ROW_GROUPS ->
          maintain(
              table -> table.mergeRowGroups(RewriteOptions.defaults().memoryLimit(2 * MEMORY)));
      case TAG ->
          maintainOnce(attempt, table -> table.tag("t" + argument % 3, anyId(argument / 3)));
      case UNTAG -> maintainOnce(attempt, table -> table.untag("t" + argument % 3));
      case EXPIRE -> maintain(table -> table.expire(Duration.ZERO, 1 + argument % 2));
      case CLEAN -> clean();
      case ROLLBACK -> rollback(attempt, argument);
      case READ -> new Reading(world, process).latest(argument);
      case READ_SNAPSHOT -> new Reading(world, process).snapshot(anyId(argument));
      case READ_AS_OF -> new Reading(world, process).asOf(anyId(argument), argument % 3 - 1);
      case READ_CACHED -> new Reading(world, process).cached();
      case WAIT -> process.pause(WAITS[argument % WAITS.length]);
    }
  }

  static void append(Attempt attempt, BitSet added) {
    attempt.changes(
        before -> {
          BitSet rows = (BitSet) before.clone();
          rows.or(added);
          return rows;
        });
  }

  private static void overwrite(Attempt attempt, BitSet added) {
    attempt.changes(before -> added);
  }

  /** Says what a write does to the rows of the table. */
  private interface Change {
    void of(Attempt attempt, BitSet added);
  }

  static TableWriter.Builder small(TableWriter.Builder builder) {
    return builder.memoryLimit(MEMORY).segmentSize(SEGMENT);
  }

  private void write(Attempt attempt, TableWriter.Builder builder, int argument, Change change) {
    try (TableWriter writer = environment.apply(small(builder)).open()) {
      BitSet added = new BitSet();
      writeRows(writer.schema(), writer.newRowWriter(), argument % 4, added);
      change.of(attempt, added);
      commit(attempt, argument, () -> writer.commit().snapshotId());
    }
  }

  /** Writes new rows, and adds their numbers to a set. */
  void writeRows(Schema schema, RowWriter writer, int count, BitSet added) {
    int first = world.newRows(count);
    process.learn(first);
    try (RowWriter rows = writer) {
      for (int row = first; row < first + count; row++) {
        Rows.write(rows, schema, row);
        added.set(row);
      }
    }
  }

  /** Commits, and once more if that fails and the argument says so. */
  void commit(Attempt attempt, int argument, LongSupplier commit) {
    boolean isRepeated = argument / 4 % 2 == 0;
    while (true) {
      attempt.open();
      attempt.commits(true);
      try {
        long id = commit.getAsLong();
        if (!process.isDead()) {
          world.require(attempt.acknowledged(id));
        }
        return;
      } catch (CommitStateUnknownException | ErrorFault e) {
        attempt.unknown();
        throw e;
      } catch (RuntimeException e) {
        if (!process.isDead()) {
          world.require(attempt.refused(e));
        }
        if (process.isDead() || !isRepeated) {
          throw e;
        }
        isRepeated = false;
      } finally {
        attempt.commits(false);
      }
    }
  }

  private void replace(Attempt attempt, int argument) {
    BitSet replaced = new BitSet();
    List<Long> numbers = new ArrayList<>();
    int drops = world.model().drops();
    long id;
    try (Table table = Table.open(uri)) {
      id = table.snapshot().id();
      var rowGroups = table.rowGroups();
      for (int i = 0; i < rowGroups.size(); i++) {
        if ((argument >> i & 1) == 0) {
          numbers.add(rowGroups.get(i).number());
          replaced.or(
              Reading.rows(table, rowGroups.get(i).firstRow(), rowGroups.get(i).rowCount()));
        }
      }
    }
    if (numbers.isEmpty()) {
      return;
    }
    try (TableWriter writer =
        environment.apply(small(TableWriter.replaceRowGroups(uri, id, List.of(numbers)))).open()) {
      if (world.model().drops() != drops) {
        return; // These are row groups of another table, whose rows are not those that were read.
      }
      BitSet added = new BitSet();
      writeRows(writer.schema(), writer.newRowWriter(), argument % 4, added);
      attempt.changes(
          before -> {
            BitSet rows = (BitSet) before.clone();
            rows.andNot(replaced);
            rows.or(added);
            return rows;
          });
      commit(attempt, argument, () -> writer.commit().snapshotId());
    }
  }

  private void addFiles(Attempt attempt, int argument) {
    Schema schema;
    try (Table table = Table.open(uri)) {
      schema = table.schema();
    }
    String path = "data/added-" + process.index() + "-" + process.uuid();
    BitSet added = new BitSet();
    try (AlbisFileWriter writer =
        environment
            .apply(AlbisFileWriter.create(uri + "/" + path, schema))
            .memoryLimit(MEMORY)
            .segmentSize(SEGMENT)
            .open()) {
      writeRows(writer.schema(), writer.newRowWriter(), 1 + argument % 3, added);
      writer.finish();
    }
    append(attempt, added);
    maintain(table -> commit(attempt, argument, () -> table.addFiles(List.of(path)).snapshotId()));
  }

  private void update(Attempt attempt, Consumer<TableUpdate> change) {
    attempt.changes(before -> before);
    try (TableUpdate update = environment.update(uri)) {
      change.accept(update);
      commit(attempt, attempt.action().argument(), () -> update.commit().snapshotId());
    }
  }

  private static void dropColumn(TableUpdate update, int argument) {
    List<Field> fields = update.schema().fields();
    int index = Rows.SCHEMA.fields().size() + argument % 2;
    if (index < fields.size()) {
      update.dropColumn(fields.get(index).name());
    }
  }

  private static void partition(TableUpdate update, int argument) {
    switch (argument % 4) {
      case 0 -> update.partitionBy(Partitioning.identity("k"));
      case 1 -> update.partitionBy(Partitioning.bucket("id", 2));
      case 2 -> update.partitionBy(Partitioning.bucket("id", 3));
      default -> update.partitionBy();
    }
  }

  private static void sort(TableUpdate update, int argument) {
    switch (argument % 3) {
      case 0 -> update.sortBy(SortColumn.ascending("id"));
      case 1 -> update.sortBy(SortColumn.descending("k"));
      default -> update.sortBy();
    }
  }

  private void maintain(Consumer<TableMaintenance> task) {
    ((Attempt) process.attempt()).commits(true);
    try (TableMaintenance table = environment.maintenance(uri)) {
      task.accept(table);
    }
  }

  private void maintainOnce(Attempt attempt, Consumer<TableMaintenance> task) {
    attempt.changes(before -> before);
    maintain(
        table -> {
          try {
            task.accept(table);
          } catch (CommitStateUnknownException | ErrorFault e) {
            attempt.unknown();
            throw e;
          } catch (RuntimeException e) {
            if (!process.isDead()) {
              world.require(attempt.refused(e));
            }
            throw e;
          }
        });
  }

  /** The period of grace ends when the clean-up looks at the clock, so that no write is older. */
  private void clean() {
    process.learn(world.graceMillis());
    SimulatedEnvironment patient =
        new SimulatedEnvironment(
            process::uuid,
            () -> process.millis() - world.graceMillis(),
            process::millis,
            process::pause);
    try (TableMaintenance table = patient.maintenance(uri)) {
      table.clean(Duration.ZERO);
    }
  }

  private void rollback(Attempt attempt, int argument) {
    long id = anyId(argument);
    attempt.changes(
        before ->
            Optional.ofNullable(world.model().snapshot(id))
                .map(TableModel.Published::rows)
                .orElse(before));
    maintain(table -> commit(attempt, argument, () -> table.rollback(id)));
  }

  private long anyId(int argument) {
    long latest = world.model().latestId();
    process.learn(latest);
    return latest == 0 ? 1 : 1 + argument % latest;
  }
}
