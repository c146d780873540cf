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

import io.albis.format.error.AlbisIOException;
import io.albis.format.error.CommitStateUnknownException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.schema.SchemaUpdate;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.storage.Storage;
import io.albis.storage.tck.StoredFiles;
import io.albis.table.TableSnapshots;
import io.albis.table.WriteEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What appends that add columns write and commit. Reading them back is tested with the reader. */
class AppendedColumnsTest {

  @TempDir Path directory;
  private GrowingTable table;
  private String uri;

  @BeforeEach
  void createTable() {
    table = new GrowingTable(directory.resolve("t"));
    uri = table.uri();
  }

  @Test
  void rowsAndColumnsAreOneSnapshot() throws IOException {
    CommitResult result =
        append(
            TableWriter.append(uri)
                .addColumn(Field.nullable("n", Type.int64()))
                .addField("s", Field.nullable("z", Type.int64()))
                .addColumn(NOTE),
            2);
    assertThat(result.snapshotId()).isEqualTo(2);
    assertThat(result.rowCount()).isEqualTo(2);
    assertThat(new StoredFiles(uri).list("snapshot-")).hasSize(2);
    StoredTable stored = table.stored();
    assertThat(table.latest().operation()).isEqualTo("append");
    Schema schema = table.latest().schema().schema();
    assertThat(schema.paths()).containsExactly("a", "s", "s.x", "s.y", "s.z", "n", "note");
    assertThat(List.of(schema.field("n").id(), schema.field("s.z").id(), schema.field("note").id()))
        .containsExactly(NEXT_ID, NEXT_ID + 1, NEXT_ID + 2);
    assertThat(table.latest().nextId()).isEqualTo(NEXT_ID + 3);
    assertThat(stored.values("a")).containsExactly(1L, 2L);
    assertThat(stored.values("n")).containsExactly(null, 10L);
    assertThat(stored.values("note")).containsExactly(null, "n");
    // The file of the new rows has the new ids as well.
    assertThat(stored.dataFiles().values())
        .anyMatch(file -> file.footer().schema().schema().equals(schema));
  }

  @Test
  void isTheSameSchemaAsThatOfAnUpdate() {
    UnaryOperator<SchemaUpdate> both =
        update ->
            update.add(NOTE).add("s", Field.required("w", Type.int32()).withInitialDefault(7));
    Schema expected =
        both.apply(SchemaUpdate.of(table.latest().schema().schema(), NEXT_ID)).schema();
    append(
        TableWriter.append(uri)
            .addColumn(NOTE)
            .addField("s", Field.required("w", Type.int32()).withInitialDefault(7)),
        2);
    assertThat(table.latest().schema().schema()).isEqualTo(expected);
  }

  @Test
  void columnsAreAddedWithoutRows() throws IOException {
    List<String> before = new StoredFiles(uri).list(".albis");
    try (TableWriter writer = TableWriter.append(uri).addColumn(NOTE).open()) {
      assertThat(writer.commit().rowCount()).isEqualTo(1);
    }
    assertThat(table.latest().schema().schema().find("note")).isPresent();
    assertThat(new StoredFiles(uri).list(".albis")).isEqualTo(before);
    assertThat(table.stored().values("note")).containsExactly((Object) null);
  }

  @Test
  void addedColumnsAreGroupedAsAsked() throws IOException {
    append(TableWriter.overwrite(uri, SCHEMA).columnGroups(ColumnGroupSpec.all()), 1);
    List<ColumnGroup> before = table.latest().columnGroups().listed();
    assertThat(before).hasSize(1);
    int next = table.latest().nextId();
    append(
        TableWriter.append(uri)
            .addColumn(Field.nullable("n", Type.int64()))
            .addColumn(NOTE)
            .addColumn(Field.nullable("l", Type.parse("list<int64>")))
            .columnGroups(ColumnGroupSpec.parse("n,note")),
        2);
    List<ColumnGroup> after = table.latest().columnGroups().listed();
    assertThat(after.get(0)).isEqualTo(before.get(0));
    // The list has an element, and a group of its own, which is implicit.
    assertThat(after.subList(1, after.size()))
        .containsExactly(ColumnGroup.ofRows(next + 4, List.of(next, next + 1)));
    assertThat(table.latest().nextId()).isEqualTo(next + 5);
    assertThat(table.stored().values("note")).containsExactly(null, "n");
    append(TableWriter.append(uri), 3);
    assertThat(table.stored().values("n")).containsExactly(null, 10L, 10L);
    assertThat(table.stored().values("a")).containsExactly(1L, 2L, 3L);
  }

