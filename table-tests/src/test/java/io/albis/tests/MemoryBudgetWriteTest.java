// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.schema.Field;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.Table;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.BatchWriter;
import io.albis.writer.CommitResult;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes within the memory that an engine grants. */
class MemoryBudgetWriteTest {

  /** What a writer of a random table needs at least: refusals beyond are survived. */
  private static final long ENOUGH = 8 << 20;

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int64()),
          Field.nullable("key", Type.int32()),
          Field.nullable("text", Type.string()));

  @TempDir Path directory;

  static List<Long> seeds() {
    return RandomPartitionsTest.seeds();
  }

  /** Writes rows again that were refused, from the first one that is missing. */
  private static void write(
      TableWriter writer, Schema schema, List<List<Object>> rows, Random random) {
    if (random.nextBoolean()) {
      try (BatchWriter out = writer.newBatchWriter()) {
        BatchInput.write(out, schema, rows, random);
      }
      return;
    }
    try (RowWriter out = writer.newRowWriter()) {
      for (List<Object> row : rows) {
        writeRow(out, schema, row);
      }
    }
  }

  private static void writeRow(RowWriter out, Schema schema, List<Object> row) {
    try {
      RowInput.write(out, schema, List.of(row));
    } catch (OutOfOffHeapMemoryException e) {
      out.discardRow();
      writeRow(out, schema, row);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void writesTheSameRowsWhateverIsRefused(long seed) {
    RandomData data = new RandomData(seed);
    Random random = data.random();
    Schema schema = data.schema(1 + random.nextInt(8), 1 + random.nextInt(4));
    String uri = TestRoot.uri(directory.resolve("t" + seed));
    TableWriter.Builder create =
        TableWriter.create(uri, schema)
            .columnGroups(RandomHistory.groups(schema, random))
            .segmentSize(4096 << random.nextInt(8))
            .memoryLimit(256 << 20)
            .openPartitions(1 + random.nextInt(100));
    boolean isPartitioned = random.nextBoolean();
    if (isPartitioned) {
      create.partitionBy(RandomPartitionsTest.partitions(schema, random));
    }
    Random points = new Random(seed);
    int percent = 20 + random.nextInt(80);
    long free = random.nextBoolean() ? ENOUGH : ENOUGH / 8;
    Budget budget =
        new Budget(Long.MAX_VALUE, granted -> granted > free && points.nextInt(100) < percent);
    List<List<Object>> rows = data.rows(schema, 1 + random.nextInt(isPartitioned ? 1000 : 5000));
    try (TableWriter writer = create.memoryBudget(budget).open()) {
      write(writer, schema, rows, random);
      assertThat(budget.granted()).isZero();
      writer.commit();
    }
    try (Table table = TestTables.open(uri)) {
      List<List<Object>> stored = RandomReads.rows(table.scan());
      if (isPartitioned) {
        assertThat(RandomPartitionsTest.texts(stored)).isEqualTo(RandomPartitionsTest.texts(rows));
      } else {
        Values.assertSameRows(stored, rows);
      }
    }
  }

  private static String text(int row) {
    return "text " + row + "x".repeat(row % 60);
  }

  private static void put(BatchWriter out, int from, int count, int keys) {
    long[] ids = new long[count];
    int[] values = new int[count];
    String[] texts = new String[count];
    for (int i = 0; i < count; i++) {
      ids[i] = from + (long) i;
      values[i] = (int) ((from + i) * 0x9e3779b97f4a7c15L >>> 40) % keys;
      texts[i] = text(from + i);
    }
    out.setLongs(0, ids);
    out.setInts(1, values);
    out.setStrings(2, texts);
    out.endBatch(count);
  }

  private static void put(TableWriter writer, int rows, int keys) {
    try (BatchWriter out = writer.newBatchWriter()) {
      for (int row = 0; row < rows; row += 2000) {
        put(out, row, Math.min(2000, rows - row), keys);
      }
    }
  }

  private static void requireRows(String uri, int rows) {
    try (Table table = TestTables.open(uri)) {
      boolean[] found = new boolean[rows];
      table
          .scan()
          .forEachBatch(
              1,
              batch -> {
                for (int i = 0; i < batch.rowCount(); i++) {
                  int id = (int) batch.column(0).getLong(i);
                  assertThat(found[id]).isFalse();
                  found[id] = true;
                  assertThat(batch.column(2).getString(i)).isEqualTo(text(id));
                }
              });
      assertThat(found).doesNotContain(false);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1 << 20, 2 << 20, 5 << 20, 1 << 30})
  void rowGroupsAreAsLargeAsWhatIsGranted(int limit) {
    String uri = TestRoot.uri(directory.resolve("t"));
    Budget budget = new Budget(limit);
    int rows = 300_000;
    CommitResult result;
    try (TableWriter writer = TableWriter.create(uri, SCHEMA).memoryBudget(budget).open()) {
      put(writer, rows, 10);
      assertThat(budget.granted()).isZero();
      assertThat(budget.peak()).isBetween(1L, (long) limit);
      result = writer.commit();
    }
    assertThat(budget.refusals() > 0).isEqualTo(limit < 1 << 30);
    // Rows take about 60 bytes, and as much again when they are sealed.
    assertThat(result.writtenRowGroups()).isBetween(1, 1 + rows * 60 * 8 / limit);
    requireRows(uri, rows);
  }

  /** Each of the requests is refused once: the refusal changes nothing but row groups. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void oneRefusalIsSurvivedWhereverItIs(boolean isByRow) {
    int rows = 10_000;
    long requests = 1;
    for (int refused = 0; refused < requests; refused++) {
      String uri = TestRoot.uri(directory.resolve("t" + refused));
      int[] number = {-refused};
      Budget budget = new Budget(Long.MAX_VALUE, granted -> number[0]++ == 0);
      try (TableWriter writer = TableWriter.create(uri, SCHEMA).memoryBudget(budget).open()) {
        if (isByRow) {
          try (RowWriter out = writer.newRowWriter()) {
            for (int row = 0; row < rows; row++) {
              writeRow(out, SCHEMA, Arrays.asList((long) row, row, text(row)));
            }
          }
        } else {
          put(writer, rows, 10);
        }
        assertThat(budget.granted()).isZero();
        writer.commit();
      }
      requireRows(uri, rows);
      requests = budget.requests();
    }
    assertThat(requests).isGreaterThan(10);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 200})
  void partitionsShareWhatIsGranted(int keys) {
    String uri = TestRoot.uri(directory.resolve("t"));
    Budget budget = new Budget(4 << 20);
    TableWriter.Builder create =
        TableWriter.create(uri, SCHEMA)
            .partitionBy(Partitioning.identity("key"))
            .openPartitions(300)
            .memoryBudget(budget);
    int rows = 200_000;
    try (TableWriter writer = create.open()) {
      put(writer, rows, keys);
      assertThat(budget.granted()).isZero();
      assertThat(budget.refusals()).isPositive();
      CommitResult result = writer.commit();
      assertThat(result.writtenRowGroups()).isLessThan(rows / 50);
    }
    requireRows(uri, rows);
  }

  /** A row that does not fit is refused in words; the others can be committed. */
  @Test
  void failForRowsThatAreTooLarge() {
    String uri = TestRoot.uri(directory.resolve("t"));
    Budget budget = new Budget(1 << 20);
    try (TableWriter writer = TableWriter.create(uri, SCHEMA).memoryBudget(budget).open()) {
      try (BatchWriter out = writer.newBatchWriter()) {
        put(out, 0, 1000, 10);
        out.setLongs(0, new long[] {5});
        out.setStrings(2, new String[] {"x".repeat(2 << 20)});
        assertThatThrownBy(() -> out.endBatch(1))
            .isInstanceOf(OutOfOffHeapMemoryException.class)
            .hasMessageContaining("its memory budget grants no more (raise the memory of the task");
        assertThat(out.rowCount()).isEqualTo(1000);
        put(out, 1000, 1000, 10);
      }
      assertThat(budget.granted()).isZero();
      writer.commit();
    }
    requireRows(uri, 2000);
  }

  @Test
  void failIfNotEvenTheMinimumIsGranted() {
    String uri = TestRoot.uri(directory.resolve("t"));
    Budget budget = new Budget(4096);
    try (TableWriter writer = TableWriter.create(uri, SCHEMA).memoryBudget(budget).open()) {
      assertThatThrownBy(writer::newBatchWriter)
          .isInstanceOf(OutOfOffHeapMemoryException.class)
          .hasMessageContaining("its memory budget grants no more");
      assertThat(budget.granted()).isZero();
    }
    assertThat(BufferAllocator.allocatedByName()).doesNotContainKey("writer of " + uri);
  }

  /** An engine takes memory between batches, and grants nothing meanwhile. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void reclaimEndsRowGroups(boolean isPartitioned) {
    String uri = TestRoot.uri(directory.resolve("t"));
    boolean[] isClosed = new boolean[1];
    Budget budget = new Budget(Long.MAX_VALUE, granted -> isClosed[0]);
    TableWriter.Builder create = TableWriter.create(uri, SCHEMA).memoryBudget(budget);
    if (isPartitioned) {
      create.partitionBy(Partitioning.identity("key"));
    }
    try (TableWriter writer = create.open()) {
      try (BatchWriter out = writer.newBatchWriter()) {
        for (int i = 0; i < 20; i++) {
          put(out, i * 10_000, 10_000, 10);
          long before = budget.granted();
          long requests = budget.requests();
          isClosed[0] = true;
          long wanted = i % 2 == 0 ? Long.MAX_VALUE : before / 4;
          long given = out.reclaim(wanted);
          isClosed[0] = false;
          assertThat(budget.requests()).isEqualTo(requests);
          assertThat(given).isEqualTo(before - budget.granted()).isPositive();
          if (wanted == Long.MAX_VALUE) {
            assertThat(budget.granted()).isLessThan(3 << 20);
          }
        }
      }
      assertThat(budget.granted()).isZero();
      writer.commit();
    }
    requireRows(uri, 200_000);
  }

  @Test
  void abortReleasesEverything() {
    String uri = TestRoot.uri(directory.resolve("t"));
    Budget budget = new Budget(16 << 20);
    TableWriter writer = TableWriter.create(uri, SCHEMA).memoryBudget(budget).open();
    BatchWriter out = writer.newBatchWriter();
    for (int i = 0; i < 100; i++) {
      put(out, i * 2000, 2000, 10);
    }
    assertThat(budget.granted()).isPositive();
    writer.close();
    assertThat(budget.granted()).isZero();
  }

  /** Row writers refuse values of any depth; the row can be set once more. */
  @Test
  void refusalsInNestedValues() {
    Schema schema =
        Schema.of(
            Field.required("id", Type.int64()),
            Field.nullable(
                "l", Type.list(Field.nullable("e", Type.list(Field.nullable("s", Type.string()))))),
            Field.nullable(
                "m",
                Type.map(Field.required("k", Type.string()), Field.nullable("v", Type.int64()))));
    String uri = TestRoot.uri(directory.resolve("t"));
    Random points = new Random(1);
    Budget budget =
        new Budget(Long.MAX_VALUE, granted -> granted > 256 << 10 && points.nextInt(3) > 0);
    RandomData data = new RandomData(7);
    List<List<Object>> rows = data.rows(schema, 20_000);
    try (TableWriter writer = TableWriter.create(uri, schema).memoryBudget(budget).open()) {
      try (RowWriter out = writer.newRowWriter()) {
        for (List<Object> row : rows) {
          writeRow(out, schema, row);
        }
      }
      assertThat(budget.refusals()).isGreaterThan(5);
      assertThat(budget.granted()).isZero();
      writer.commit();
    }
    try (Table table = TestTables.open(uri)) {
      Values.assertSameRows(RandomReads.rows(table.scan()), rows);
    }
  }
}
