// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.cli.CliRun;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.reader.Table;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Random tables, exported to Arrow files and converted again, and random files of Arrow's own. */
class RandomArrowTest {

  private static final int ROWS = 2000;

  @TempDir private Path directory;

  /** In the row layout as far as types have one, in the column layout, and in both. */
  @ParameterizedTest
  @CsvSource({"1,all", "2,single", "3,auto", "4,all", "5,single", "6,auto", "7,all", "8,all"})
  void comesBackTheSame(long seed, String groups) {
    RandomTable random = new RandomTable(seed, type -> true);
    Schema schema = random.schema(8, 3);
    String table = directory.resolve("table").toString();
    random.write(table, schema, ROWS, groups, 64 << 10);
    try (Table written = Table.open(table)) {
      assertThat(written.rowGroups()).hasSizeGreaterThan(2);
    }
    String file = directory.resolve("file.arrow").toString();
    CliRun.ok("export", table, file);
    String back = convert(file, "back");
    assertThat(RandomTable.rows(back)).isEqualTo(RandomTable.rows(table));
    assertThat(fields(back)).isEqualTo(fields(table));
  }

  private String convert(String file, String name) {
    String table = directory.resolve(name).toString();
    CliRun.ok("convert", file, table, "--verify");
    return table;
  }

  private static List<String> fields(String uri) {
    try (Table table = Table.open(uri)) {
      List<String> fields = new ArrayList<>();
      for (Field field : table.schema().fields()) {
        fields.add(field.name() + " " + field.type() + " " + field.nullable());
      }
      return fields;
    }
  }

  /** Files and batches end in the middle of segments, in columns of another order. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void partsOfTablesComeBackTheSame(long seed) {
    RandomTable random = new RandomTable(seed, type -> true);
    String table = directory.resolve("table").toString();
    random.write(table, random.schema(8, 3), ROWS, seed % 2 == 0 ? "all" : "auto", 64 << 10);
    List<String> columns = new ArrayList<>(List.of("c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"));
    Collections.shuffle(columns, new Random(seed));
    List<String> selected = columns.subList(0, 3);
    Path files = directory.resolve("files.arrow");
    CliRun.ok(
        "export",
        table,
        files.toString(),
        "--columns",
        String.join(",", selected),
        "--max-rows-per-file",
        String.valueOf(100 + new Random(seed).nextInt(700)));
    String back = convert(files.toString(), "back");
    assertThat(RandomTable.rows(back)).isEqualTo(RandomTable.rows(table, selected));
  }

  /** Dictionaries, views, and offsets that do not start at 0. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void filesOfArrowsOwnWriter(long seed) throws Exception {
    Path file = directory.resolve(seed % 2 == 0 ? "file.arrow" : "file.arrows");
    List<List<Object>> expected = new RandomArrow(seed).write(file, seed % 2 == 0);
    assertThat(expected).hasSizeGreaterThan(10);
    assertThat(RandomTable.rows(convert(file.toString(), "back"))).isEqualTo(expected);
    String exported = directory.resolve("exported.arrow").toString();
    CliRun.ok("export", directory.resolve("back").toString(), exported);
    assertThat(RandomTable.rows(convert(exported, "again"))).isEqualTo(expected);
  }

  /** Whether columns are read as a whole, or value by value as for sorting. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void refusesDatesWithATimeOfDay(boolean isSorted) throws Exception {
    Path file = directory.resolve("dates.arrow");
    try (BufferAllocator allocator = new RootAllocator();
        DateMilliVector dates = new DateMilliVector("day", allocator);
        FileOutputStream out = new FileOutputStream(file.toFile())) {
      dates.setSafe(0, 86_400_000L);
      dates.setSafe(1, -1);
      dates.setValueCount(2);
      try (VectorSchemaRoot root = new VectorSchemaRoot(List.of(dates));
          ArrowFileWriter writer = new ArrowFileWriter(root, null, out.getChannel())) {
        writer.start();
        writer.writeBatch();
        writer.end();
      }
    }
    String table = directory.resolve("t").toString();
    CliRun run =
        isSorted
            ? CliRun.albis("convert", file.toString(), table, "--sort-by", "day")
            : CliRun.albis("convert", file.toString(), table);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("column day: -1 milliseconds");
  }
}
