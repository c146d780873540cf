// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CommitConflictException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.format.schema.Type;
import io.albis.maintenance.MergeResult;
import io.albis.maintenance.RewriteOptions;
import io.albis.maintenance.TableMaintenance;
import io.albis.reader.RowCursor;
import io.albis.reader.RowGroupInfo;
import io.albis.reader.Table;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Merging makes large row groups of small ones, and changes nothing that is read. {@code
 * -Dalbis.appends=N} sets the number of appends of one row.
 */
class RowGroupMergeTest {

  private static final int APPENDS = Integer.getInteger("albis.appends", 200);

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int64()),
          Field.nullable("name", Type.string()),
          Field.nullable("price", Type.float64()));

  @TempDir Path directory;
  private String uri;
  private MaintainedTable table;

  @BeforeEach
  void setUp() {
    uri = TestRoot.uri(directory.resolve("t"));
    table = new MaintainedTable(uri);
  }

  private static List<List<Object>> rows(long first, int count) {
    List<List<Object>> rows = new ArrayList<>();
    for (long i = first; i < first + count; i++) {
      rows.add(Arrays.asList(i, i % 7 == 0 ? null : "row " + i, i % 5 == 0 ? null : i * 0.5));
    }
    return rows;
  }

  private static RewriteOptions options() {
    return RewriteOptions.defaults().memoryLimit(16 << 20).rowGroupSize(256 << 10);
  }

  private MergeResult merge(RewriteOptions options) {
    try (TableMaintenance maintenance = TableMaintenance.open(uri)) {
      return maintenance.mergeRowGroups(options);
    }
  }

  private MergeResult plan(RewriteOptions options) {
    try (TableMaintenance maintenance = TableMaintenance.open(uri)) {
      return maintenance.planMergeRowGroups(options);
    }
  }

  private List<RowGroupInfo> rowGroups() {
    try (Table open = TestTables.open(uri)) {
      return open.rowGroups();
    }
  }

  private long snapshotId() {
    try (Table open = TestTables.open(uri)) {
      return open.snapshot().id();
    }
  }

  /** Appends rows that follow those before, each number of rows by a commit of its own. */
  private void append(int... counts) {
    long first = rowGroups().stream().mapToLong(RowGroupInfo::rowCount).sum();
    for (int count : counts) {
      table.append(false, SCHEMA, rows(first, count), 64 << 10, 256 << 10);
      first += count;
    }
  }

  private void create(int count) {
    table.append(true, SCHEMA, rows(0, count), 64 << 10, 256 << 10);
  }

  private void requireRows(int count) {
    Values.assertSameRows(table.rows(), rows(0, count));
    table.verify();
  }

  private void requireDone(RewriteOptions options) {
    long snapshot = snapshotId();
    assertThat(plan(options).isEmpty()).isTrue();
    assertThat(merge(options).isEmpty()).isTrue();
    assertThat(merge(options).commits()).isZero();
    assertThat(snapshotId()).isEqualTo(snapshot);
  }

  @Test
  void makesOneRowGroupOfAppendsOfOneRow() throws Exception {
    create(1);
    append(IntStream.range(1, APPENDS).map(i -> 1).toArray());
    MergeResult plan = plan(options());
    assertThat(plan.rowGroups()).isEqualTo(APPENDS);
    assertThat(plan.replacedRowGroups()).isEqualTo(APPENDS);
    assertThat(plan.newRowGroups()).isEqualTo(1);
    assertThat(plan.rows()).isEqualTo(APPENDS);
    long[] done = new long[1];
    MergeResult result = merge(options().progress(bytes -> done[0] += bytes));
    assertThat(done[0]).isEqualTo(plan.bytes());
    assertThat(result.replacedRowGroups()).isEqualTo(APPENDS);
    assertThat(result.newRowGroups()).isEqualTo(1 + (APPENDS - 1) / 9000);
    assertThat(result.commits()).isEqualTo(1);
    assertThat(result.snapshotId()).isEqualTo(snapshotId());
    requireRows(APPENDS);
    requireDone(options());
    table.expireAndClean();
    table.requireNoOtherFiles();
    requireRows(APPENDS);
  }

  @Test
  void keepsLargeRowGroupsAndTheOrder() {
    create(20_000);
    append(10, 20, 6000, 5, 30, 40, 6000, 7);
    List<RowGroupInfo> before = rowGroups();
    List<Long> large =
        before.stream().filter(one -> one.bytes() > 90_000).map(RowGroupInfo::number).toList();
    assertThat(large).hasSizeGreaterThan(3);
    MergeResult result = merge(options());
    assertThat(result.commits()).isEqualTo(1);
    List<Long> after = rowGroups().stream().map(RowGroupInfo::number).toList();
    assertThat(after).containsSubsequence(large).doesNotHaveDuplicates();
    assertThat(after.size())
        .isEqualTo(before.size() - result.replacedRowGroups() + result.newRowGroups());
    requireRows(20_000 + 10 + 20 + 6000 + 5 + 30 + 40 + 6000 + 7);
    requireDone(options());
    // The next small ones are put together with the last.
    append(3);
    assertThat(merge(options()).newRowGroups()).isEqualTo(1);
    requireDone(options());
  }

  @Test
  void endsRowGroupsAtTheirSize() {
    create(1000);
    append(IntStream.range(0, 29).map(i -> 1000).toArray());
    MergeResult result = merge(options());
    assertThat(result.replacedRowGroups()).isEqualTo(30);
    assertThat(result.newRowGroups()).isBetween(2L, 8L);
    List<RowGroupInfo> after = rowGroups();
    for (RowGroupInfo one : after.subList(0, after.size() - 1)) {
      assertThat(one.bytes()).isGreaterThan(256 << 9);
    }
    requireRows(30_000);
    requireDone(options());
  }

  /** Of types whose values take more memory in a writer than in a file, too. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "boolean",
        "int8",
        "list<boolean>",
        "list<int8>",
        "map<int8, boolean>",
        "struct<a: boolean, b: boolean, c: boolean>",
        "list<struct<a: boolean>>",
        "decimal(38, 2)",
        "uuid"
      })
  void findsNothingASecondTime(String type) {
    Schema schema =
        Schema.of(Field.nullable("v", Type.parse(type)), Field.required("w", Type.bool()));
    RandomData data = new RandomData(type.hashCode());
    List<List<Object>> expected = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      List<List<Object>> added = data.rows(schema, 2000 + 1000 * (i % 5));
      table.append(i == 0, schema, added, 16 << 10, 64 << 10);
      expected.addAll(added);
    }
    RewriteOptions options = options().rowGroupSize(64 << 10);
    MergeResult result = merge(options);
    assertThat(result.newRowGroups()).isLessThanOrEqualTo(result.replacedRowGroups());
    requireDone(options);
    options = options().rowGroupSize(256 << 10);
    assertThat(merge(options).replacedRowGroups()).isPositive();
    requireDone(options);
    Values.assertSameRows(table.rows(), expected);
    table.verify();
  }

  @Test
  void goesOnAfterEachStep() {
    create(1000);
    append(IntStream.range(0, 59).map(i -> 1000).toArray());
    MergeResult result = merge(options().stepSize(1));
    assertThat(result.commits()).isGreaterThan(2);
    requireRows(60_000);
    requireDone(options());
  }

  @Test
  void keepsPartitionsApart() {
    TableWriter.Builder builder =
        TableWriter.create(uri, SCHEMA).partitionBy(Partitioning.truncate("id", 100));
    MaintainedTable.append(builder, SCHEMA, rows(0, 10));
    for (int i = 1; i < 30; i++) {
      MaintainedTable.append(TableWriter.append(uri), SCHEMA, rows(i * 10L, 10));
    }
    MergeResult result = merge(options());
    assertThat(result.newRowGroups()).isEqualTo(3);
    assertThat(result.replacedRowGroups()).isEqualTo(30);
    assertThat(rowGroups()).extracting(RowGroupInfo::rowCount).containsExactly(100L, 100L, 100L);
    requireRows(300);
    requireDone(options());
  }

  @Test
  void mergesInEachPartitionWhateverLiesBetween() {
    TableWriter.Builder builder =
        TableWriter.create(uri, SCHEMA).partitionBy(Partitioning.bucket("id", 3));
    MaintainedTable.append(builder, SCHEMA, rows(0, 30));
    for (int i = 1; i < 20; i++) {
      MaintainedTable.append(TableWriter.append(uri), SCHEMA, rows(i * 30L, 30));
    }
    assertThat(rowGroups()).hasSize(60);
    MergeResult result = merge(options());
    assertThat(result.replacedRowGroups()).isEqualTo(60);
    assertThat(result.newRowGroups()).isEqualTo(3);
    assertThat(rowGroups()).extracting(RowGroupInfo::partition).doesNotHaveDuplicates();
    for (RowGroupInfo rowGroup : rowGroups()) {
      assertThat(ids(rowGroup)).isSorted();
    }
    Values.assertSameRows(
        table.rows().stream().sorted(Comparator.comparing(row -> (Long) row.get(0))).toList(),
        rows(0, 600));
    table.verify();
    requireDone(options());
  }

  private List<Long> ids(RowGroupInfo rowGroup) {
    List<Long> ids = new ArrayList<>();
    try (Table open = TestTables.open(uri);
        RowCursor rows = open.scan().rows(rowGroup.firstRow(), rowGroup.rowCount())) {
      while (rows.next()) {
        ids.add(rows.row().getLong(0));
      }
    }
    return ids;
  }

  @Test
  void leavesOlderPartitionSpecsAlone() {
    create(10);
    append(10, 10);
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.partitionBy(Partitioning.bucket("id", 2)).commit();
    }
    requireDone(options());
    requireRows(30);
  }

  @Test
  void keepsTheSortOrderOfRowsThatAreInOrder() {
    TableWriter.Builder builder =
        TableWriter.create(uri, SCHEMA).sortBy(SortColumn.ascending("id"));
    MaintainedTable.append(builder, SCHEMA, rows(0, 10));
    append(10, 10);
    MergeResult result = merge(options());
    assertThat(result.unorderedRowGroups()).isZero();
    assertThat(rowGroups()).extracting(RowGroupInfo::sortOrderId).containsExactly(1);
    requireRows(30);
    MaintainedTable.append(TableWriter.append(uri), SCHEMA, rows(0, 10));
    assertThat(merge(options()).unorderedRowGroups()).isEqualTo(1);
    assertThat(rowGroups()).extracting(RowGroupInfo::sortOrderId).containsExactly(0);
    table.verify();
    requireDone(options());
  }

  @Test
  void appendsGoOnMeanwhile() throws Exception {
    create(100);
    append(IntStream.range(0, 20).map(i -> 100).toArray());
    AtomicBoolean isDone = new AtomicBoolean();
    CompletableFuture<Integer> appended =
        CompletableFuture.supplyAsync(
            () -> {
              int count = 0;
              while (!isDone.get()) {
                append(100);
                count++;
              }
              return count;
            });
    try {
      for (int i = 0; i < 5; i++) {
        merge(options().stepSize(20_000));
      }
    } finally {
      isDone.set(true);
    }
    requireRows(2100 + 100 * appended.get());
    merge(options());
    requireDone(options());
    requireRows(2100 + 100 * appended.get());
  }

  /** A writer that replaces row groups by rows. */
  private TableWriter replacing(List<List<Long>> numbers, long snapshot, List<List<Object>> rows) {
    TableWriter writer = TableWriter.replaceRowGroups(uri, snapshot, numbers).open();
    try (var rowWriter = writer.newRowWriter()) {
      RowInput.write(rowWriter, SCHEMA, rows);
    }
    return writer;
  }

  @Test
  void rowGroupsAreReplacedOnlyOnce() {
    create(10);
    append(10, 10, 10);
    long snapshot = snapshotId();
    try (TableWriter first = replacing(List.of(List.of(1L, 2L)), snapshot, rows(100, 5));
        TableWriter second = replacing(List.of(List.of(2L)), snapshot, rows(200, 5));
        TableWriter third = replacing(List.of(List.of(3L)), snapshot, rows(300, 5))) {
      first.commit();
      assertThatThrownBy(second::commit)
          .isInstanceOf(CommitConflictException.class)
          .hasMessageContaining("row group 2 has been replaced or removed");
      third.commit();
    }
    List<List<Object>> expected = new ArrayList<>(rows(0, 10));
    expected.addAll(rows(100, 5));
    expected.addAll(rows(300, 5));
    Values.assertSameRows(table.rows(), expected);
    table.verify();
    // After the lost race, numbers were left free.
    assertThat(rowGroups()).extracting(RowGroupInfo::number).containsExactly(0L, 4L, 5L + 1024);
  }

  /** In several manifests, in an order of its own, and together with appended rows. */
  @Test
  void rowsTakeThePlaceOfTheFirstRowGroup() {
    create(10);
    append(IntStream.range(0, 29).map(i -> 10).toArray());
    long snapshot = snapshotId();
    List<List<Long>> numbers = List.of(List.of(28L, 3L), List.of(17L), List.of(9L, 10L, 11L));
    try (TableWriter writer = TableWriter.replaceRowGroups(uri, snapshot, numbers).open()) {
      for (int position : new int[] {2, 0}) {
        try (var rowWriter = writer.newRowWriter(position)) {
          RowInput.write(rowWriter, SCHEMA, rows(1000L * (position + 1), 7));
        }
      }
      // Merges manifests.
      append(IntStream.range(0, 40).map(i -> 1).toArray());
      assertThat(writer.commit().rowCount()).isEqualTo(340 - 60 + 14);
    }
    List<List<Object>> expected = new ArrayList<>(rows(0, 30));
    expected.addAll(rows(1000, 7));
    expected.addAll(rows(40, 50));
    expected.addAll(rows(3000, 7));
    expected.addAll(rows(120, 50));
    expected.addAll(rows(180, 100));
    expected.addAll(rows(290, 50));
    Values.assertSameRows(table.rows(), expected);
    table.verify();
    append(IntStream.range(0, 40).map(i -> 1).toArray());
    table.verify();
    assertThat(table.rows()).hasSize(expected.size() + 40);
  }

  @Test
  void rowGroupsWithoutNewRowsAreRemoved() throws Exception {
    create(10);
    append(10, 10);
    try (TableWriter writer =
        TableWriter.replaceRowGroups(uri, snapshotId(), List.of(List.of(0L, 2L))).open()) {
      assertThat(writer.commit().rowCount()).isEqualTo(10);
    }
    Values.assertSameRows(table.rows(), rows(10, 10));
    try (TableWriter writer =
        TableWriter.replaceRowGroups(uri, snapshotId(), List.of(List.of(1L))).open()) {
      assertThat(writer.commit().rowCount()).isZero();
    }
    assertThat(table.rows()).isEmpty();
    MaintainedTable.append(TableWriter.append(uri), SCHEMA, rows(0, 10));
    assertThat(rowGroups()).extracting(RowGroupInfo::number).containsExactly(3L);
    requireRows(10);
    table.expireAndClean();
    table.requireNoOtherFiles();
  }

  @Test
  void optimizationIsNoConflictAndAChangeOfColumnsIsOne() {
    create(10);
    append(10, 10);
    try (TableWriter writer = replacing(List.of(List.of(1L)), snapshotId(), rows(10, 10));
        TableMaintenance maintenance = TableMaintenance.open(uri)) {
      assertThat(maintenance.optimize(RewriteOptions.defaults()).newFiles()).isPositive();
      writer.commit();
    }
    requireRows(30);
    try (TableWriter writer = replacing(List.of(List.of(0L)), snapshotId(), rows(0, 10));
        TableUpdate update = TableUpdate.open(uri)) {
      update.dropColumn("price").commit();
      assertThatThrownBy(writer::commit).isInstanceOf(CommitConflictException.class);
    }
    assertThat(table.rows()).hasSize(30);
    table.verify();
  }

  @Test
  void invalidReplacementsAreRefused() {
    create(10);
    long snapshot = snapshotId();
    assertThatThrownBy(() -> TableWriter.replaceRowGroups(uri, snapshot, List.of(List.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("an empty list");
    List<List<Long>> twice = List.of(List.of(0L), List.of(0L));
    assertThatThrownBy(() -> TableWriter.replaceRowGroups(uri, snapshot, twice))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0 twice");
    TableWriter.Builder builder = TableWriter.replaceRowGroups(uri, snapshot, List.of(List.of(0L)));
    assertThatThrownBy(builder::openDistributed).isInstanceOf(UnsupportedOperationException.class);
    try (TableWriter writer = builder.open()) {
      assertThatThrownBy(() -> writer.newRowWriter(1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "Invalid position of a writer: 1 (expected less than 1, the number of lists of row"
                  + " groups to replace)");
    }
    assertThatThrownBy(() -> options().rowGroupSize(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row group size");
    requireRows(10);
  }
}
