// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.maintenance.internal.copy.BatchCopier;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.Predicate;
import io.albis.reader.Table;
import io.albis.writer.RowWriter;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random rows of random tables, copied as batches, are what was read. */
class BatchCopierTest {

  @TempDir Path directory;

  static LongStream seeds() {
    Long one = Long.getLong("albis.seed");
    return one != null ? LongStream.of(one) : LongStream.range(0, Long.getLong("albis.seeds", 40));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void copiesSomeRows(long seed) {
    RandomData data = new RandomData(seed);
    Random random = data.random();
    List<Field> fields = new ArrayList<>(data.schema(1 + random.nextInt(8), 3).fields());
    fields.add(Field.required("number", Type.int64()));
    Schema schema = Schema.of(fields);
    List<List<Object>> rows = data.rows(schema, random.nextInt(9000));
    String original = directory.resolve("original").toString();
    try (TableWriter writer =
        TableWriter.create(original, schema)
            .columnGroups(RandomHistory.groups(schema, random))
            .open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, schema, rows);
      }
      writer.commit();
    }
    if (random.nextBoolean()) {
      try (TableUpdate update = TableUpdate.open(original)) {
        update.addColumn(Field.nullable("late", schema.fields().get(0).type()));
        update.commit();
      }
    }

    String copy = directory.resolve("copy").toString();
    List<List<Object>> expected = new ArrayList<>();
    try (Table table = Table.open(original);
        TableWriter writer = TableWriter.create(copy, table.schema()).open()) {
      List<List<Object>> all = RandomReads.rows(table.scan());
      Predicate some = Predicate.greaterThan("number", random.nextLong());
      try (BatchCopier copier = new BatchCopier(writer.newBatchWriter());
          BatchCursor cursor = table.scan().filter(some).batches()) {
        while (cursor.next()) {
          int first = Math.toIntExact(cursor.batch().firstRow());
          for (int row : copy(cursor.batch(), copier, random)) {
            expected.add(all.get(first + row));
          }
        }
      }
      writer.commit();
    }
    try (Table table = Table.open(copy)) {
      Values.assertSameRows(RandomReads.rows(table.scan()), expected);
    }
  }

  /** Copies the rows that the filter selects, or a random half of all, and returns which. */
  private static int[] copy(ColumnBatch batch, BatchCopier copier, Random random) {
    if (random.nextBoolean()) {
      copier.copy(batch);
      return IntStream.range(0, batch.selectedCount()).map(batch::selectedRow).toArray();
    }
    int[] rows = IntStream.range(0, batch.rowCount()).filter(row -> random.nextBoolean()).toArray();
    copier.copy(batch, rows);
    return rows;
  }
}
