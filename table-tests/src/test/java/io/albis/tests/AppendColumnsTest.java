// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CommitConflictException;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.PreparedSnapshot;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.format.schema.Type;
import io.albis.maintenance.TableMaintenance;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.ReadOptions;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.BatchWriter;
import io.albis.writer.CommitResult;
import io.albis.writer.DistributedWrite;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import io.albis.writer.TaskResult;
import io.albis.writer.TaskWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Appends that add columns, and what readers find in old and new rows. */
class AppendColumnsTest {

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int64()),
          Field.nullable("place", Type.parse("struct<x: int32, y: int32>")),
          Field.nullable("items", Type.parse("list<struct<n: int32>>")));

  private static final Field NOTE = Field.nullable("note", Type.string());

  /** Of 7 in existing rows, and of 9 in new rows that do not set it. */
  private static final Field RANK =
      Field.required("rank", Type.int32()).withInitialDefault(7).withWriteDefault(9);

  private static final Field Z = Field.nullable("z", Type.int64());

  @TempDir Path directory;
  private String uri;

  @BeforeEach
  void chooseTable() {
    uri = TestRoot.uri(directory.resolve("t"));
  }

  private void create(String groups) {
    MaintainedTable.append(
        TableWriter.create(uri, SCHEMA).columnGroups(ColumnGroupSpec.parse(groups)),
        SCHEMA,
        List.of(oldRow(0), oldRow(1)));
  }

  private static List<Object> oldRow(long id) {
    return Arrays.asList(id, List.of((int) id, 5), List.of(List.of(3), List.of(4)));
  }

  /** A row of the first schema, as it is read after the additions. */
  private static List<Object> grownRow(long id) {
    return Arrays.asList(
        id,
        Arrays.asList((int) id, 5, null),
        List.of(Arrays.asList(3, null), Arrays.asList(4, null)),
        null,
        7);
  }

  private static List<Object> newRow(long id) {
    return Arrays.asList(
        id,
        Arrays.asList((int) id, null, id + 100),
        List.of(Arrays.asList(6, "i" + id)),
        "note " + id,
        (int) id);
  }

  private static TableWriter.Builder adding(String uri) {
    return TableWriter.append(uri)
        .addField("place", Z)
        .addField("items.element", Field.nullable("label", Type.string()))
        .addColumn(NOTE)
        .addColumn(RANK);
  }

  private static CommitResult append(TableWriter.Builder builder, long... ids) {
    try (TableWriter writer = builder.open()) {
      List<List<Object>> rows = new ArrayList<>();
      for (long id : ids) {
        rows.add(newRow(id));
      }
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, writer.schema(), rows);
      }
      return writer.commit();
    }
  }

  private List<List<Object>> rows(ReadOptions options) {
    try (Table table = TestTables.open(uri, options)) {
      assertThat(table.verify(any -> {}).problems()).isEmpty();
      return rows(table.scan());
    }
  }

  private static List<List<Object>> rows(DatasetScan scan) {
    List<List<Object>> rows = new ArrayList<>();
    try (RowCursor cursor = scan.rows()) {
      while (cursor.next()) {
        rows.add(cursor.row().materialize());
      }
    }
    return rows;
  }

  private List<List<Object>> rows() {
    return rows(ReadOptions.defaults());
  }

  private long snapshots() {
    try (Table table = TestTables.open(uri)) {
      return table.snapshots().size();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "all", "id,place.x"})
  void oldRowsReadAsDefaultsAndNewRowsAsWritten(String groups) {
    create(groups);
    for (String added : List.of("auto", "all")) {
      uri = TestRoot.uri(directory.resolve("t-" + added));
      create(groups);
      CommitResult result = append(adding(uri).columnGroups(ColumnGroupSpec.parse(added)), 10, 11);
      assertThat(result.snapshotId()).isEqualTo(2);
      assertThat(result.rowCount()).isEqualTo(4);
      assertThat(snapshots()).isEqualTo(2);
      assertThat(rows()).containsExactly(grownRow(0), grownRow(1), newRow(10), newRow(11));
      // The snapshot before has neither columns nor rows.
      assertThat(rows(ReadOptions.defaults().snapshot(1))).containsExactly(oldRow(0), oldRow(1));
      append(TableWriter.append(uri), 12);
      assertThat(rows().get(4)).isEqualTo(newRow(12));
      try (Table table = TestTables.open(uri)) {
        assertThat(rows(table.scan().select("id").filter(Predicate.equal("rank", 7))))
            .containsExactly(List.of(0L), List.of(1L));
        assertThat(rows(table.scan().select("id").filter(Predicate.isNotNull("note"))))
            .containsExactly(List.of(10L), List.of(11L), List.of(12L));
      }
    }
  }

  /** The columns of other rows: a wider one, an added one, an added field; one is missing. */
  private static final Schema OTHER =
      Schema.of(
          Field.required("note", Type.string()),
          Field.nullable("place", Type.parse("struct<z: int64, x: int64, y: int16>")),
          Field.required("id", Type.int32()));

  @ParameterizedTest
  @ValueSource(strings = {"single", "all", "id,place.x"})
  void mergesColumnsOfOtherRows(String groups) {
    create(groups);
    Schema merged =
        append(
            TableWriter.append(uri).mergeColumns(OTHER),
            List.of(10L, Arrays.asList(1L << 40, 6, 7L), List.of(), "new"));
    assertThat(merged.fields().stream().map(Field::toString))
        .containsExactly(
            "id: int64 required",
            "place: struct<x: int64, y: int32, z: int64>",
            "items: list<struct<n: int32>>",
            "note: string");
    List<Object> changed = List.of(List.of(3), List.of(4));
    assertThat(rows())
        .containsExactly(
            Arrays.asList(0L, Arrays.asList(0L, 5, null), changed, null),
            Arrays.asList(1L, Arrays.asList(1L, 5, null), changed, null),
            Arrays.asList(10L, Arrays.asList(1L << 40, 6, 7L), List.of(), "new"));
    assertThat(snapshots()).isEqualTo(2);
    // Nothing more to change: appends of others are no conflict, and neither are their columns.
    List<Object> same = List.of(11L, Arrays.asList(1L, 6, 7L), List.of(), "same");
    try (TableWriter writer = TableWriter.append(uri).mergeColumns(OTHER).open()) {
      append(TableWriter.append(uri), same);
      assertThat(writer.commit().rowCount()).isEqualTo(4);
    }
  }

  @Test
  void mergesColumnsWhenRowsAreReplaced() {
    Schema schema = Schema.of(Field.required("id", Type.int64()), NOTE);
    MaintainedTable.append(
        TableWriter.create(uri, schema)
            .partitionBy(Partitioning.identity("note"))
            .sortBy(SortColumn.ascending("id")),
        schema,
        List.of(List.of(1L, "a")));
    append(TableWriter.overwrite(uri).mergeColumns(Schema.of(Z)), List.of(2L, "b", 3L));
    assertThat(rows()).containsExactly(List.of(2L, "b", 3L));
    try (Table table = TestTables.open(uri)) {
      assertThat(table.partitioning()).containsExactly(Partitioning.identity("note"));
      assertThat(table.sortOrders().values()).containsExactly(List.of(SortColumn.ascending("id")));
    }
    assertThat(rows(ReadOptions.defaults().snapshot(1))).containsExactly(List.of(1L, "a"));
    assertThatThrownBy(() -> TableWriter.overwrite(uri, schema).mergeColumns(schema))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("Cannot merge columns into those of " + uri);
  }

  private static Schema append(TableWriter.Builder builder, List<Object> row) {
    try (TableWriter writer = builder.open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, writer.schema(), List.of(row));
      }
      writer.commit();
      return writer.schema();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void batchesAndUnsetColumnsHaveDefaults(boolean separatesGroups) {
    create("single");
    TableWriter.Builder builder = TableWriter.append(uri).addColumn(NOTE).addColumn(RANK);
    try (TableWriter writer = (separatesGroups ? builder.separateColumnGroups() : builder).open()) {
      try (BatchWriter batches = writer.newBatchWriter()) {
        batches.setLongs(0, new long[] {20, 21});
        batches.endBatch(2);
      }
      try (RowWriter out = writer.newRowWriter(1)) {
        out.setLong(0, 22);
        out.endRow();
      }
      writer.commit();
    }
    try (Table table = TestTables.open(uri)) {
      assertThat(rows(table.scan().select("id", "note", "rank")))
          .containsExactly(
              Arrays.asList(0L, null, 7),
              Arrays.asList(1L, null, 7),
              Arrays.asList(20L, null, 9),
              Arrays.asList(21L, null, 9),
              Arrays.asList(22L, null, 9));
    }
  }

  @Test
  void partitionedAndSortedTablesStaySo() {
    Schema schema =
        Schema.of(Field.required("id", Type.int64()), Field.nullable("region", Type.string()));
    MaintainedTable.append(
        TableWriter.create(uri, schema)
            .partitionBy(Partitioning.identity("region"))
            .sortBy(SortColumn.ascending("id")),
        schema,
        List.of(List.of(1L, "a"), List.of(2L, "b")));
    Schema grown = Schema.of(schema.fields().get(0), schema.fields().get(1), NOTE);
    MaintainedTable.append(
        TableWriter.append(uri).addColumn(NOTE),
        grown,
        List.of(
            Arrays.asList(3L, "b", "x"), Arrays.asList(4L, "a", "y"), Arrays.asList(5L, "b", "z")));
    try (Table table = TestTables.open(uri)) {
      assertThat(table.verify(any -> {}).problems()).isEmpty();
      assertThat(table.partitioning()).isNotEmpty();
      assertThat(table.layout().rowGroups()).hasSize(4);
      DatasetScan ofRegion = table.scan().pruneBy(Predicate.equal("region", "b"));
      // Rows are not tested: the row groups of other partitions are skipped.
      assertThat(rows(ofRegion))
          .containsExactlyInAnyOrder(
              Arrays.asList(2L, "b", null),
              Arrays.asList(3L, "b", "x"),
              Arrays.asList(5L, "b", "z"));
    }
  }

  @Test
  void preparedSnapshotsHaveTheColumns() throws Exception {
    create("single");
    try (TableWriter writer = adding(uri).open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, writer.schema(), List.of(newRow(10)));
      }
      PreparedSnapshot prepared = writer.prepare();
      PreparedSnapshot sent = JavaSerialization.copy(prepared);
      assertThat(sent).isEqualTo(prepared).hasSameHashCodeAs(prepared);
      try (Table table = Table.open(uri, sent, ReadOptions.defaults())) {
        assertThat(rows(table.scan())).containsExactly(grownRow(0), grownRow(1), newRow(10));
      }
      assertThat(rows()).containsExactly(oldRow(0), oldRow(1));
      writer.commit();
    }
    assertThat(rows()).hasSize(3);
  }

  @Test
  void maintenanceOfOthersIsNoConflict() {
    create("single");
    MaintainedTable.append(TableWriter.append(uri), SCHEMA, List.of(oldRow(2)));
    try (TableWriter writer = adding(uri).open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, writer.schema(), List.of(newRow(10)));
      }
      long before = snapshots();
      try (TableMaintenance maintenance = TableMaintenance.open(uri)) {
        maintenance.optimize(MaintainedTable.SMALL);
        maintenance.mergeRowGroups(MaintainedTable.MERGE);
      }
      assertThat(snapshots()).isEqualTo(before + 2);
      assertThat(writer.commit().snapshotId()).isEqualTo(before + 3);
    }
    assertThat(rows()).containsExactly(grownRow(0), grownRow(1), grownRow(2), newRow(10));
    try (TableMaintenance maintenance = TableMaintenance.open(uri)) {
      maintenance.mergeRowGroups(MaintainedTable.MERGE);
      maintenance.optimize(MaintainedTable.SMALL);
    }
    assertThat(rows()).containsExactly(grownRow(0), grownRow(1), grownRow(2), newRow(10));
  }

  private static TaskResult run(DistributedWrite write, long id) {
    DistributedWrite task = DistributedWrite.fromBytes(write.toBytes());
    try (TaskWriter writer = task.openTask((int) id, 0)) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, task.schema(), List.of(newRow(id)));
      }
      return TaskResult.fromBytes(writer.finish().toBytes());
    }
  }

  @Test
  void distributedWritesAddColumns() {
    create("all");
    DistributedWrite planned = adding(uri).openDistributed();
    List<TaskResult> results = List.of(run(planned, 10), run(planned, 11));
    MaintainedTable.append(TableWriter.append(uri), SCHEMA, List.of(oldRow(2)));
    // By another process.
    DistributedWrite write = DistributedWrite.fromBytes(planned.toBytes());
    assertThat(write.commit(results).snapshotId()).isEqualTo(3);
    assertThat(rows())
        .containsExactly(grownRow(0), grownRow(1), grownRow(2), newRow(10), newRow(11));
    assertThatThrownBy(() -> planned.commit(results)).isInstanceOf(CommitConflictException.class);
    assertThat(snapshots()).isEqualTo(3);
  }

  @Test
  void distributedWritesConflictWithColumnsOfOthers() throws IOException {
    create("single");
    DistributedWrite write = adding(uri).openDistributed();
    List<String> before = new StoredFiles(uri).list();
    List<TaskResult> results = List.of(run(write, 10));
    try (TableWriter other = TableWriter.append(uri).addColumn(Z).open()) {
      other.commit();
    }
    assertThatThrownBy(() -> write.commit(results)).isInstanceOf(CommitConflictException.class);
    write.abort(results);
    // The snapshot of the other, and the manifest of the refused commit, which clean removes.
    assertThat(new StoredFiles(uri).list()).hasSize(before.size() + 2).containsAll(before);
    assertThat(rows().get(0)).isEqualTo(with(oldRow(0), null));
  }

  private static List<Object> with(List<Object> row, Object added) {
    List<Object> longer = new ArrayList<>(row);
    longer.add(added);
    return longer;
  }
}
