// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import static io.albis.cli.CliRun.albis;
import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.reader.Table;
import io.albis.tools.command.ExitCodes;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Types that few programs use, nested, in files of other libraries. Their scripts make of each type
 * a column, one that starts with {@code map_}, and one with {@code deep_}.
 */
class ForeignTypesTest {

  /** By type, the columns that have it. */
  private static final Map<String, Set<String>> TYPES =
      Map.ofEntries(
          Map.entry("int8", Set.of("flag_8")),
          Map.entry("int16", Set.of("u8")),
          Map.entry("int32", Set.of("u16", "none")),
          Map.entry("int64", Set.of("u32")),
          Map.entry("decimal(20,0)", Set.of("u64", "codes_u")),
          Map.entry("decimal(9,3)", Set.of("dec_32")),
          Map.entry("decimal(18,18)", Set.of("dec_64")),
          Map.entry("decimal(38,7)", Set.of("dec_256")),
          Map.entry("decimal(20,2)", Set.of("codes_dec")),
          Map.entry("float", Set.of("half", "codes_half")),
          Map.entry("date", Set.of("day_ms")),
          Map.entry("time(millis)", Set.of("time_s", "time_ms")),
          Map.entry("time(micros)", Set.of("time_us", "took")),
          Map.entry("time(nanos)", Set.of("time_ns")),
          Map.entry("timestamp(millis)", Set.of("at_s", "at_ms")),
          Map.entry("timestamp(micros)", Set.of("at_us")),
          Map.entry("timestamp(nanos)", Set.of("at_ns")),
          Map.entry("timestamp_with_zone(millis)", Set.of("at_s_zone", "at_ms_utc")),
          Map.entry("timestamp_with_zone(micros)", Set.of("at_us_utc", "instant")),
          Map.entry("timestamp_with_zone(nanos)", Set.of("at_ns_utc")),
          Map.entry("day_time_interval", Set.of("took_s", "took_ms", "took_us", "took_ns")),
          Map.entry("uuid", Set.of("uuid", "codes_uuid")),
          Map.entry("fixed_binary(3)", Set.of("fixed")),
          Map.entry("fixed_binary(12)", Set.of("interval")),
          Map.entry(
              "string",
              Set.of(
                  "large_text",
                  "text_view",
                  "codes",
                  "codes_view",
                  "codes_large",
                  "enum",
                  "json",
                  "char",
                  "varchar")),
          Map.entry("binary", Set.of("large_bytes", "bytes_view")),
          Map.entry("list<int16>", Set.of("large_list")),
          Map.entry("list<float>", Set.of("pair")),
          Map.entry("list<string>", Set.of("codes_list", "codes_codes", "pair_codes")),
          Map.entry("list<struct<a: string>>", Set.of("pair_struct", "large_struct")),
          Map.entry("struct<a: int32, b: list<string>>", Set.of("codes_struct")),
          Map.entry("map<int32, string>", Set.of("codes_map")));

  /** Types that files of a library do not have; those that they have instead. */
  private static final Map<String, Map<String, String>> OTHER =
      Map.of(
          // It knows microseconds only.
          "foreign-types-duckdb.parquet", Map.of("at_ms_utc", "timestamp_with_zone(micros)"),
          // Its readers see nanoseconds in ORC, whatever the writer had.
          "foreign-types-pyarrow.orc",
              Map.of("at_ms", "timestamp(nanos)", "at_us", "timestamp(nanos)", "fixed", "binary"));

  @TempDir private Path dir;
  private String table;

  @BeforeEach
  void nameTable() {
    table = dir.resolve("t").toString();
  }

  private static Path fixture(String name) {
    return Path.of("src/test/fixtures", name);
  }

  private static Map<String, String> types(String uri) {
    Map<String, String> types = new TreeMap<>();
    try (Table opened = Table.open(uri)) {
      for (Field field : opened.schema().fields()) {
        types.put(field.name(), field.type().toString());
      }
    }
    return types;
  }

  private static String type(String file, String column) {
    String leaf = column.replaceFirst("^(map|deep)_", "");
    String found =
        OTHER
            .getOrDefault(file, Map.of())
            .getOrDefault(
                leaf,
                TYPES.entrySet().stream()
                    .filter(type -> type.getValue().contains(leaf))
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElse("of no column: " + leaf));
    return switch (column.substring(0, column.length() - leaf.length())) {
      case "map_" -> "map<int32, " + found + ">";
      case "deep_" -> "list<struct<x: list<" + found + ">, y: " + found + ">>";
      default -> found;
    };
  }

