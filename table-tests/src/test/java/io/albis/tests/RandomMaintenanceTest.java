// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.maintenance.RewriteOptions;
import io.albis.maintenance.TableMaintenance;
import io.albis.reader.Table;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Appends, optimizes, merges, evolves and cleans random tables in random order, and compares them
 * with their rows. {@code -Dalbis.seed=N} repeats a seed, {@code -Dalbis.seeds=N} sets four times
 * the number of seeds.
 */
class RandomMaintenanceTest {

  private static final int STEPS = 25;

  @TempDir Path directory;
  private MaintainedTable table;
  private RandomData data;
  private Random random;
  private List<List<Object>> rows;

  static LongStream seeds() {
    Long one = Long.getLong("albis.seed");
    return one != null
        ? LongStream.of(one)
        : LongStream.range(0, Integer.getInteger("albis.seeds", 60) / 4);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void keepsRows(long seed) throws Exception {
    table = new MaintainedTable(TestRoot.uri(directory.resolve("t" + seed)));
    data = new RandomData(seed);
    random = data.random();
    rows = new ArrayList<>();
    append(TableWriter.create(table.uri(), data.schema(1 + random.nextInt(6), 3)));
    for (int i = 0; i < STEPS; i++) {
      switch (random.nextInt(12)) {
        case 0 -> addColumn(i);
        case 1 -> dropColumn();
        case 2 -> group();
        case 3, 4 -> optimize();
        case 5 -> {
          table.expireAndClean();
          table.requireNoOtherFiles();
        }
        case 6, 7 -> merge();
        default -> append(TableWriter.append(table.uri()));
      }
    }
    check();
    optimize();
    check();
    merge();
    check();
    table.expireAndClean();
    table.requireNoOtherFiles();
    check();
  }

  private void check() {
    Values.assertSameRows(table.rows(), rows);
    table.verify();
  }

  private Schema schema() {
    try (Table open = TestTables.open(table.uri())) {
      return open.schema();
    }
  }

  private void append(TableWriter.Builder builder) {
    builder.segmentSize(4096 << random.nextInt(5)).rowGroupSize(65536 << random.nextInt(3));
    Schema schema;
    try (TableWriter writer = builder.open()) {
      schema = writer.schema();
      List<List<Object>> added = data.rows(schema, random.nextInt(300));
      try (var rowWriter = writer.newRowWriter()) {
        RowInput.write(rowWriter, schema, added);
      }
      writer.commit();
      added.forEach(row -> rows.add(new ArrayList<>(row)));
    }
  }

  private void addColumn(int step) {
    Field added = Field.nullable("added " + step, data.schema(1, 2).fields().get(0).type());
    rows.forEach(row -> row.add(null));
    if (random.nextBoolean()) {
      append(TableWriter.append(table.uri()).addColumn(added));
      return;
    }
    try (TableUpdate update = TableUpdate.open(table.uri())) {
      update.addColumn(added).commit();
    }
  }

  private void dropColumn() {
    List<Field> fields = schema().fields();
    if (fields.size() > 1) {
      int dropped = random.nextInt(fields.size());
      try (TableUpdate update = TableUpdate.open(table.uri())) {
        update.dropColumn(quoted(fields.get(dropped))).commit();
      }
      rows.forEach(row -> row.remove(dropped));
    }
  }

  /** The path of a column whose name may have dots. */
  private static String quoted(Field field) {
    return "`" + field.name().replace("`", "``") + "`";
  }

  private void group() {
    ColumnGroupSpec[] specs = {
      ColumnGroupSpec.all(), ColumnGroupSpec.single(), ColumnGroupSpec.auto()
    };
    try (TableUpdate update = TableUpdate.open(table.uri())) {
      update.groupColumns(specs[random.nextInt(specs.length)]).commit();
    }
  }

  private void merge() {
    RewriteOptions options =
        RewriteOptions.defaults()
            .rowGroupSize(65536L << random.nextInt(6))
            .stepSize(1L << random.nextInt(20))
            .memoryLimit(32 << 20);
    try (TableMaintenance maintenance = TableMaintenance.open(table.uri())) {
      maintenance.mergeRowGroups(options);
      assertThat(maintenance.planMergeRowGroups(options).replacedRowGroups()).isZero();
    }
  }

  private void optimize() {
    List<String> columns = new ArrayList<>();
    if (random.nextInt(3) == 0) {
      List<Field> fields = schema().fields();
      columns.add(quoted(fields.get(random.nextInt(fields.size()))));
    }
    try (TableMaintenance maintenance = TableMaintenance.open(table.uri())) {
      maintenance.optimize(
          RewriteOptions.defaults()
              .columns(columns)
              .fileSize(64L << 10 << random.nextInt(8))
              .stepSize(1L << random.nextInt(20))
              .memoryLimit(1 << 20));
    }
  }
}
