// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.cli.CliRun;
import io.albis.tools.command.ExitCodes;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The columns that {@code albis convert --columns} selects. */
class ConvertColumnsTest {

  private static final String TYPES =
      "id=int64,`last, first`=string,place=struct<city: string, x: int32, in: struct<a: double, b:"
          + " int8>>,tags=list<struct<k: string, v: int32>>,m=map<string, struct<p: int32, q:"
          + " string>>";

  private static final String COLUMNS =
      "`last, first`,place.in.b,place.city,tags.element.v,m.value.q";

  private static final String SELECTED =
      """
      {"last, first":"b, a","place":{"city":"c","in":{"b":2}},"tags":[{"v":1},{"v":2}],\
      "m":[{"key":"k","value":{"q":"r"}}]}
      {"last, first":null,"place":null,"tags":[],"m":null}
      {"last, first":"x","place":{"city":null,"in":null},"tags":[null],"m":[]}
      """;

  @TempDir Path dir;
  private String lines;
  private String table;

  @BeforeEach
  void write() throws Exception {
    table = dir.resolve("t").toString();
    lines =
        Files.writeString(
                dir.resolve("x.jsonl"),
                """
                {"id":1,"last, first":"b, a","place":{"city":"c","x":1,"in":{"a":0.5,"b":2}},\
                "tags":[{"k":"t","v":1},{"k":"u","v":2}],"m":[{"key":"k","value":{"p":9,"q":"r"}}]}
                {"id":2,"last, first":null,"place":null,"tags":[],"m":null}
                {"id":3,"last, first":"x","place":{"city":null,"x":null,"in":null},\
                "tags":[null],"m":[]}
                """)
            .toString();
  }

  private String file(String format) {
    if (format.equals("jsonl")) {
      return lines;
    }
    String albis = dir.resolve("x." + format + ".albis").toString();
    CliRun.ok("convert", lines, albis, "--schema", TYPES);
    String file = dir.resolve("x." + format).toString();
    CliRun.ok("export", albis, file);
    return file;
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "orc", "arrow", "jsonl"})
  void pathsSelectFieldsAndBackquotesNames(String format) {
    String file = file(format);
    String[] types = {"--schema", TYPES};
    String[] command = {"convert", file, table, "--columns", COLUMNS, "--verify"};
    CliRun.ok(format.equals("jsonl") ? concat(command, types) : command);
    assertThat(CliRun.ok("cat", table)).isEqualTo(SELECTED);
    String sorted = dir.resolve("sorted").toString();
    command[2] = sorted;
    String[] all = concat(command, "--sort-by", "place.city nulls last");
    CliRun.ok(format.equals("jsonl") ? concat(all, types) : all);
    assertThat(CliRun.ok("cat", sorted)).isEqualTo(SELECTED);
  }

  private static String[] concat(String[] command, String... more) {
    String[] all = java.util.Arrays.copyOf(command, command.length + more.length);
    System.arraycopy(more, 0, all, command.length, more.length);
    return all;
  }

  @Test
  void aWholeColumnHasAllOfItsFields() {
    CliRun.ok(
        "convert", file("parquet"), table, "--columns", "place.x, place,id,place", "--verify");
    assertThat(CliRun.ok("head", table, "-n", "1", "--json"))
        .contains("\"city\"", "\"x\"", "\"in\"")
        .containsSubsequence("\"place\"", "\"id\"");
  }

  @Test
  void namesWithDotsTakePrecedenceOverPaths() throws Exception {
    Path file = Files.writeString(dir.resolve("d.jsonl"), "{\"a.b\":1,\"a\":{\"b\":2},\"c\":3}\n");
    CliRun.ok("convert", file.toString(), table, "--columns", "a.b", "--verify");
    assertThat(CliRun.ok("cat", table)).isEqualTo("{\"a.b\":1}\n");
    CliRun.ok("convert", file.toString(), table, "--overwrite", "--columns", "a.`b`");
    assertThat(CliRun.ok("cat", table)).isEqualTo("{\"a\":{\"b\":2}}\n");
  }

  @Test
  void fieldsWithoutACounterpartAreLeftOut() throws Exception {
    Path file =
        ParquetFiles.write(
            dir.resolve("v.parquet"),
            "optional group g { required int32 a; optional group v (MAP) { repeated group key_value"
                + " { required binary key; } } }",
            row -> row.addGroup("g").append("a", 4));
    CliRun.ok("convert", file.toString(), table, "--columns", "g.a", "--verify");
    assertThat(CliRun.ok("cat", table)).isEqualTo("{\"g\":{\"a\":4}}\n");
  }

  @Test
  void columnsOfDirectoriesMayBeQuoted() throws Exception {
    Path file =
        ParquetFiles.write(
            dir.resolve("a,b=01/x.parquet"),
            "required group s { required int32 x; required int32 y; }",
            row -> row.addGroup("s").append("x", 1).append("y", 2));
    CliRun.ok(
        "convert",
        file.toString(),
        table,
        "--columns",
        "`a,b`,s.y",
        "--hive-types",
        "`a,b`=string",
        "--verify");
    assertThat(CliRun.ok("cat", table)).isEqualTo("{\"a,b\":\"01\",\"s\":{\"y\":2}}\n");
  }

  @Test
  void unknownFieldsAreNamed() {
    for (String format : new String[] {"parquet", "orc", "arrow"}) {
      CliRun run = CliRun.albis("convert", file(format), table, "--columns", "id,place.cty");
      assertThat(run.exitCode()).isEqualTo(ExitCodes.FAILED);
      assertThat(run.err()).contains("place.cty", "did you mean place.city?");
    }
    CliRun run = CliRun.albis("convert", lines, table, "--columns", "id,,x");
    assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(CliRun.albis("convert", lines, table, "--hive-types", "`a=int8").exitCode())
        .isEqualTo(ExitCodes.USAGE);
  }
}
