// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.atIndex;

import io.albis.format.error.CorruptFileException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.format.schema.Type;
import io.albis.reader.AlbisFile;
import io.albis.reader.Dataset;
import io.albis.reader.DatasetScan;
import io.albis.reader.RowCursor;
import io.albis.reader.Split;
import io.albis.reader.Table;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.AlbisFileWriter;
import io.albis.writer.RowWriter;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data files are read without a table around them, as are those of a table. */
class StandAloneFileTest {

  private static final int ROWS = 3000;

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int32()),
          Field.nullable("s", Type.parse("struct<x: int32 required, y: string>")),
          Field.nullable("l", Type.list(Field.nullable("element", Type.int32()))));

  @TempDir private Path directory;

  private static List<Object> row(int i) {
    return Arrays.asList(
        i, i % 4 == 0 ? null : Arrays.asList(i, i % 3 == 0 ? null : "y" + i), List.of(i, -i));
  }

  private static List<List<Object>> rows() {
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(row(i));
    }
    return rows;
  }

  private String file(String name) {
    return TestRoot.uri(directory.resolve(name));
  }

  private void write(String uri, SortColumn... order) {
    try (AlbisFileWriter writer =
        AlbisFileWriter.create(uri, SCHEMA)
            .columnGroups(ColumnGroupSpec.parse("id, s.x; s.y; l"))
            .rowGroupSize(64 << 10)
            .sortBy(order)
            .property("origin", "here")
            .open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, SCHEMA, rows());
      }
      writer.finish();
    }
  }

  private static List<List<Object>> found(DatasetScan scan) {
    try (RowCursor cursor = scan.rows()) {
      return found(cursor);
    }
  }

  private static List<List<Object>> found(RowCursor cursor) {
    List<List<Object>> rows = new ArrayList<>();
    while (cursor.next()) {
      rows.add(cursor.row().materialize());
    }
    return rows;
  }

  private static void requireSound(Dataset dataset) {
    assertThat(dataset.verify(bytes -> {}).problems()).isEmpty();
  }

  @Test
  void filesTellWhatTheyAre() throws IOException {
    String uri = file("a.albis");
    write(uri, SortColumn.ascending("id"));
    try (AlbisFile file = AlbisFile.open(uri)) {
      assertThat(file.schema().fields()).extracting(Field::name).containsExactly("id", "s", "l");
      assertThat(file.properties()).containsOnly(Map.entry("origin", "here"));
      assertThat(file.rowCount()).isEqualTo(ROWS);
      assertThat(file.rowGroupCount()).isGreaterThan(1);
      assertThat(file.layout().rowGroups()).hasSize(file.rowGroupCount());
      assertThat(file.layout().files())
          .containsExactly(
              Map.entry("a.albis", new StoredFiles(TestRoot.uri(directory)).length("a.albis")));
      assertThat(file.sortOrders()).hasSize(1);
      assertThat(file.sortOrders().values().iterator().next())
          .containsExactly(SortColumn.ascending("id"));
      assertThat(file.createdBy()).startsWith("albis-java");
      requireSound(file);
    }
    // Nothing but the file was written.
    assertThat(new StoredFiles(TestRoot.uri(directory)).list()).containsExactly("a.albis");
  }

  @Test
  void splitsAreReadByOtherProcesses() {
    String uri = file("a.albis");
    write(uri);
    List<byte[]> sent = new ArrayList<>();
    try (AlbisFile file = AlbisFile.open(uri)) {
      file.scan().splits(1).forEach(split -> sent.add(split.toBytes()));
    }
    assertThat(sent).hasSizeGreaterThan(1);
    List<List<Object>> rows = new ArrayList<>();
    for (byte[] bytes : sent) {
      try (AlbisFile file = AlbisFile.open(uri);
          RowCursor cursor = file.scan().rows(Split.fromBytes(bytes))) {
        rows.addAll(found(cursor));
      }
    }
    Values.assertSameRows(rows, rows());
    String other = file("b.albis");
    write(other);
    try (AlbisFile file = AlbisFile.open(other)) {
      assertThatThrownBy(() -> file.scan().rows(Split.fromBytes(sent.get(0))))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("it is of another table");
    }
  }

  @Test
  void openingReadsTheEndOfAWideFileOnce() {
    String uri = file("wide.albis");
    int columns = 2000;
    List<Field> fields = new ArrayList<>();
    for (int c = 0; c < columns; c++) {
      fields.add(Field.required("column" + c, Type.int64()));
    }
    Schema schema = Schema.of(fields);
    try (AlbisFileWriter writer =
        AlbisFileWriter.create(uri, schema).columnGroups(ColumnGroupSpec.single()).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int r = 0; r < 10; r++) {
          for (int c = 0; c < columns; c++) {
            rows.setLong(c, c + r);
          }
          rows.endRow();
        }
      }
      writer.finish();
    }
    try (AlbisFile file = AlbisFile.open(uri)) {
      // The last 64 KiB, and then the footer.
      assertThat(file.metrics().readRequests()).isLessThanOrEqualTo(2);
      List<List<Object>> rows = found(file.scan().select("column10", "column1990"));
      assertThat(rows).hasSize(10).contains(List.of(12L, 1992L), atIndex(2));
      // Two sections and two segments.
      assertThat(file.metrics().readRequests()).isLessThanOrEqualTo(6);
      requireSound(file);
    }
  }

  /** A file has those columns of its table of which it has a leaf. */
  @Test
  void filesOfATableStandAlone() throws IOException {
    String uri = file("t");
    try (TableWriter writer =
        TableWriter.create(uri, SCHEMA)
            .columnGroups(ColumnGroupSpec.single())
            .separateColumnGroups()
            .open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, SCHEMA, rows());
      }
      writer.commit();
    }
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.renameColumn("id", "number").widenColumn("number", Type.int64()).commit();
    }
    Map<String, List<Object>> firstRows = new TreeMap<>();
    List<Object> fourth = new ArrayList<>();
    for (String path : new StoredFiles(uri).list(".albis")) {
      try (AlbisFile file = AlbisFile.open(uri + "/" + path)) {
        assertThat(file.rowCount()).isEqualTo(ROWS);
        String schema = file.schema().fields().toString();
        List<List<Object>> rows = found(file.scan());
        assertThat(rows).hasSize(ROWS);
        firstRows.put(schema, rows.get(3));
        if (schema.contains("s:")) {
          fourth.addAll(rows.get(4));
        }
        requireSound(file);
      }
    }
    assertThat(firstRows)
        .isEqualTo(
            Map.of(
                "[]", List.of(),
                "[id: int32 required]", List.of(3),
                "[s: struct<x: int32> required]", List.of(List.of(3)),
                "[s: struct<y: string> required]", List.of(Arrays.asList(new Object[] {null})),
                "[l: list<int32>]", List.of(List.of(3, -3))));
    // Of a null struct, whose presence is in a file of its own, the fields are null.
    assertThat(fourth).containsOnly(Arrays.asList(new Object[] {null})).hasSize(2);
    try (Table table = TestTables.open(uri)) {
      requireSound(table);
    }
  }

  @Test
  void otherFilesAreRefused() throws IOException {
    String uri = file("a.albis");
    write(uri);
    StoredFiles files = new StoredFiles(TestRoot.uri(directory));
    files.write("empty", new byte[0]);
    files.write("short", new byte[63]);
    files.write("zeros", new byte[4096]);
    byte[] sound = files.read("a.albis");
    files.write("longer", Arrays.copyOf(sound, sound.length + 1));
    for (String name : List.of("empty", "short", "zeros", "longer")) {
      assertThatThrownBy(() -> AlbisFile.open(file(name)))
          .as(name)
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining(name)
          .hasMessageContaining("not an Albis file, or truncated");
    }
    String table = file("t");
    try (TableWriter writer = TableWriter.create(table, SCHEMA).open()) {
      writer.commit();
    }
    assertThatThrownBy(
            () ->
                AlbisFile.open(
                    table + "/_albis/snapshots/00000000000000000/snapshot-00000000000000000001"))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("kind of file");
  }
}
