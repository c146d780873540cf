// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TypeKind;
import io.albis.reader.AlbisFile;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.AlbisFileWriter;
import io.albis.writer.RowWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Writes random tables, changes them, reads them in random ways, and compares the results with the
 * rows. A failure names its seed; {@code -Dalbis.seed=N} repeats it, {@code -Dalbis.seeds=N} sets
 * the number of seeds.
 */
class RandomTablesTest {

  @TempDir Path directory;

  static List<Long> seeds() {
    Long one = Long.getLong("albis.seed");
    if (one != null) {
      return List.of(one);
    }
    List<Long> seeds = new ArrayList<>();
    long start = System.nanoTime();
    for (int i = 0; i < Integer.getInteger("albis.seeds", 60); i++) {
      // Half of the seeds are the same in every run, half are new.
      seeds.add(i % 2 == 0 ? i : start + i);
    }
    return seeds;
  }

  @Test
  void randomSchemasHaveTypesOfAllKinds() {
    Set<TypeKind> found = EnumSet.noneOf(TypeKind.class);
    addKinds(new RandomData(1).schema(1000, 4).fields(), found);
    assertThat(found).containsExactly(TypeKind.values());
  }

  private static void addKinds(List<Field> fields, Set<TypeKind> found) {
    for (Field field : fields) {
      found.add(field.type().kind());
      addKinds(field.type().children(), found);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void readsWrittenRows(long seed) {
    RandomData data = new RandomData(seed);
    String uri = TestRoot.uri(directory.resolve("t" + seed));
    RandomHistory history = new RandomHistory(uri, data);
    try (Table table = TestTables.open(uri)) {
      RandomReads.check(table, history.rows(), data);
    }
  }

  /** Old snapshots keep their rows and columns. */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void readsChangedTables(long seed) {
    RandomData data = new RandomData(seed);
    Random random = data.random();
    String uri = TestRoot.uri(directory.resolve("c" + seed));
    RandomHistory history = new RandomHistory(uri, data);
    List<List<List<Object>>> snapshots = new ArrayList<>(List.of(history.rows()));
    for (int i = 1 + random.nextInt(8); i > 0; i--) {
      history.step();
      snapshots.add(history.rows());
    }
    try (Table table = TestTables.open(uri)) {
      assertThat(table.snapshot().id()).isEqualTo(snapshots.size());
      RandomReads.check(table, history.rows(), data);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(history + ": " + e, e);
    }
    int old = random.nextInt(snapshots.size());
    ReadOptions options = ReadOptions.defaults().snapshot(old + 1L);
    try (Table table = TestTables.open(uri, options)) {
      Values.assertSameRows(RandomReads.rows(table.scan()), snapshots.get(old));
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("snapshot " + (old + 1) + " of " + history + ": " + e, e);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void readsStandAloneFiles(long seed) {
    RandomData data = new RandomData(seed);
    Random random = data.random();
    Schema schema = data.schema(1 + random.nextInt(8), 1 + random.nextInt(4));
    List<List<Object>> rows = data.rows(schema, random.nextInt(3000));
    String uri = TestRoot.uri(directory.resolve("f" + seed + ".albis"));
    try (AlbisFileWriter writer =
        AlbisFileWriter.create(uri, schema)
            .columnGroups(RandomHistory.groups(schema, random))
            .segmentSize(4096 << random.nextInt(4))
            .rowGroupSize(65536 << random.nextInt(4))
            .open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, schema, rows);
      }
      writer.finish();
    }
    try (AlbisFile file = AlbisFile.open(uri)) {
      RandomReads.check(file, rows, data);
    }
  }
}
