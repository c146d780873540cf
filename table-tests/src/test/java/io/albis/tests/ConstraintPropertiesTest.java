// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CommitConflictException;
import io.albis.format.error.SnapshotExpiredException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.maintenance.TableMaintenance;
import io.albis.reader.Table;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commits do with properties that are constraints. */
class ConstraintPropertiesTest {

  private static final Schema SCHEMA = Schema.of(Field.nullable("id", Type.int64()));

  private static final String KEY = "constraint.positive";
  private static final String CHECK = "CHECK (id > 0)";

  @TempDir Path directory;
  private String uri;

  @BeforeEach
  void create() {
    uri = TestRoot.uri(directory.resolve("t"));
    try (TableWriter writer = TableWriter.create(uri, SCHEMA).property("a", "b").open()) {
      addRow(writer);
      writer.commit();
    }
  }

  private static void addRow(TableWriter writer) {
    try (RowWriter rows = writer.newRowWriter()) {
      rows.setLong(0, 1);
      rows.endRow();
    }
  }

  private void append() {
    try (TableWriter writer = TableWriter.append(uri).open()) {
      addRow(writer);
      writer.commit();
    }
  }

  private void change(Function<TableUpdate, TableUpdate> change) {
    try (TableUpdate update = TableUpdate.open(uri)) {
      change.apply(update).commit();
    }
  }

  private Map<String, String> properties() {
    try (Table table = Table.open(uri)) {
      return table.properties();
    }
  }

  private UUID tableId() {
    try (Table table = Table.open(uri)) {
      return table.id();
    }
  }

  private long snapshotId() {
    try (Table table = Table.open(uri)) {
      return table.snapshot().id();
    }
  }

  @Test
  void commitsAfterAnotherConstraintConflict() {
    try (TableWriter append = TableWriter.append(uri).open();
        TableUpdate rename = TableUpdate.open(uri)) {
      addRow(append);
      change(update -> update.setProperty(KEY, CHECK).setProperty("c", "d"));
      assertThatThrownBy(append::commit)
          .isInstanceOf(CommitConflictException.class)
          .hasMessageContaining("the constraints have changed");
      assertThatThrownBy(rename.renameColumn("id", "k")::commit)
          .isInstanceOf(CommitConflictException.class);
    }
    try (TableWriter append = TableWriter.append(uri).open()) {
      addRow(append);
      change(update -> update.setProperty("c", "e"));
      append.commit();
    }
    assertThat(properties()).isEqualTo(Map.of("a", "b", "c", "e", KEY, CHECK));
  }

  @Test
  void otherColumnsRemoveConstraints() {
    change(update -> update.setProperty(KEY, CHECK));
    try (TableWriter writer = TableWriter.overwrite(uri).open()) {
      writer.commit();
    }
    Schema wider = Schema.of(Field.nullable("n", Type.int64()));
    try (TableWriter writer = TableWriter.overwrite(uri).mergeColumns(wider).open()) {
      writer.commit();
    }
    assertThat(properties()).containsOnlyKeys("a", KEY);
    try (TableWriter writer =
        TableWriter.overwrite(uri, SCHEMA).property("constraint.c", CHECK).open()) {
      writer.commit();
    }
    assertThat(properties()).isEqualTo(Map.of("a", "b", "constraint.c", CHECK));
  }

  @Test
  void updatesKnowTheProperties() {
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.setProperty("c", "d").dropProperty("a");
      assertThat(update.properties()).isEqualTo(Map.of("c", "d"));
      update.dropProperty("c").setProperty("a", "e");
      assertThat(update.properties()).isEqualTo(Map.of("a", "e"));
    }
  }

  @Test
  void updatesRequireTheRowsThatWereRead() {
    long read = snapshotId();
    change(update -> update.setProperty("c", "d"));
    change(update -> update.requireRowsOf(tableId(), read).setProperty(KEY, CHECK));
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.requireRowsOf(tableId(), read).dropProperty(KEY);
      append();
      assertThatThrownBy(update::commit)
          .isInstanceOf(CommitConflictException.class)
          .hasMessageContaining("another writer has changed rows since snapshot " + read);
    }
    try (TableUpdate update = TableUpdate.open(uri)) {
      assertThatThrownBy(() -> update.requireRowsOf(tableId(), read))
          .isInstanceOf(CommitConflictException.class);
      update.requireRowsOf(tableId(), snapshotId()).dropProperty(KEY).commit();
    }
    assertThat(properties()).containsOnlyKeys("a", "c");
    try (TableUpdate update = TableUpdate.open(uri)) {
      assertThatThrownBy(() -> update.requireRowsOf(tableId(), snapshotId() + 1))
          .isInstanceOf(SnapshotExpiredException.class);
    }
  }

  @Test
  void updatesRequireTheTableThatWasRead() {
    UUID read = tableId();
    long snapshot = snapshotId();
    assertThat(TableMaintenance.drop(uri, Map.of())).isTrue();
    create();
    try (TableUpdate update = TableUpdate.open(uri)) {
      assertThatThrownBy(() -> update.requireRowsOf(read, snapshot))
          .isInstanceOf(CommitConflictException.class)
          .hasMessageContaining("the table was deleted and created again since snapshot 1 was read")
          .hasMessageContaining("expected table " + read + ", found " + tableId());
    }
  }

  @Test
  void updatesRequireTheColumnsThatWereRead() {
    long read = snapshotId();
    change(update -> update.addColumn(Field.nullable("n", Type.int64())));
    try (TableUpdate update = TableUpdate.open(uri)) {
      assertThatThrownBy(() -> update.requireRowsOf(tableId(), read))
          .isInstanceOf(CommitConflictException.class)
          .hasMessageContaining("another writer has changed the columns since snapshot " + read);
    }
  }
}
