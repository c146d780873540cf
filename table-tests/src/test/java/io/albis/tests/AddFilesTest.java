// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CorruptFileException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.maintenance.RewriteOptions;
import io.albis.maintenance.TableMaintenance;
import io.albis.reader.ReadOptions;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.reader.cache.CachePolicy;
import io.albis.reader.cache.ColumnCache;
import io.albis.reader.cache.MemoryPressure;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.AlbisFileWriter;
import io.albis.writer.CommitResult;
import io.albis.writer.RowWriter;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Data files that become part of a table. */
class AddFilesTest {

  private static final Schema SCHEMA =
      Schema.of(
              Field.required("id", Type.int64()),
              Field.nullable("name", Type.string()),
              Field.nullable("place", Type.struct(Field.required("x", Type.int32()))))
          .withAssignedIds();

  @TempDir Path directory;
  private String uri;
  private MaintainedTable table;

  @BeforeEach
  void createTable() {
    uri = TestRoot.uri(directory.resolve("t"));
    table = new MaintainedTable(uri);
    try (TableWriter writer = TableWriter.create(uri, SCHEMA).open()) {
      writer.commit();
    }
  }

  private static List<List<Object>> rows(long first, int count) {
    List<List<Object>> rows = new ArrayList<>();
    for (long i = first; i < first + count; i++) {
      rows.add(Arrays.asList(i, i % 3 == 0 ? null : "n" + i, i % 4 == 0 ? null : List.of((int) i)));
    }
    return rows;
  }

  private String write(
      String path, Schema schema, ColumnGroupSpec groups, List<? extends List<?>> rows) {
    try (AlbisFileWriter writer =
        AlbisFileWriter.create(uri + "/" + path, schema)
            .columnGroups(groups)
            .rowGroupSize(64 << 10)
            .segmentSize(4096)
            .open()) {
      try (RowWriter rowWriter = writer.newRowWriter()) {
        RowInput.write(rowWriter, writer.schema(), rows);
      }
      writer.finish();
    }
    return path;
  }

  private CommitResult add(String... paths) {
    try (TableMaintenance maintenance = TableMaintenance.open(uri)) {
      CommitResult checked = maintenance.checkFiles(List.of(paths));
      CommitResult added = maintenance.addFiles(List.of(paths));
      assertThat(added)
          .isEqualTo(
              new CommitResult(
                  added.snapshotId(),
                  checked.rowCount(),
                  checked.writtenRows(),
                  checked.writtenRowGroups(),
                  0,
                  0,
                  checked.writtenBytes()));
      return added;
    }
  }

  @Test
  void addsFilesBehindTheRows() {
    table.append(false, SCHEMA, rows(0, 10), 4096, 64 << 10);
    String first = write("data/a.albis", SCHEMA, ColumnGroupSpec.auto(), rows(10, 9000));
    String second = write("other/b", SCHEMA, ColumnGroupSpec.auto(), rows(9010, 10));
    String empty = write("data/c.albis", SCHEMA, ColumnGroupSpec.auto(), List.of());
    CommitResult result = add(first, second, empty);
    assertThat(result.snapshotId()).isEqualTo(3);
    assertThat(result.writtenRows()).isEqualTo(9010);
    assertThat(result.writtenRowGroups()).isGreaterThan(3);
    Values.assertSameRows(table.rows(), rows(0, 9020));
    table.verify();
    table.append(false, SCHEMA, rows(9020, 10), 4096, 64 << 10);
    Values.assertSameRows(table.rows(), rows(0, 9030));
    table.verify();
  }

