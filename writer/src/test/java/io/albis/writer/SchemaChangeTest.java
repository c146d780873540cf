// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CommitConflictException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.layout.ColumnGroups;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Type;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What changes of the schema write and commit. Reading them back is tested with the reader. */
class SchemaChangeTest {

  private static final int ROWS = 20_000;

  @TempDir Path directory;
  private String uri;

  @BeforeEach
  void createTable() {
    uri = TestRoot.uri(directory.resolve("t"));
    var schema =
        io.albis.format.schema.Schema.of(
            Field.required("a", Type.int32()), Field.nullable("b", Type.int64()));
    append(TableWriter.create(uri, schema), 0);
    append(TableWriter.append(uri), ROWS);
  }

  private static void append(TableWriter.Builder builder, int first) {
    try (TableWriter writer = builder.rowGroupSize(1 << 16).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < ROWS; i++) {
          rows.setInt(0, first + i);
          rows.setLong(1, i);
          rows.endRow();
        }
      }
      writer.commit();
    }
  }

  private static List<Object> longs(long from, long to) {
    return LongStream.range(from, to).<Object>mapToObj(i -> i).toList();
  }

  @Test
  void valuesOfAddedColumnsArePackedAcrossRowGroupsAndManifests() throws IOException {
    List<String> before = new StoredFiles(uri).list(".albis");
    CommitResult result;
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.addColumn(
          Field.nullable("s", Type.parse("struct<x: int64 required, y: string>")),
          (first, count, rows) -> {
            for (long i = first; i < first + count; i++) {
              rows.value(0).beginStruct();
              rows.value(0).field(0).setLong(2 * i);
              rows.value(0).field(1).setString("y" + i);
              rows.endRow();
            }
          });
      update.addColumn(Field.nullable("later", Type.int32()));
      result = update.commit();
    }
    StoredTable table = StoredTable.read(uri);
    assertThat(table.values("a")).isEqualTo(longs(0, 2 * ROWS));
    assertThat(table.values("s.x"))
        .isEqualTo(LongStream.range(0, 2 * ROWS).<Object>mapToObj(i -> 2 * i).toList());
    assertThat(table.values("s.y").get(2 * ROWS - 1)).isEqualTo("y" + (2 * ROWS - 1));
    assertThat(table.values("later")).isEqualTo(Collections.nCopies(2 * ROWS, null));
    // A file for each leaf and the presence of the struct.
    List<String> added = new java.util.ArrayList<>(new StoredFiles(uri).list(".albis"));
    added.removeAll(before);
    assertThat(added).hasSize(3);
    assertThat(result.writtenBytes())
        .isEqualTo(added.stream().mapToLong(f -> table.dataFiles().get(f).bytes().length).sum());
    assertThat(table.manifests()).hasSize(2);
    assertThat(table.snapshot().snapshot().operation()).isEqualTo("schema");
  }

  @Test
  void updatesThatAreGivenUpLeaveNothing() throws IOException {
    List<String> before = new StoredFiles(uri).list();
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.addColumn(
          Field.required("c", Type.int32()),
          (first, count, rows) -> {
            for (long i = 0; i < count; i++) {
              rows.setInt(0, 1);
              rows.endRow();
            }
          });
    }
    assertThat(new StoredFiles(uri).list()).isEqualTo(before);
    try (TableUpdate update = TableUpdate.open(uri)) {
      assertThatThrownBy(
              () ->
                  update.addColumn(
                      Field.required("c", Type.int32()),
                      (first, count, rows) -> {
                        rows.setInt(0, 1);
                        rows.endRow();
                      }))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("Cannot add column c: the row group at row 0 has ")
          .hasMessageContaining(" rows, but values for 1 were written");
    }
    assertThat(new StoredFiles(uri).list()).isEqualTo(before);
  }

  @Test
  void losersOfARaceLeaveNothing() throws IOException {
    List<String> before;
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.addColumn(
          Field.nullable("c", Type.int32()),
          (first, count, rows) -> {
            for (long i = 0; i < count; i++) {
              rows.endRow();
            }
          });
      append(TableWriter.append(uri), 0);
      before = new StoredFiles(uri).list("manifest-");
      assertThatThrownBy(update::commit).isInstanceOf(CommitConflictException.class);
    }
    assertThat(new StoredFiles(uri).list("manifest-")).isEqualTo(before);
    assertThat(StoredTable.read(uri).dataFiles())
        .hasSameSizeAs(new StoredFiles(uri).list(".albis"));
  }

  @Test
  void leavesMoveToOtherColumnGroups() throws IOException {
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.groupColumns(ColumnGroupSpec.all()).commit();
    }
    append(TableWriter.append(uri), 2 * ROWS);
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.groupColumns(ColumnGroupSpec.single()).commit();
    }
    append(TableWriter.append(uri), 3 * ROWS);
    StoredTable table = StoredTable.read(uri);
    assertThat(table.values("a")).isEqualTo(longs(0, 4 * ROWS));
    ColumnGroups groups = table.snapshot().snapshot().columnGroups();
    assertThat(groups.listed()).hasSize(1).allMatch(ColumnGroup::retired);
    assertThat(table.snapshot().snapshot().nextId()).isEqualTo(4);
    // Rows of the new groups alone.
    append(TableWriter.overwrite(uri), 0);
    assertThat(StoredTable.read(uri).snapshot().snapshot().columnGroups().listed()).isEmpty();
  }

  @Test
  void changesOfTheSchemaAloneWriteNoManifests() throws IOException {
    List<String> before = new StoredFiles(uri).list("manifest-");
    try (TableUpdate update = TableUpdate.open(uri)) {
      update
          .renameColumn("a", "z")
          .widenColumn("z", Type.int64())
          .moveColumn("z", 1)
          .dropColumn("b")
          .addColumn(Field.nullable("s", Type.parse("struct<x: int32>")))
          .addField("s", Field.nullable("y", Type.string()))
          .commit();
    }
    append(TableWriter.append(uri), 0, "z");
    StoredTable table = StoredTable.read(uri);
    assertThat(table.snapshot().snapshot().schema().schema().paths())
        .containsExactly("z", "s", "s.x", "s.y");
    assertThat(table.values("z").subList(0, 2 * ROWS)).isEqualTo(longs(0, 2 * ROWS));
    assertThat(table.values("z").get(2 * ROWS)).isEqualTo(1L << 40);
    assertThat(new StoredFiles(uri).list("manifest-")).hasSize(before.size() + 1);
  }

  private static void append(TableWriter.Builder builder, int ordinal, String name) {
    try (TableWriter writer = builder.open()) {
      assertThat(writer.schema().fields().get(ordinal).name()).isEqualTo(name);
      try (RowWriter rows = writer.newRowWriter()) {
        rows.setLong(ordinal, 1L << 40);
        rows.endRow();
      }
      writer.commit();
    }
  }
}
