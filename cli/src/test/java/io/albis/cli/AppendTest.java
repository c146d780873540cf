// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.Table;
import io.albis.storage.tck.StoredFiles;
import io.albis.tools.command.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code albis convert --append} of inputs whose columns are not quite those of the table. */
class AppendTest {

  @TempDir Path directory;
  private String table;

  @BeforeEach
  void create() throws Exception {
    table = directory.resolve("t").toString();
    String first = input("first.jsonl", "{\"id\":1,\"name\":\"a\",\"place\":{\"x\":1,\"y\":2}}");
    CliRun.ok(
        "convert",
        first,
        table,
        "--schema",
        "id=int64,name=string,place=struct<x: int64, y: double>");
  }

  private String input(String name, String... lines) throws Exception {
    return Files.write(directory.resolve(name), List.of(lines)).toString();
  }

  private CliRun append(String input, String... options) {
    String[] command = new String[options.length + 5];
    command[0] = "convert";
    command[1] = input;
    command[2] = table;
    command[3] = "--append";
    command[4] = "--verify";
    System.arraycopy(options, 0, command, 5, options.length);
    return CliRun.albis(command);
  }

  private static void requireOk(CliRun run) {
    assertThat(run.exitCode()).as(run.toString()).isZero();
  }

  /** Writes the rows of a JSON lines file as Parquet or ORC. */
  private String converted(String jsonLines, String schema, String format) {
    String source = directory.resolve("source." + format + ".albis").toString();
    CliRun.ok("convert", jsonLines, source, "--schema", schema);
    String file = directory.resolve("x." + format).toString();
    CliRun.ok("export", source, file);
    return file;
  }

  private Schema schema() {
    try (Table opened = Table.open(table)) {
      return opened.schema();
    }
  }

  @Test
  void columnsAreMappedByNameInAnyOrderAndWidened() throws Exception {
    String lines =
        input("b.jsonl", "{\"place\":{\"y\":0.5,\"x\":7},\"id\":2}", "{\"place\":null,\"id\":-3}");
    for (String format : new String[] {"parquet", "orc"}) {
      requireOk(append(converted(lines, "place=struct<y: float, x: int16>,id=int32", format)));
    }
    String expected =
        """
        {"id":2,"name":null,"place":{"x":7,"y":0.5}}
        {"id":-3,"name":null,"place":null}
        """;
    assertThat(CliRun.ok("cat", table))
        .isEqualTo(
            "{\"id\":1,\"name\":\"a\",\"place\":{\"x\":1,\"y\":2.0}}\n" + expected + expected);
  }

  @Test
  void columnsInAnotherOrderAreReadColumnByColumn() throws Exception {
    String lines = input("b.jsonl", "{\"place\":{\"x\":7,\"y\":0.5},\"name\":\"b\",\"id\":2}");
    String schema = "place=struct<x: int64, y: double>,name=string,id=int64";
    requireOk(append(converted(lines, schema, "parquet")));
    assertThat(CliRun.ok("tail", table, "-n", "1", "--json"))
        .contains("\"id\":2", "\"name\":\"b\"", "\"x\":7");
  }

  @Test
  void listsAndMapsOfNarrowerTypesAreWidened() throws Exception {
    String nested = directory.resolve("nested").toString();
    String schema = "l=list<int64>,m=map<string, struct<a: decimal(12,2), b: double>>";
    String line = "{\"l\":[1,null,3],\"m\":[{\"key\":\"k\",\"value\":{\"a\":1.25,\"b\":1.5}}]}";
    String lines = input("n.jsonl", line, "{\"l\":null,\"m\":[]}");
    CliRun.ok("convert", lines, nested, "--schema", schema);
    String narrow =
        converted(
            lines, "m=map<string, struct<b: float, a: decimal(5,2)>>,l=list<int8>", "parquet");
    CliRun.ok("convert", narrow, nested, "--append", "--verify");
    String[] rows = CliRun.ok("cat", nested).split("\n", -1);
    assertThat(rows).hasSize(5);
    assertThat(rows[2]).isEqualTo(rows[0]).contains("[1,null,3]", "\"a\":1.25");
    assertThat(rows[3]).isEqualTo(rows[1]);
  }