  /** Also files with other groups than the table, which then is optimized. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void mapsColumnGroups(long seed) throws IOException {
    Random random = new Random(seed);
    ColumnGroupSpec[] specs = {
      ColumnGroupSpec.all(),
      ColumnGroupSpec.single(),
      ColumnGroupSpec.explicit(List.of(List.of("id", "place.x"))),
      ColumnGroupSpec.explicit(List.of(List.of("name", "id")))
    };
    long next = 0;
    for (int i = 0; i < 12; i++) {
      List<List<Object>> rows = rows(next, 1 + random.nextInt(500));
      next += rows.size();
      switch (random.nextInt(4)) {
        case 0 -> table.append(false, SCHEMA, rows, 4096, 64 << 10);
        case 1 -> {
          try (TableUpdate update = TableUpdate.open(uri)) {
            update.groupColumns(specs[random.nextInt(specs.length)]).commit();
          }
          table.append(false, SCHEMA, rows, 4096, 64 << 10);
        }
        default ->
            add(write("data/" + i + ".albis", SCHEMA, specs[random.nextInt(specs.length)], rows));
      }
    }
    Values.assertSameRows(table.rows(), rows(0, (int) next));
    table.verify();
    try (TableMaintenance maintenance = TableMaintenance.open(uri)) {
      maintenance.optimize(RewriteOptions.defaults().memoryLimit(1 << 20));
    }
    Values.assertSameRows(table.rows(), rows(0, (int) next));
    table.verify();
    table.expireAndClean();
    table.requireNoOtherFiles();
    table.verify();
  }

  @Test
  void readsNarrowerTypesAndMissingColumns() {
    Schema older = Schema.of(Field.required("id", Type.int32()).withId(1));
    String path = write("data/a.albis", older, ColumnGroupSpec.auto(), List.of(List.of(5)));
    add(path);
    List<Object> expected = Arrays.asList(5L, null, null);
    Values.assertSameRows(table.rows(), List.of(expected));
    table.verify();
  }

  @Test
  void namesTheColumnThatDoesNotFit() throws IOException {
    refuse(
        Schema.of(Field.required("id", Type.string()).withId(1)),
        List.of("x"),
        "its column id is string (required), but in the table int64 (required)");
    refuse(
        Schema.of(Field.nullable("id", Type.int64()).withId(1)),
        List.of(1L),
        "its column id is int64 (nullable), but in the table int64 (required)");
    refuse(
        Schema.of(Field.required("key", Type.int64()).withId(1)),
        List.of(1L),
        "its column with id 1 is key, but in the table it is id");
    refuse(
        Schema.of(Field.required("id", Type.int64()).withId(9)),
        List.of(1L),
        "its column id with id 9 is not in the table, whose column of this name has the id 1");
    refuse(
        Schema.of(Field.nullable("name", Type.string()).withId(2)),
        List.of("x"),
        "it has no column id with id 1, which is required in the table and has no initial default");
    Field place = SCHEMA.field("place");
    refuse(
        Schema.of(SCHEMA.field("id"), Field.required("place", place.type()).withId(place.id())),
        List.of(1L, List.of(2)),
        "it has the column place.x, but does not store where the nullable struct place is null");
    try (Table open = TestTables.open(uri)) {
      assertThat(open.snapshot().id()).isEqualTo(1);
    }
  }

  private void refuse(Schema schema, List<?> row, String why) throws IOException {
    String path = write("data/a.albis", schema, ColumnGroupSpec.auto(), List.of(row));
    assertThatThrownBy(() -> add(path))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessage("Cannot add file " + path + ": " + why);
    new StoredFiles(uri).delete(path);
  }

  @Test
  void addsNoFileTwice() throws IOException {
    StoredFiles files = new StoredFiles(uri);
    String path = write("data/a.albis", SCHEMA, ColumnGroupSpec.auto(), rows(0, 5));
    files.write("data/copy.albis", files.read(path));
    assertThatThrownBy(() -> add(path, "data/copy.albis"))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessage("Cannot add file data/copy.albis: it is a copy of another one");
    assertThatThrownBy(() -> add(path, path))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("invalid path (expected each file once");
    add(path);
    for (String again : List.of(path, "data/copy.albis")) {
      assertThatThrownBy(() -> add(again))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessage("Cannot add file " + again + ": it is part of the table");
    }
    for (String invalid : List.of("../x", "_albis/x", "/x")) {
      assertThatThrownBy(() -> add(invalid)).isInstanceOf(InvalidArgumentException.class);
    }
    files.write("data/text", new byte[300]);
    assertThatThrownBy(() -> add("data/text"))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("not an Albis file");
    Values.assertSameRows(table.rows(), rows(0, 5));
  }

  /** Only the bytes of the two files differ, not their lengths nor where segments are. */
  @Test
  void aCacheReadsTheFileThatANameStandsFor() throws IOException {
    Schema schema = Schema.of(Field.required("id", Type.int64())).withAssignedIds();
    List<List<Object>> before = numbers(1000);
    List<List<Object>> after = numbers(2000);
    uri = TestRoot.uri(directory.resolve("again"));
    table = new MaintainedTable(uri);
    table.append(true, schema, List.of(), 4096, 64 << 10);
    try (ColumnCache cache =
        ColumnCache.builder()
            .policy(CachePolicy.lru())
            .pressure(MemoryPressure.none())
            .limit(16 << 20)
            .build()) {
      add(write("data/a.albis", schema, ColumnGroupSpec.auto(), before));
      Values.assertSameRows(rows(cache), before);
      MaintainedTable.append(TableWriter.overwrite(uri), schema, List.of());
      table.expireAndClean();
      assertThat(new StoredFiles(uri).list()).doesNotContain("data/a.albis");
      add(write("data/a.albis", schema, ColumnGroupSpec.auto(), after));
      Values.assertSameRows(rows(cache), after);
    }
  }

  private static List<List<Object>> numbers(long first) {
    List<List<Object>> rows = new ArrayList<>();
    for (long i = 0; i < 2000; i++) {
      rows.add(List.of(first << 40 | i * 31));
    }
    return rows;
  }

  private List<List<Object>> rows(ColumnCache cache) {
    try (Table cached = Table.open(uri, ReadOptions.defaults().cache(cache));
        RowCursor cursor = cached.scan().rows()) {
      List<List<Object>> rows = new ArrayList<>();
      while (cursor.next()) {
        rows.add(cursor.row().materialize());
      }
      return rows;
    }
  }
}
