// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.cli.CliRun;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random tables, exported and converted again, are the same. */
class RandomExportTest {

  private static final Set<TypeKind> NOT_IN_ORC =
      EnumSet.of(
          TypeKind.YEAR_MONTH_INTERVAL,
          TypeKind.DAY_TIME_INTERVAL,
          TypeKind.TIME,
          TypeKind.FIXED_BINARY,
          TypeKind.UUID);

  private static final int ROWS = 2000;

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "parquet,1",
    "parquet,2",
    "parquet,3",
    "parquet,4",
    "parquet,5",
    "parquet,6",
    "orc,1",
    "orc,2",
    "orc,3",
    "orc,4",
    "orc,5",
    "jsonl,1",
    "jsonl.gz,2",
    "jsonl.zst,3",
    "jsonl,4",
    "csv,1",
    "csv.gz,2",
    "csv.zst,3",
    "csv,4",
  })
  void comesBackTheSame(String extension, long seed) {
    Set<TypeKind> excluded = extension.equals("orc") ? NOT_IN_ORC : EnumSet.noneOf(TypeKind.class);
    RandomTable random = new RandomTable(seed, type -> !excluded.contains(type.kind()));
    Schema schema = random.schema(8, extension.startsWith("csv") ? 0 : 3);
    String table = directory.resolve("table").toString();
    random.write(table, schema, ROWS);
    String file = directory.resolve("file." + extension).toString();
    CliRun.ok("export", table, file);

    String back = directory.resolve("back").toString();
    List<String> convert = new ArrayList<>(List.of("convert", file, back));
    if (!extension.equals("parquet") && !extension.equals("orc")) {
      convert.add("--schema");
      convert.add(types(schema));
    }
    CliRun.ok(convert.toArray(String[]::new));

    assertThat(RandomTable.rows(back)).isEqualTo(RandomTable.rows(table));
  }

  /** Text has no required columns: their fields are nullable at every depth. */
  private static String types(Schema schema) {
    StringBuilder text = new StringBuilder();
    for (Field field : schema.fields()) {
      text.append(text.isEmpty() ? "" : ",").append(field.name()).append('=').append(field.type());
    }
    return text.toString();
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "3"})
  void parquetDoesNotDependOnThreads(long seed) throws Exception {
    RandomTable random = new RandomTable(seed, type -> true);
    String table = directory.resolve("table").toString();
    random.write(table, random.schema(8, 3), 10_000);
    Path one = directory.resolve("one.parquet");
    Path five = directory.resolve("five.parquet");
    CliRun.ok("export", table, one.toString(), "--row-group-size=64KiB", "--threads=1");
    CliRun.ok("export", table, five.toString(), "--row-group-size=64KiB", "--threads=5");
    assertThat(five).hasSameBinaryContentAs(one);
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "3"})
  void largeValuesEndRowGroups(long seed) {
    RandomTable random = new RandomTable(seed, type -> type.equals(Type.string()));
    Schema schema = random.schema(4, 2);
    String table = directory.resolve("table").toString();
    random.write(table, schema, 10_000);
    String file = directory.resolve("file.parquet").toString();
    CliRun.ok("export", table, file, "--row-group-size", "64KiB", "--compression", "none");
    String back = directory.resolve("back").toString();
    CliRun.ok("convert", file, back);
    assertThat(RandomTable.rows(back)).isEqualTo(RandomTable.rows(table));
  }
}
