// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Leaf;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.format.schema.Transform;
import io.albis.reader.Table;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * As {@link RandomTablesTest}, with random partitions, which change between writes. Rows are then
 * stored in another order: that they are the rows that were written is compared first, and then
 * that all ways of reading give them in the order in which they are stored. {@code -Dalbis.seeds=N}
 * sets four times the number of seeds.
 */
class RandomPartitionsTest {

  @TempDir Path directory;

  static List<Long> seeds() {
    List<Long> seeds = RandomTablesTest.seeds();
    return seeds.subList(0, (seeds.size() + 3) / 4);
  }

  /** All rows, in the order in which they were written. */
  private final List<List<Object>> written = new ArrayList<>();

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void readsPartitionedTables(long seed) throws IOException {
    RandomData data = new RandomData(seed);
    Random random = data.random();
    String uri = TestRoot.uri(directory.resolve("p" + seed));
    Schema schema = data.schema(1 + random.nextInt(8), 1 + random.nextInt(4));
    TableWriter.Builder first =
        TableWriter.create(uri, schema)
            .columnGroups(RandomHistory.groups(schema, random))
            .partitionBy(partitions(schema, random));
    if (random.nextInt(3) == 0) {
      first.sortBy(sortColumns(schema, random));
    }
    write(first, data, schema);
    for (int i = random.nextInt(3); i > 0; i--) {
      if (random.nextBoolean()) {
        try (TableUpdate update = TableUpdate.open(uri)) {
          update.partitionBy(partitions(schema, random)).commit();
        }
      }
      write(TableWriter.append(uri), data, schema);
    }
    List<List<Object>> stored;
    try (Table table = TestTables.open(uri)) {
      stored = RandomReads.rows(table.scan());
      assertThat(texts(stored)).isEqualTo(texts(written));
      RandomReads.check(table, stored, data);
    }
    PartitionedFiles.check(uri);
  }

  static List<String> texts(List<List<Object>> rows) {
    return rows.stream().map(Values::show).sorted().toList();
  }

  private void write(TableWriter.Builder builder, RandomData data, Schema schema) {
    Random random = data.random();
    TestTables.smallRowGroups(builder, 4096 << random.nextInt(5))
        .segmentSize(4096 << random.nextInt(4))
        .fileSize(131_072L << random.nextInt(6))
        .openPartitions(1 + random.nextInt(random.nextBoolean() ? 4 : 100));
    int count = random.nextInt(random.nextBoolean() ? 100 : 2000);
    List<List<Object>> rows = data.rows(schema, count);
    try (TableWriter writer = builder.open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, schema, rows);
      }
      writer.commit();
    }
    written.addAll(rows);
  }

  /** The top-level leaves that are no lists, maps or structs. */
  private static List<Leaf> columns(Schema schema, Random random) {
    List<String> names = schema.fields().stream().map(field -> field.name()).toList();
    List<Leaf> columns =
        new ArrayList<>(
            schema.withAssignedIds().leaves().stream()
                .filter(leaf -> !leaf.isPresence() && !leaf.type().isNested())
                .filter(leaf -> names.contains(leaf.path()))
                .toList());
    Collections.shuffle(columns, random);
    return columns;
  }

  static Partitioning[] partitions(Schema schema, Random random) {
    List<Partitioning> chosen = new ArrayList<>();
    for (Leaf leaf : columns(schema, random)) {
      List<Transform> possible =
          Stream.of(
                  Transform.identity(),
                  Transform.bucket(1 + random.nextInt(6)),
                  Transform.truncate(1 + random.nextInt(100)),
                  Transform.year(),
                  Transform.month(),
                  Transform.day(),
                  Transform.hour())
              .filter(transform -> transform.accepts(leaf.type()))
              .toList();
      Transform transform = possible.get(random.nextInt(possible.size()));
      chosen.add(new Partitioning(leaf.path(), transform, "p" + chosen.size() + transform));
      if (chosen.size() > random.nextInt(3)) {
        break;
      }
    }
    return chosen.toArray(Partitioning[]::new);
  }

  private static SortColumn[] sortColumns(Schema schema, Random random) {
    return columns(schema, random).stream()
        .limit(1 + random.nextInt(2))
        .map(leaf -> new SortColumn(leaf.path(), random.nextBoolean(), random.nextBoolean()))
        .toArray(SortColumn[]::new);
  }
}