  @ParameterizedTest
  @CsvSource({
    "arrow.arrow, arrow",
    "codes.arrows, codes",
    "polars.arrow, polars",
    "pyarrow.parquet, parquet",
    "pyarrow-plain.parquet, parquet",
    "duckdb.parquet, duckdb",
    "polars.parquet, polars",
    "fastparquet.parquet, fastparquet",
    "pyarrow.orc, orc",
    "pyorc.orc, pyorc"
  })
  void valuesAndTypesSurviveEveryFormat(String name, String rows) throws Exception {
    String file = "foreign-types-" + name;
    Path expected = fixture("foreign-types-" + rows + ".jsonl");
    String[] unit = {"--timestamps", name.equals("pyarrow.orc") ? "nanos" : "micros"};
    CliRun.ok("convert", fixture(file).toString(), table, "--verify", unit[0], unit[1]);
    Map<String, String> types = types(table);
    types.forEach((column, type) -> assertThat(type).as(column).isEqualTo(type(file, column)));
    assertThat(types).hasSizeGreaterThan(4);
    assertRows(table, expected);

    for (Format format : Format.values()) {
      String columns =
          types.entrySet().stream()
              .filter(column -> format.holds(column.getValue()))
              .map(Map.Entry::getKey)
              .collect(Collectors.joining(","));
      String exported = dir.resolve("rows." + format.extension).toString();
      CliRun.ok("export", table, exported, "--columns", columns);
      String back = dir.resolve("back-" + format.extension).toString();
      CliRun.ok("convert", exported, back, "--verify");
      String same = dir.resolve("same-" + format.extension).toString();
      CliRun.ok("convert", "--columns", columns, fixture(file).toString(), same, unit[0], unit[1]);
      assertThat(types(back)).as(format.extension).isEqualTo(types(same));
      assertThat(albis("diff", same, back).exitCode()).as(format.extension).isZero();
    }
  }

  private void assertRows(String uri, Path expected) throws Exception {
    Path exported = dir.resolve("rows.jsonl");
    CliRun.ok("export", uri, exported.toString(), "--overwrite");
    JsonRows.assertSame(exported, expected);
  }

  /** A format that is exported, and types that it cannot hold. */
  private enum Format {
    PARQUET("parquet", "interval"),
    ORC("orc", "interval|time\\(|uuid|fixed_binary"),
    ARROW("arrow", "no type");

    private final String extension;
    private final String lacks;

    Format(String extension, String lacks) {
      this.extension = extension;
      this.lacks = lacks;
    }

    boolean holds(String type) {
      return !java.util.regex.Pattern.compile(lacks).matcher(type).find();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"pyarrow.parquet", "duckdb.parquet"})
  void exportRestoresTypesOfParquet(String name) throws Exception {
    Path file = fixture("foreign-types-" + name);
    CliRun.ok("convert", file.toString(), table);
    Path exported = dir.resolve("back.parquet");
    CliRun.ok("export", table, exported.toString());
    assertThat(ForeignFilesTest.parquetSchema(exported))
        .isEqualTo(ForeignFilesTest.parquetSchema(file));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "runs|RunEndEncoded",
        "view|ListView",
        "dec_32|Decimal(9, 3, 32)",
        "dec_64|Decimal(18, 3, 64)",
        "dec_wide|Decimal(50, 3, 256)",
        "months|Interval(MONTH_DAY_NANO)"
      })
  void namesColumnsOfTypesThatAlbisDoesNotHave(String column, String type) {
    for (String name : new String[] {column, "deep_" + column}) {
      String file = fixture("foreign-types-refused.arrow").toString();
      CliRun run = albis("convert", file, table, "--columns", "good," + name);
      assertThat(run.exitCode()).isEqualTo(ExitCodes.FAILED);
      assertThat(run.err())
          .containsPattern("column " + name + "[.: ]")
          .contains("Albis does not support Arrow type " + type)
          .contains("exclude it with --columns");
    }
  }

  @Test
  void readsColumnsBesideThoseThatAlbisDoesNotHave() {
    String file = fixture("foreign-types-refused.arrow").toString();
    CliRun.ok("convert", file, table, "--columns", "good,deep_good", "--verify");
    assertThat(types(table)).containsOnlyKeys("good", "deep_good");
  }
}