  @Test
  void missingColumnsHaveTheirDefault() throws Exception {
    CliRun.ok(
        "alter",
        table,
        "--set-default",
        "name=none",
        "--set-default",
        "place.x=-1",
        "--add-column",
        "day=date required default 2026-01-02");
    requireOk(append(input("b.jsonl", "{\"id\":2,\"place\":{\"y\":1.5}}")));
    assertThat(CliRun.ok("cat", table))
        .endsWith(
            "{\"id\":2,\"name\":\"none\",\"place\":{\"x\":-1,\"y\":1.5},"
                + "\"day\":\"2026-01-02\"}\n");
  }

  @Test
  void requiredColumnsAcceptNullableOnesWithoutNulls() throws Exception {
    CliRun.ok("alter", table, "--add-column", "n=int32 required default 0", "--drop-default", "n");
    requireOk(append(input("b.jsonl", "{\"id\":2,\"n\":5}"), "--schema", "n=int32"));
    CliRun missing = append(input("c.jsonl", "{\"id\":3}"));
    assertThat(missing.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(missing.err()).contains("column n is required, has no default, and is missing");
    CliRun isNull =
        append(input("d.jsonl", "{\"id\":4,\"n\":1}", "{\"n\":null}"), "--schema", "n=int32");
    assertThat(isNull.exitCode()).as(isNull.toString()).isEqualTo(ExitCodes.FAILED);
    assertThat(isNull.err()).contains("n").doesNotContain("Internal");
    assertThat(CliRun.ok("count", table)).isEqualTo("2\n");
  }

  @Test
  void columnsThatTheTableLacksAreAddedOnlyIfAsked() throws Exception {
    String lines = input("b.jsonl", "{\"id\":2,\"note\":\"x\",\"place\":{\"x\":1,\"z.z\":true}}");
    CliRun refused = append(lines);
    assertThat(refused.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(refused.err()).contains("it has no column note, place.z.z (--add-columns");
    requireOk(append(lines, "--columns", "id"));
    CliRun added = append(lines, "--add-columns");
    requireOk(added);
    assertThat(added.err()).contains("added to the table: note, place.z.z");
    assertThat(schema().field("note").type()).isEqualTo(Type.string());
    assertThat(schema().field("place.`z.z`").type()).isEqualTo(Type.bool());
    assertThat(CliRun.ok("tail", table, "-n", "1", "--json")).contains("\"z.z\":true");
  }

  private List<String> files() throws IOException {
    return new StoredFiles(table).list();
  }

  private int snapshots() {
    // The first line has the names of the columns.
    return (int) CliRun.ok("snapshots", table).lines().count() - 1;
  }

  @Test
  void columnsAndRowsAreOneSnapshot() throws Exception {
    String lines =
        input("b.jsonl", "{\"id\":2,\"note\":\"x\",\"place\":{\"x\":1,\"z\":{\"deep\":[7]}}}");
    CliRun added = append(lines, "--add-columns", "--json");
    requireOk(added);
    assertThat(added.out()).contains("\"snapshotId\" : 2,", "\"verifiedRows\" : 1,");
    assertThat(snapshots()).isEqualTo(2);
    assertThat(CliRun.ok("cat", table))
        .isEqualTo(
            """
            {"id":1,"name":"a","place":{"x":1,"y":2.0,"z":null},"note":null}
            {"id":2,"name":null,"place":{"x":1,"y":null,"z":{"deep":[7]}},"note":"x"}
            """);
    CliRun.ok("verify", table);
    // Nothing is left to add, so nothing is said.
    CliRun again = append(lines, "--add-columns");
    requireOk(again);
    assertThat(again.err()).doesNotContain("added to the table");
    assertThat(snapshots()).isEqualTo(3);
  }

  @Test
  void failuresLeaveNoColumns() throws Exception {
    List<String> before = files();
    String last = "{\"id\":true,\"note\":\"y\"}";
    String lines = input("b.jsonl", "{\"id\":2,\"note\":\"x\"}", last);
    for (String sortBy : List.of("", "note")) {
      List<String> options =
          new ArrayList<>(
              List.of("--add-columns", "--sample-rows", "1", "--schema", "id=int64,note=string"));
      if (!sortBy.isEmpty()) {
        options.addAll(List.of("--sort-by", sortBy));
      }
      CliRun run = append(lines, options.toArray(String[]::new));
      assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
      assertThat(run.err()).contains("b.jsonl").doesNotContain("added to the table", "rollback");
      assertThat(schema().find("note")).isEmpty();
      assertThat(files()).isEqualTo(before);
    }
  }

  @Test
  void manyRowsBeforeAFailureLeaveNoColumns() throws Exception {
    List<String> before = files();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      lines.add("{\"id\":" + i + ",\"note\":\"note " + i + "\"}");
    }
    lines.add("{\"id\":1.5,\"note\":\"y\"}");
    CliRun run =
        append(
            input("b.jsonl", lines.toArray(String[]::new)),
            "--add-columns",
            "--row-group-size",
            "64KiB",
            "--sample-rows",
            "10");
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
    assertThat(schema().find("note")).isEmpty();
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void addedColumnsAreReadColumnByColumnAndGrouped() throws Exception {
    String lines = input("b.jsonl", "{\"p\":1,\"name\":\"b\",\"q\":2,\"id\":2}");
    String file = converted(lines, "p=int64,name=string,q=int32,id=int64", "parquet");
    CliRun refused = append(file, "--add-columns", "--column-groups", "id,p");
    assertThat(refused.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(refused.err()).contains("id has one already").doesNotContain("Internal");
    assertThat(snapshots()).isEqualTo(1);
    requireOk(append(file, "--add-columns", "--column-groups", "p,q"));
    assertThat(CliRun.ok("tail", table, "-n", "1", "--json"))
        .contains("\"id\":2", "\"p\":1", "\"q\":2", "\"name\":\"b\"");
    try (Table opened = Table.open(table)) {
      assertThat(opened.columnGroups()).anyMatch(group -> group.leafCount() == 2);
    }
  }

  @Test
  void addedColumnsSortTheirRows() throws Exception {
    String lines =
        input("b.jsonl", "{\"id\":2,\"rank\":3}", "{\"id\":3,\"rank\":1}", "{\"id\":4,\"rank\":2}");
    requireOk(append(lines, "--add-columns", "--sort-by", "rank"));
    assertThat(CliRun.ok("cat", table, "--columns", "id,rank").lines())
        .containsExactly(
            "{\"id\":1,\"rank\":null}",
            "{\"id\":3,\"rank\":1}",
            "{\"id\":4,\"rank\":2}",
            "{\"id\":2,\"rank\":3}");
    assertThat(snapshots()).isEqualTo(2);
  }

  @Test
  void allThatDoesNotFitIsNamed() throws Exception {
    CliRun run = append(input("b.jsonl", "{\"id\":\"x\",\"place\":{\"x\":\"y\"},\"new\":1}"));
    assertThat(run.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err())
        .contains("column id is string instead of int64")
        .contains("column place.x is string instead of int64")
        .contains("it has no column new");
    assertThat(CliRun.ok("snapshots", table).lines()).hasSize(2);
  }

  @Test
  void addColumnsIsForAppends() throws Exception {
    CliRun run =
        CliRun.albis(
            "convert", input("b.jsonl", "{\"id\":1}"), table, "--overwrite", "--add-columns");
    assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(run.err()).contains("Invalid --add-columns");
  }
}
