// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.ColumnSummary;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.reader.TableLayout.ExtentLayout;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Row groups and column groups share data files; where they lie changes nothing that is read. */
class PackingTest {

  private static final int ROWS = 30_000;
  private static final int ROW_GROUP_SIZE = 64 << 10;
  private static final long FILE_SIZE = 512 << 10;

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int64()),
          Field.nullable("name", Type.string()),
          Field.nullable("price", Type.float64()),
          Field.nullable("place", Type.parse("struct<x: int32 required, y: int32>")),
          Field.nullable("tags", Type.list(Field.nullable("element", Type.string()))));

  @TempDir private Path directory;

  private static List<Object> row(int i) {
    List<Object> row = new ArrayList<>();
    row.add((long) i);
    row.add(i % 7 == 0 ? null : "name " + i);
    row.add(i % 5 == 0 ? null : i / 4.0);
    row.add(i % 3 == 0 ? null : List.of(i, -i));
    row.add(List.of("a" + i % 10));
    return row;
  }

  private static void append(TableWriter.Builder builder, int from, int to) {
    List<List<Object>> rows = IntStream.range(from, to).mapToObj(PackingTest::row).toList();
    try (TableWriter writer =
        builder.rowGroupSize(ROW_GROUP_SIZE).segmentSize(16 << 10).fileSize(FILE_SIZE).open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, SCHEMA, rows);
      }
      writer.commit();
    }
  }

  private String write(String name, boolean separatesGroups, String groups) {
    String uri = TestRoot.uri(directory.resolve(name));
    TableWriter.Builder builder =
        TableWriter.create(uri, SCHEMA).columnGroups(ColumnGroupSpec.parse(groups));
    append(separatesGroups ? builder.separateColumnGroups() : builder, 0, ROWS);
    return uri;
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

  private static List<List<Object>> expected(int from, int to) {
    return IntStream.range(from, to).mapToObj(PackingTest::row).toList();
  }

  private static void requireRows(String uri, int count) {
    try (Table table = TestTables.open(uri)) {
      Values.assertSameRows(rows(table.scan()), expected(0, count));
      Predicate few =
          Predicate.and(Predicate.greaterOrEqual("id", 20_000L), Predicate.lessThan("id", 20_100L));
      Values.assertSameRows(rows(table.scan().filter(few)), expected(20_000, 20_100));
      ColumnSummary name =
          table.columnStatistics().stream()
              .filter(column -> column.path().equals("name"))
              .findFirst()
              .orElseThrow();
      assertThat(name.nullCount()).isEqualTo((count + 6) / 7);
      assertThat(table.verify(bytes -> {}).problems()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"false, single", "false, all", "false, auto", "true, single", "true, auto"})
  void groupsShareFilesUpToTheFileSize(boolean separatesGroups, String groups) {
    String uri = write("t", separatesGroups, groups);
    try (Table table = TestTables.open(uri)) {
      Collection<Long> files = table.layout().files().values();
      int rowGroups = table.layout().rowGroups().size();
      int columnGroups = table.columnGroups().size();
      assertThat(rowGroups).isGreaterThan(20);
      assertThat(files).hasSizeGreaterThan(1).hasSizeLessThan(rowGroups);
      assertThat(files).allMatch(length -> length <= FILE_SIZE + ROW_GROUP_SIZE);
      Map<String, List<ExtentLayout>> extents =
          StoredExtents.of(uri).stream().collect(Collectors.groupingBy(ExtentLayout::path));
      assertThat(extents).hasSize(files.size());
      extents.forEach(
          (path, found) -> {
            List<Integer> ids = found.stream().map(ExtentLayout::columnGroupId).distinct().toList();
            assertThat(ids).as(path).hasSize(separatesGroups ? 1 : columnGroups);
            // Whole row groups.
            assertThat(found.size() % ids.size()).as(path).isZero();
          });
    }
    requireRows(uri, ROWS);
  }

  @Test
  void neighboursAreReadTogether() {
    String uri = write("t", false, "single");
    try (Table table = TestTables.open(uri)) {
      assertThat(table.scan().splits(1)).isNotEmpty();
      long before = table.metrics().readRequests();
      assertThat(rows(table.scan())).hasSize(ROWS);
      long segments = table.scan().segments().size();
      assertThat(table.metrics().readRequests() - before).isBetween(1L, segments / 3);
    }
  }

  private static List<Integer> groupsByOffset(String uri, int rowGroup) {
    try (Table table = Table.open(uri)) {
      return table.layout().rowGroups().get(rowGroup).extents().stream()
          .filter(extent -> extent.length() > 0)
          .sorted(Comparator.comparingLong(ExtentLayout::offset))
          .map(ExtentLayout::columnGroupId)
          .toList();
    }
  }

  @Test
  void columnOrderChangesOnlyWhereNewExtentsLie() {
    String uri = write("t", false, "single");
    int id = 1;
    int tags = 7;
    int last;
    try (Table table = Table.open(uri)) {
      assertThat(table.schema().field("id").id()).isEqualTo(id);
      assertThat(table.schema().field("tags").id()).isEqualTo(tags);
      last = table.layout().rowGroups().size();
    }
    List<Integer> before = groupsByOffset(uri, 0);
    assertThat(before).startsWith(id).endsWith(tags);
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.orderColumns(List.of("tags", "price")).commit();
    }
    requireRows(uri, ROWS);
    append(TableWriter.append(uri), ROWS, ROWS + 5000);
    assertThat(groupsByOffset(uri, 0)).isEqualTo(before);
    assertThat(groupsByOffset(uri, last)).startsWith(tags, 3, id);
    requireRows(uri, ROWS + 5000);
  }

  @Test
  void addedColumnHasFilesOfItsOwn() {
    String uri = write("t", false, "auto");
    List<ExtentLayout> before = StoredExtents.of(uri);
    try (TableUpdate update = TableUpdate.open(uri)) {
      update
          .addColumn(
              Field.required("twice", Type.int64()),
              (firstRow, rowCount, column) -> {
                for (long i = firstRow; i < firstRow + rowCount; i++) {
                  column.setLong(0, 2 * i);
                  column.endRow();
                }
              })
          .commit();
    }
    List<ExtentLayout> after = new ArrayList<>(StoredExtents.of(uri));
    assertThat(after).containsAll(before);
    after.removeAll(before);
    List<String> oldPaths = before.stream().map(ExtentLayout::path).toList();
    assertThat(after)
        .isNotEmpty()
        .noneMatch(extent -> oldPaths.contains(extent.path()))
        .extracting(ExtentLayout::columnGroupId)
        .containsOnly(after.get(0).columnGroupId());
    // Its row groups share files, too.
    assertThat(after.stream().map(ExtentLayout::path).distinct().count()).isEqualTo(1);
    try (Table table = TestTables.open(uri)) {
      List<List<Object>> found = rows(table.scan().select("id", "twice"));
      assertThat(found).hasSize(ROWS);
      assertThat(found).allSatisfy(row -> assertThat(row.get(1)).isEqualTo(2 * (Long) row.get(0)));
      assertThat(table.verify(bytes -> {}).problems()).isEmpty();
    }
  }
}
