// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import static io.albis.writer.GrowingTable.NEXT_ID;
import static io.albis.writer.GrowingTable.NOTE;
import static io.albis.writer.GrowingTable.SCHEMA;
import static io.albis.writer.GrowingTable.append;
import static io.albis.writer.GrowingTable.writeRow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CommitConflictException;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Type;
import io.albis.maintenance.TableMaintenance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Appends that add columns, while others change the table. */
class AppendedColumnsConflictTest {

  @TempDir Path directory;
  private GrowingTable table;
  private String uri;

  @BeforeEach
  void createTable() {
    table = new GrowingTable(directory.resolve("t"));
    uri = table.uri();
  }

  private interface Commits {
    void run() throws IOException;
  }

  /** Commits with a writer that was opened, and that wrote its rows, before others committed. */
  private CommitResult commitAfter(Commits others) throws IOException {
    try (TableWriter writer = TableWriter.append(uri).addColumn(NOTE).open()) {
      writeRow(writer, 2);
      others.run();
      return writer.commit();
    }
  }

  private void requireConflictAfter(Runnable others) throws IOException {
    List<String> before = table.files();
    AtomicLong snapshot = new AtomicLong();
    List<String> expected = new ArrayList<>();
    assertThatThrownBy(
            () ->
                commitAfter(
                    () -> {
                      List<String> own = table.files();
                      own.removeAll(before);
                      assertThat(own).hasSize(1);
                      others.run();
                      snapshot.set(table.latest().id());
                      expected.addAll(table.files());
                      expected.removeAll(own);
                    }))
        .isInstanceOf(CommitConflictException.class);
    assertThat(table.latest().id()).isEqualTo(snapshot.get());
    // What the loser has written is gone.
    assertThat(table.files()).isEqualTo(expected);
    assertThat(table.latest().rowCount()).isEqualTo(table.stored().values("a").size());
  }

  @Test
  void columnsOfTheSameNameConflict() throws IOException {
    requireConflictAfter(() -> append(TableWriter.append(uri).addColumn(NOTE), 7));
    assertThat(table.stored().values("note")).containsExactly(null, "n");
  }

  @Test
  void otherColumnsConflict() throws IOException {
    Field other = Field.nullable("other", Type.int64());
    requireConflictAfter(() -> append(TableWriter.append(uri).addColumn(other), 7));
    requireConflictAfter(() -> change(update -> update.addColumn(NOTE.withName("third"))));
  }

  @Test
  void changesOfColumnsConflict() throws IOException {
    requireConflictAfter(() -> change(update -> update.renameColumn("s", "z")));
    requireConflictAfter(() -> change(update -> update.groupColumns(ColumnGroupSpec.all())));
    requireConflictAfter(() -> append(TableWriter.overwrite(uri, SCHEMA), 7));
  }

  private void change(UnaryOperator<TableUpdate> changes) {
    try (TableUpdate update = TableUpdate.open(uri)) {
      changes.apply(update).commit();
    }
  }

  @Test
  void idsOfColumnsThatWereDroppedConflict() throws IOException {
    // Files of the winner have the id that the loser has given to its own column.
    requireConflictAfter(
        () -> {
          append(TableWriter.append(uri).addColumn(Field.nullable("other", Type.int64())), 7);
          change(update -> update.dropColumn("other"));
        });
    append(TableWriter.append(uri).addColumn(NOTE), 3);
    assertThat(table.latest().schema().schema().field("note").id()).isEqualTo(NEXT_ID + 1);
    assertThat(table.stored().values("note")).containsExactly(null, null, "n");
  }

  @Test
  void appendsAndOrdersOfOthersStay() throws IOException {
    CommitResult result =
        commitAfter(
            () -> {
              append(TableWriter.append(uri), 7);
              change(update -> update.orderColumns(List.of("s", "a")).setProperty("k", "v"));
              try (TableMaintenance maintenance = TableMaintenance.open(uri)) {
                maintenance.tag("before", 0);
              }
            });
    assertThat(result.snapshotId()).isEqualTo(5);
    StoredTable stored = table.stored();
    assertThat(stored.values("a")).containsExactly(1L, 7L, 2L);
    assertThat(stored.values("note")).containsExactly(null, null, "n");
    Leaf a = table.latest().schema().schema().leaf(1);
    List<Integer> order = table.latest().columnGroups().order();
    assertThat(order).hasSize(4).endsWith(a.id());
    assertThat(table.latest().properties()).containsEntry("k", "v");
    assertThat(table.latest().tags()).isNotEmpty();
  }

  @Test
  void isAConflictForOthers() {
    try (TableWriter rows = TableWriter.append(uri).open();
        TableWriter replacement =
            TableWriter.replaceRowGroups(uri, 1, List.of(List.of(0L))).open();
        TableWriter overwrite = TableWriter.overwrite(uri).open();
        TableUpdate update = TableUpdate.open(uri)) {
      writeRow(rows, 5);
      writeRow(replacement, 5);
      writeRow(overwrite, 5);
      update.renameColumn("a", "b");
      append(TableWriter.append(uri).addColumn(NOTE), 2);
      for (TableWriter loser : List.of(rows, replacement, overwrite)) {
        assertThatThrownBy(loser::commit).isInstanceOf(CommitConflictException.class);
      }
      assertThatThrownBy(update::commit).isInstanceOf(CommitConflictException.class);
    }
    assertThat(table.latest().id()).isEqualTo(2);
    assertThat(table.latest().rowCount()).isEqualTo(2);
  }
}
