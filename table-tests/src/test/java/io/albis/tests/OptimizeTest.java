// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CommitConflictException;
import io.albis.format.error.CorruptFileException;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.format.schema.Type;
import io.albis.maintenance.ColumnGroupPlan;
import io.albis.maintenance.OptimizeResult;
import io.albis.maintenance.RewriteOptions;
import io.albis.maintenance.TableMaintenance;
import io.albis.reader.AlbisFile;
import io.albis.reader.Predicate;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Optimization puts extents together, and changes nothing that is read. */
class OptimizeTest {

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int64()),
          Field.nullable("name", Type.string()),
          Field.nullable("price", Type.float64()));

  /** Three columns of 24 bytes or more for each row. */
  private static final int ROWS = 5000;

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
      rows.add(
          java.util.Arrays.asList(i, i % 7 == 0 ? null : "row " + i, i % 5 == 0 ? null : i * 0.5));
    }
    return rows;
  }

  /** Appends so many times, with several row groups each. */
  private void appendTimes(int times) {
    long before = before();
    for (int i = 0; i < times; i++) {
      // With names, about 40 bytes for each row, so that there are several row groups.
      table.append(before + i == 0, SCHEMA, rows(before + (long) i * ROWS, ROWS), 4096, 64 << 10);
    }
  }

  private long before() {
    try (Table open = TestTables.open(uri)) {
      return open.rowCount();
    } catch (io.albis.format.error.TableNotFoundException e) {
      return 0;
    }
  }

  private OptimizeResult optimize(RewriteOptions options) {
    try (TableMaintenance maintenance = TableMaintenance.open(uri)) {
      return maintenance.optimize(options);
    }
  }

  private OptimizeResult plan(RewriteOptions options) {
    try (TableMaintenance maintenance = TableMaintenance.open(uri)) {
      return maintenance.planOptimize(options);
    }
  }

  private static RewriteOptions defaults() {
    return RewriteOptions.defaults().memoryLimit(8 << 20);
  }

  @Test
  void putsEachColumnTogether() throws IOException {
    appendTimes(10);
    OptimizeResult plan = plan(defaults());
    assertThat(plan.newFiles()).isEqualTo(1);
    assertThat(plan.columnGroups()).hasSize(3);
    for (ColumnGroupPlan group : plan.columnGroups()) {
      assertThat(group.files()).isEqualTo(10);
      assertThat(group.runs()).isEqualTo(group.extents());
      assertThat(group.requests()).isGreaterThanOrEqualTo(10);
      assertThat(group.filesAfter()).isEqualTo(1);
      assertThat(group.runsAfter()).isEqualTo(1);
      assertThat(group.requestsAfter()).isEqualTo(1);
      assertThat(group.rewrittenExtents()).isEqualTo(group.extents());
    }
    long[] copied = new long[1];
    OptimizeResult result = optimize(defaults().progress(bytes -> copied[0] += bytes));
    assertThat(result.commits()).isEqualTo(1);
    assertThat(result.newFiles()).isEqualTo(1);
    assertThat(result.bytes()).isEqualTo(plan.bytes());
    assertThat(copied[0]).isGreaterThanOrEqualTo(plan.bytes());
    Values.assertSameRows(table.rows(), rows(0, 10 * ROWS));
    table.verify();
    // As planned.
    for (int g = 0; g < 3; g++) {
      assertThat(plan(defaults()).columnGroups().get(g).requests())
          .isEqualTo(plan.columnGroups().get(g).requestsAfter());
    }
  }

  @Test
  void doesNothingTheSecondTime() {
    appendTimes(12);
    assertThat(optimize(MaintainedTable.SMALL).newFiles()).isPositive();
    assertThat(plan(MaintainedTable.SMALL).isEmpty()).isTrue();
    assertThat(optimize(MaintainedTable.SMALL).isEmpty()).isTrue();
    assertThat(optimize(MaintainedTable.SMALL).commits()).isZero();
  }

  @Test
  void leavesLongRunsAlone() {
    appendTimes(40);
    optimize(MaintainedTable.SMALL);
    long snapshot = snapshotId();
    appendTimes(3);
    OptimizeResult plan = plan(MaintainedTable.SMALL);
    assertThat(plan.newFiles()).isEqualTo(1);
    ColumnGroupPlan group = plan.columnGroups().get(0);
    assertThat(group.rewrittenExtents()).isLessThan(group.extents() / 2);
    optimize(MaintainedTable.SMALL);
    assertThat(snapshotId()).isEqualTo(snapshot + 4);
    Values.assertSameRows(table.rows(), rows(0, 43 * ROWS));
    table.verify();
  }

  private long snapshotId() {
    try (Table open = TestTables.open(uri)) {
      return open.snapshot().id();
    }
  }

  /** Buffers of 512 KiB, segments of 1 MiB. */
  @Test
  void copiesSegmentsThatAreLongerThanTheBuffers() {
    for (int i = 0; i < 3; i++) {
      table.append(i == 0, SCHEMA, rows(i * 200_000L, 200_000), 1 << 20, 8 << 20);
    }
    OptimizeResult result = optimize(RewriteOptions.defaults().memoryLimit(1 << 20));
    assertThat(result.newFiles()).isEqualTo(1);
    table.verify();
    Values.assertSameRows(table.rows(), rows(0, 600_000));
  }

  @Test
  void rewritesSelectedColumnsOnly() {
    appendTimes(5);
    RewriteOptions options = defaults().columns(List.of("price"));
    OptimizeResult plan = plan(options);
    assertThat(plan.columnGroups()).hasSize(1);
    assertThat(plan.columnGroups().get(0).columns()).containsExactly("price");
    assertThat(optimize(options).bytes()).isEqualTo(plan.bytes());
    assertThat(plan(options).isEmpty()).isTrue();
    OptimizeResult all = plan(defaults());
    assertThat(all.columnGroups().get(2).rewrittenExtents()).isZero();
    assertThat(all.columnGroups().get(1).rewrittenExtents()).isPositive();
    Values.assertSameRows(table.rows(), rows(0, 5 * ROWS));
    table.verify();
  }

  @Test
  void filesStandAlone() throws IOException {
    appendTimes(4);
    optimize(defaults());
    table.expireAndClean();
    List<String> files = new StoredFiles(uri).list("data/");
    assertThat(files).hasSize(1);
    try (AlbisFile file = AlbisFile.open(uri + "/" + files.get(0));
        RowCursor cursor = file.scan().rows()) {
      assertThat(file.verify(bytes -> {}).problems()).isEmpty();
      List<List<Object>> found = new ArrayList<>();
      while (cursor.next()) {
        found.add(cursor.row().materialize());
      }
      Values.assertSameRows(found, rows(0, 4 * ROWS));
    }
  }

  static IntStream seeds() {
    return IntStream.range(0, Integer.getInteger("albis.seeds", 60) / 4);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void keepsRandomTables(int seed) throws IOException {
    RandomData data = new RandomData(seed);
    Random random = data.random();
    Schema schema = data.schema(1 + random.nextInt(8), 1 + random.nextInt(4));
    List<List<Object>> rows = new ArrayList<>();
    int appends = 2 + random.nextInt(12);
    for (int i = 0; i < appends; i++) {
      List<List<Object>> added = data.rows(schema, random.nextInt(600));
      TableWriter.Builder builder =
          i == 0
              ? TableWriter.create(uri, schema)
                  .columnGroups(
                      random.nextBoolean() ? ColumnGroupSpec.all() : ColumnGroupSpec.auto())
              : TableWriter.append(uri);
      MaintainedTable.append(
          builder.segmentSize(4096 << random.nextInt(6)).rowGroupSize(65536 << random.nextInt(3)),
          schema,
          added);
      rows.addAll(added);
      if (random.nextInt(4) == 0) {
        optimize(options(random));
      }
    }
    RewriteOptions options = options(random);
    optimize(options);
    Values.assertSameRows(table.rows(), rows);
    table.verify();
    assertThat(plan(options).isEmpty()).isTrue();
    table.expireAndClean();
    table.requireNoOtherFiles();
    Values.assertSameRows(table.rows(), rows);
    table.verify();
  }

  private static RewriteOptions options(Random random) {
    return RewriteOptions.defaults()
        .fileSize(64L << 10 << random.nextInt(8))
        .stepSize(1L << random.nextInt(20))
        .memoryLimit(1 << 20);
  }

  @Test
  void keepsAppendedRows() throws Exception {
    appendTimes(8);
    AtomicBoolean isDone = new AtomicBoolean();
    CompletableFuture<Integer> appender =
        CompletableFuture.supplyAsync(
            () -> {
              int appended = 0;
              while (!isDone.get() || appended < 3) {
                appendTimes(1);
                appended++;
              }
              return appended;
            });
    try {
      for (int i = 0; i < 4; i++) {
        optimize(MaintainedTable.SMALL.stepSize(100_000));
      }
    } finally {
      isDone.set(true);
    }
    int appended = appender.get();
    assertThat(appended).isGreaterThanOrEqualTo(3);
    Values.assertSameRows(table.rows(), rows(0, (8 + appended) * ROWS));
    table.verify();
  }

  @Test
  void appendsAreNoConflict() {
    appendTimes(9);
    AtomicBoolean appended = new AtomicBoolean();
    optimize(
        defaults()
            .progress(
                bytes -> {
                  if (appended.compareAndSet(false, true)) {
                    appendTimes(9); // manifests are merged, too
                  }
                }));
    Values.assertSameRows(table.rows(), rows(0, 18 * ROWS));
    table.verify();
    assertThat(plan(defaults()).columnGroups().get(0).files()).isEqualTo(10);
    optimize(defaults());
    assertThat(plan(defaults()).columnGroups().get(0).files()).isEqualTo(1);
    table.verify();
  }

  @Test
  void conflictsWithReplacedRows() throws IOException {
    appendTimes(3);
    AtomicBoolean replaced = new AtomicBoolean();
    assertThatThrownBy(
            () ->
                optimize(
                    defaults()
                        .progress(
                            bytes -> {
                              if (replaced.compareAndSet(false, true)) {
                                MaintainedTable.append(
                                    TableWriter.overwrite(uri), SCHEMA, rows(5, 10));
                              }
                            })))
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining("has replaced row groups that were being copied")
        .hasMessageContaining("extents have been removed");
    Values.assertSameRows(table.rows(), rows(5, 10));
    table.verify();
    table.expireAndClean();
    table.requireNoOtherFiles();
  }

  @Test
  void onlyOneOfTwoMovesARowGroup() throws IOException {
    appendTimes(6);
    AtomicBoolean second = new AtomicBoolean();
    assertThatThrownBy(
            () ->
                optimize(
                    defaults()
                        .progress(
                            bytes -> {
                              if (second.compareAndSet(false, true)) {
                                optimize(defaults());
                              }
                            })))
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining("is now in data/");
    Values.assertSameRows(table.rows(), rows(0, 6 * ROWS));
    table.verify();
    assertThat(plan(defaults()).isEmpty()).isTrue();
    table.expireAndClean();
    table.requireNoOtherFiles();
    assertThat(new StoredFiles(uri).list("data/")).hasSize(1);
  }

  @Test
  void schemaChangesAreNoConflict() {
    appendTimes(3);
    AtomicBoolean changed = new AtomicBoolean();
    optimize(
        defaults()
            .progress(
                bytes -> {
                  if (changed.compareAndSet(false, true)) {
                    try (TableUpdate update = TableUpdate.open(uri)) {
                      update.dropColumn("name").renameColumn("price", "cost").commit();
                    }
                  }
                }));
    table.verify();
    try (Table open = TestTables.open(uri)) {
      assertThat(open.rowCount()).isEqualTo(3 * ROWS);
      assertThat(open.schema().paths()).containsExactly("id", "cost");
    }
    assertThat(plan(defaults()).isEmpty()).isTrue();
  }

  @Test
  void followsEvolvedColumns() throws IOException {
    appendTimes(3);
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.addColumn(
          Field.required("twice", Type.int64()),
          (firstRow, count, values) -> {
            for (long i = firstRow; i < firstRow + count; i++) {
              values.setLong(0, 2 * i);
              values.endRow();
            }
          });
      update.addColumn(Field.nullable("note", Type.string())).commit();
    }
    optimize(defaults());
    table.verify();
    try (TableUpdate update = TableUpdate.open(uri)) {
      update
          .groupColumns(ColumnGroupSpec.explicit(List.of(List.of("id", "price"))))
          .dropColumn("name")
          .commit();
    }
    List<List<Object>> before = table.rows();
    OptimizeResult plan = plan(defaults());
    assertThat(plan.droppedBytes()).isPositive();
    assertThat(plan.newFiles()).isZero();
    assertThat(optimize(defaults()).commits()).isEqualTo(1);
    assertThat(plan(defaults()).isEmpty()).isTrue();
    Values.assertSameRows(table.rows(), before);
    table.verify();
    Schema schema;
    try (Table open = TestTables.open(uri)) {
      schema = open.schema();
    }
    for (long i = 3 * ROWS; i < 3 * ROWS + 4; i++) {
      List<Object> row = java.util.Arrays.asList(i, 0.25, 2 * i, "n" + i);
      MaintainedTable.append(TableWriter.append(uri), schema, List.of(row));
      before.add(row);
    }
    optimize(defaults());
    Values.assertSameRows(table.rows(), before);
    table.verify();
    table.expireAndClean();
    table.requireNoOtherFiles();
    table.verify();
  }

  @Test
  void keepsPartitionsAndOrder() throws IOException {
    for (int i = 0; i < 6; i++) {
      TableWriter.Builder builder =
          i == 0
              ? TableWriter.create(uri, SCHEMA)
                  .partitionBy(Partitioning.bucket("name", 3))
                  .sortBy(SortColumn.ascending("id"))
              : TableWriter.append(uri);
      MaintainedTable.append(builder, SCHEMA, rows(i * 100L, 100));
    }
    List<List<Object>> before = table.rows();
    Predicate filter = Predicate.equal("name", "row 15");
    List<List<Object>> filtered = filtered(filter);
    assertThat(filtered).hasSize(1);
    OptimizeResult result = optimize(defaults());
    assertThat(result.newFiles()).isEqualTo(1);
    Values.assertSameRows(table.rows(), before);
    Values.assertSameRows(filtered(filter), filtered);
    table.verify();
    table.expireAndClean();
    try (AlbisFile file = AlbisFile.open(uri + "/" + new StoredFiles(uri).list("data/").get(0))) {
      assertThat(file.verify(bytes -> {}).problems()).isEmpty();
      assertThat(file.rowCount()).isEqualTo(600);
    }
  }

  private List<List<Object>> filtered(Predicate filter) {
    try (Table open = TestTables.open(uri);
        RowCursor cursor = open.scan().filter(filter).rows()) {
      List<List<Object>> rows = new ArrayList<>();
      while (cursor.next()) {
        rows.add(cursor.row().materialize());
      }
      return rows;
    }
  }

  @Test
  void damagedSegmentsAreNotCopied() throws IOException {
    appendTimes(3);
    StoredFiles files = new StoredFiles(uri);
    String damaged = files.list("data/").get(1);
    files.flip(damaged, 5000, 1);
    List<String> before = files.list();
    assertThatThrownBy(() -> optimize(defaults()))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining(damaged)
        .hasMessageContaining("checksum of a segment");
    assertThat(files.list()).isEqualTo(before);
  }
}