  @Test
  void manyColumnsShareGroupsByDefault() {
    TableWriter.Builder builder = TableWriter.append(uri);
    for (int i = 0; i < 200; i++) {
      builder.addColumn(Field.nullable("c" + i, Type.int64()));
    }
    append(builder, 2);
    List<ColumnGroup> groups = table.latest().columnGroups().listed();
    assertThat(groups).isNotEmpty().allMatch(group -> group.isRowLayout());
    assertThat(groups.stream().mapToInt(ColumnGroup::leafCount).sum()).isEqualTo(200);
    int greatest = groups.stream().mapToInt(ColumnGroup::id).max().orElseThrow();
    assertThat(table.latest().nextId()).isEqualTo(greatest + 1);
  }

  @Test
  void existingColumnsKeepTheirGroups() throws IOException {
    List<String> before = table.files();
    TableWriter.Builder builder =
        TableWriter.append(uri).addColumn(NOTE).columnGroups(ColumnGroupSpec.parse("a,note"));
    assertThatThrownBy(builder::open)
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("a has one already (expected only columns that are added)");
    assertThat(table.files()).isEqualTo(before);
  }

  @Test
  void refusesWhatAnUpdateRefuses() throws IOException {
    List<String> before = table.files();
    assertThatThrownBy(TableWriter.append(uri).addColumn(Field.nullable("a", Type.int32()))::open)
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("Cannot add column a: there is one of this name");
    assertThatThrownBy(TableWriter.append(uri).addColumn(NOTE).addColumn(NOTE)::open)
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("Cannot add column note");
    assertThatThrownBy(TableWriter.append(uri).addColumn(Field.required("r", Type.int32()))::open)
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("required and has no initial default");
    assertThatThrownBy(TableWriter.append(uri).addField("a", NOTE)::open)
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("Cannot add column a.note");
    assertThatThrownBy(TableWriter.append(uri).addField("none", NOTE)::open)
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("none");
    assertThat(table.files()).isEqualTo(before);
    for (TableWriter.Builder other :
        Arrays.asList(
            TableWriter.create(uri, SCHEMA),
            TableWriter.overwrite(uri),
            TableWriter.overwrite(uri, SCHEMA),
            TableWriter.replaceRowGroups(uri, 1, List.of(List.of(0L))))) {
      assertThatThrownBy(() -> other.addColumn(NOTE))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("Cannot add column note");
      assertThatThrownBy(() -> other.addField("s", NOTE))
          .isInstanceOf(UnsupportedOperationException.class);
    }
  }

  @Test
  void writersThatAreGivenUpLeaveNothing() throws IOException {
    List<String> before = table.files();
    Snapshot snapshot = table.latest();
    try (TableWriter writer = TableWriter.append(uri).addColumn(NOTE).open()) {
      writeRow(writer, 2);
      writer.prepare();
      assertThat(table.files()).isNotEqualTo(before);
    }
    try (TableWriter writer = TableWriter.append(uri).addColumn(NOTE).open()) {
      RowWriter rows = writer.newRowWriter();
      rows.setString(2, "n");
      assertThatThrownBy(writer::commit).isInstanceOf(IllegalStateException.class);
    }
    assertThat(table.files()).isEqualTo(before);
    assertThat(table.latest()).isEqualTo(snapshot);
  }

  @Test
  void commitsThatFailLeaveTheSchema() throws IOException {
    Snapshot snapshot = table.latest();
    List<String> before = table.files();
    assertThatThrownBy(() -> commitTo(LateStorage.Fault.NOT_PUBLISHED))
        .isInstanceOf(AlbisIOException.class)
        .hasMessageContaining("the table is unchanged");
    assertThat(table.latest()).isEqualTo(snapshot);
    assertThat(table.files()).isEqualTo(before);
    assertThatThrownBy(this::commitTo).isInstanceOf(CommitStateUnknownException.class);
    assertThat(table.latest()).isEqualTo(snapshot);
    assertThat(commitTo(LateStorage.Fault.LOST_RESPONSE).snapshotId()).isEqualTo(2);
    assertThat(table.stored().values("note")).containsExactly(null, "n");
  }

  private CommitResult commitTo(LateStorage.Fault... faults) throws IOException {
    Storage storage = new LateStorage(Storage.open(uri, Map.of()), faults).storage();
    TableTarget target =
        TableTarget.existing(
                new TableSnapshots(storage).require(), false, Map.of(), WriteEnvironment.system())
            .withColumns(List.of(update -> update.add(NOTE)), ColumnGroupSpec.auto());
    try (TableWriter writer = new TableWriter(TableWriter.append(uri), storage, target)) {
      writeRow(writer, 2);
      return writer.commit();
    }
  }
}
