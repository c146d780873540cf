// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.internal.metadata.ColumnStatistics;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.SectionKind;
import io.albis.format.internal.metadata.Sections;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.StoredTable.DataFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of data files, and the manifests that refer to them. */
class DataFilesTest {

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("a", Type.int32()),
          Field.nullable("b", Type.string()),
          Field.nullable("c", Type.int64()),
          Field.nullable("s", Type.parse("struct<d: int32 required, e: double>")));

  @TempDir Path directory;
  private String uri;

  @BeforeEach
  void chooseTable() {
    uri = TestRoot.uri(directory.resolve("t"));
  }

  private static String text(long i) {
    return i % 5 == 0 ? null : "text " + i;
  }

  static void write(RowWriter rows, long from, long to) {
    for (long i = from; i < to; i++) {
      rows.setInt(0, (int) i);
      if (text(i) != null) {
        rows.setString(1, text(i));
      }
      if (i % 3 != 0) {
        rows.setLong(2, i * i);
      }
      if (i % 7 != 0) {
        rows.value(3).beginStruct();
        rows.value(3).field(0).setInt((int) -i);
        if (i % 2 == 0) {
          rows.value(3).field(1).setDouble(i / 2.0);
        }
      }
      rows.endRow();
    }
  }

  static void requireRows(StoredTable table, long from, long to) throws IOException {
    List<List<Object>> expected = new ArrayList<>();
    for (int column = 0; column < 5; column++) {
      expected.add(new ArrayList<>());
    }
    for (long i = from; i < to; i++) {
      expected.get(0).add(i);
      expected.get(1).add(text(i));
      expected.get(2).add(i % 3 == 0 ? null : i * i);
      expected.get(3).add(i % 7 == 0 ? null : -i);
      expected.get(4).add(i % 7 == 0 || i % 2 != 0 ? null : i / 2.0);
    }
    assertThat(table.values("a")).isEqualTo(expected.get(0));
    assertThat(table.values("b")).isEqualTo(expected.get(1));
    assertThat(table.values("c")).isEqualTo(expected.get(2));
    assertThat(table.values("s.d")).isEqualTo(expected.get(3));
    assertThat(table.values("s.e")).isEqualTo(expected.get(4));
  }

  private CommitResult write(TableWriter.Builder builder, long count) {
    try (TableWriter writer = builder.open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        write(rows, 0, count);
      }
      return writer.commit();
    }
  }

  /** Row groups are far smaller than files, or as large; segments are small, or large, or both. */
  private TableWriter.Builder create(boolean separatesGroups) {
    TableWriter.Builder builder = TableWriter.create(uri, SCHEMA);
    return separatesGroups ? builder.separateColumnGroups() : builder;
  }

  @ParameterizedTest
  @CsvSource({
    "single, false, 65536, 4096, 1000000",
    "single, false, 1000000, 100000, 1000000",
    "single, true, 200000, 70000, 200000",
    "single, true, 100000, 4096, 150000",
    "all, false, 300000, 100000, 700000",
    "'a,b;c,s.e', false, 200000, 70000, 500000",
    "'a,b;c,s.e', true, 200000, 30000, 400000",
  })
  void rowsAndRowGroupsOfPackedFiles(
      String groups, boolean separatesGroups, long rowGroupSize, long segmentSize, long fileSize)
      throws IOException {
    CommitResult result =
        write(
            create(separatesGroups)
                .columnGroups(ColumnGroupSpec.parse(groups))
                .rowGroupSize(rowGroupSize)
                .segmentSize(segmentSize)
                .fileSize(fileSize),
            50_000);
    StoredTable table = StoredTable.read(uri);
    requireRows(table, 0, 50_000);
    assertThat(table.rowGroupNumbers())
        .hasSize(result.writtenRowGroups())
        .hasSizeGreaterThan(1)
        .isSorted();
    assertThat(table.dataFiles()).hasSizeGreaterThan(1);
    assertThat(result.writtenBytes())
        .isEqualTo(table.dataFiles().values().stream().mapToLong(f -> f.bytes().length).sum());
    for (DataFile file : table.dataFiles().values()) {
      assertThat(file.footer().rowGroups().count()).isPositive();
      assertThat(file.footer().rowGroups().count() == 1 || file.bytes().length <= fileSize)
          .isTrue();
      if (separatesGroups) {
        assertThat(file.sections()).hasSize(1);
      } else {
        assertThat(file.sections()).hasSameSizeAs(table.manifests().get(0).sections().keySet());
      }
    }
    // No file could have held the first row group of the next one.
    long most = 3 * (result.writtenBytes() / fileSize + table.manifests().get(0).sections().size());
    assertThat(table.dataFiles().size()).isLessThan((int) most);
  }

  @Test
  void filesStandAlone() throws IOException {
    write(
        TableWriter.create(uri, SCHEMA)
            .columnGroups(ColumnGroupSpec.parse("a,c"))
            .rowGroupSize(1 << 16)
            .segmentSize(4096),
        10_000);
    StoredTable table = StoredTable.read(uri);
    assertThat(table.dataFiles()).hasSize(1);
    DataFile file = table.dataFiles().values().iterator().next();
    assertThat(file.footer().schema().schema())
        .isEqualTo(table.snapshot().snapshot().schema().schema());
    assertThat(file.footer().columnGroups().listed())
        .isEqualTo(table.snapshot().snapshot().columnGroups().listed());
    assertThat(file.footer().nextId()).isEqualTo(table.snapshot().snapshot().nextId());
    assertThat(file.footer().rowGroups().totalRows()).isEqualTo(10_000);
    Sections sections = file.footer().sections();
    int index = sections.find(SectionKind.STATISTICS, 0);
    byte[] bytes =
        FileEnd.whole("file", file.bytes()).copy(sections.offset(index), sections.length(index));
    List<ColumnStatistics> statistics = file.footer().statistics(bytes);
    assertThat(statistics).hasSize(6);
    ColumnStatistics ofA = statistics.stream().filter(s -> s.fieldId() == 1).findFirst().get();
    assertThat(PlainEncoding.toLong(Type.int32(), ofA.bounds().max())).isEqualTo(9999);
    assertThat(ofA.valueBytes()).isEqualTo(40_000);
    ColumnStatistics ofB = statistics.stream().filter(s -> s.fieldId() == 2).findFirst().get();
    assertThat(ofB.nullCount()).isEqualTo(2000);
  }

  @Test
  void extentsLieInTheColumnOrder() throws IOException {
    write(TableWriter.create(uri, SCHEMA), 10);
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.orderColumns(List.of("s", "c")).commit();
    }
    write(TableWriter.append(uri), 1000);
    StoredTable table = StoredTable.read(uri);
    var sections = table.manifests().get(1).sections();
    List<Integer> order =
        sections.keySet().stream()
            .sorted(
                java.util.Comparator.comparingLong(
                    (Integer id) -> sections.get(id).extent(0).offset()))
            .toList();
    assertThat(order).containsExactly(4, 5, 6, 3, 1, 2);
  }

  /** Row groups of several threads are ordered by position, whatever files they are in. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rowGroupsOfSeveralThreadsKeepTheirOrder(boolean separatesGroups) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (TableWriter writer =
        create(separatesGroups).threads(4).rowGroupSize(1 << 16).fileSize(1 << 20).open()) {
      List<Future<?>> parts = new ArrayList<>();
      for (int part = 3; part >= 0; part--) {
        int position = part;
        parts.add(
            threads.submit(
                () -> {
                  try (RowWriter rows = writer.newRowWriter(position)) {
                    write(rows, position * 5_000L, (position + 1) * 5_000L);
                  }
                }));
      }
      for (Future<?> part : parts) {
        part.get();
      }
      writer.commit();
    } finally {
      threads.shutdown();
    }
    requireRows(StoredTable.read(uri), 0, 20_000);
  }

  @Test
  void wideTablesHaveOneFile() throws IOException {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      fields.add(Field.nullable("c" + i, Type.int32()));
    }
    try (TableWriter writer =
        TableWriter.create(uri, Schema.of(fields)).columnGroups(ColumnGroupSpec.single()).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int row = 0; row < 100; row++) {
          for (int i = 0; i < 3000; i++) {
            rows.setInt(i, i * row);
          }
          rows.endRow();
        }
      }
      writer.commit();
    }
    StoredTable table = StoredTable.read(uri);
    assertThat(table.values("c2999").get(7)).isEqualTo(2999 * 7L);
    assertThat(table.dataFiles()).hasSize(1);
  }

  @Test
  void columnsOfSingleGroupFilesMayBeMoreThanFilesThatAreOpen() throws IOException {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      fields.add(Field.nullable("c" + i, Type.int32()));
    }
    try (TableWriter writer =
        TableWriter.create(uri, Schema.of(fields))
            .columnGroups(ColumnGroupSpec.single())
            .separateColumnGroups()
            .rowGroupSize(1 << 16)
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int row = 0; row < 400; row++) {
          for (int i = 0; i < 100; i++) {
            rows.setInt(i, i * row);
          }
          rows.endRow();
        }
      }
      assertThat(writer.commit().writtenRowGroups()).isEqualTo(3);
    }
    StoredTable table = StoredTable.read(uri);
    assertThat(table.values("c99").get(399)).isEqualTo(99 * 399L);
    assertThat(table.dataFiles()).isNotEmpty();
  }
}
