// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import static io.albis.cli.CliRun.albis;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.albis.tools.command.ExitCodes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Output that cannot be written, data with control characters, and invalid arguments. */
class UnixHabitsTest {

  @TempDir Path dir;
  private String table;

  @BeforeEach
  void convert() {
    table = dir.resolve("t").toString();
    CliRun.ok("convert", "src/test/fixtures/all-types.parquet", table);
  }

  /** Runs a shell command in which $ALBIS is the command. */
  private CliRun shell(String script) throws Exception {
    Path err = dir.resolve("err");
    ProcessBuilder builder = new ProcessBuilder("bash", "-c", script).redirectError(err.toFile());
    builder.environment().put("ALBIS", String.join(" ", CliRun.java(Albis.class)));
    builder.environment().put("TABLE", table);
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new CliRun(process.waitFor(), out, Files.readString(err));
  }

  @Test
  void fullDevicesAreFailures() throws Exception {
    CliRun run = shell("$ALBIS head $TABLE > /dev/full");
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err()).startsWith("albis: Failed to write standard output: No space left");
  }

  @ParameterizedTest
  @ValueSource(strings = {"jsonl", "arrow"})
  void fullDevicesAreReportedOnceByExport(String format) throws Exception {
    CliRun run = shell("$ALBIS export $TABLE - --format " + format + " > /dev/full");
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err())
        .startsWith("albis: Failed to write standard output: No space left")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sql --format jsonl \"select * from '$TABLE'\"",
        "cat $TABLE",
        "head $TABLE -n 300000 --vertical",
        "export $TABLE - --format csv",
        "export $TABLE - --format parquet --compression none",
        "export $TABLE - --format arrow",
      })
  void closedPipesAreQuiet(String command) throws Exception {
    Path csv = dir.resolve("large.csv");
    CliRun.ok("sql", "copy (from range(300000)) to '" + csv + "'");
    CliRun.ok("convert", csv.toString(), table, "--overwrite");
    CliRun run = shell("set -o pipefail; $ALBIS " + command + " | head -c 1 > /dev/null");
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCodes.BROKEN_PIPE);
  }

  @Test
  void controlCharactersOfErrorsAreVisible() {
    CliRun run = albis("head", table, "--columns", "no\u001b[31mcolumn");
    assertThat(run.err()).contains("no\u241b[31mcolumn").doesNotContain("\u001b");
  }

  /** Names of columns, properties and files come from others. */
  @Test
  void controlCharactersOfNamesAreVisible() throws Exception {
    String escape = "\u001b[31m";
    Path csv = Files.writeString(dir.resolve("a" + escape + ".csv"), "id,n\n1,2\n");
    Path bad = Files.writeString(dir.resolve("bad.csv"), "id,n" + escape + "\n1,2\n");
    String file = dir.resolve("x" + escape + ".albis").toString();
    String exported = dir.resolve("x" + escape + ".csv").toString();
    String queries = dir.resolve("q.jsonl").toString();
    Files.writeString(Path.of(queries), "{\"columns\":[\"id\",\"gone\\u001b[31m\"]}\n");
    String named = dir.resolve("n" + escape).toString();
    List<List<String>> commands =
        List.of(
            List.of("convert", bad.toString(), named),
            List.of("convert", csv.toString(), named),
            List.of("convert", csv.toString(), file),
            List.of("alter", named, "--set-property", "k" + escape + "=v" + escape),
            List.of("meta", named),
            List.of("meta", named, "--picture"),
            List.of("describe", named),
            List.of("schema", named),
            List.of("stats", named),
            List.of("head", named),
            List.of("verify", file),
            List.of("doctor", named),
            List.of("diff", named, table),
            List.of("order", named, "--workload", queries, "--dry-run"),
            List.of("export", file, exported),
            List.of("count", dir.resolve("gone" + escape).toString(), "--stacktrace"));
    for (List<String> command : commands) {
      CliRun run = albis(command.toArray(String[]::new));
      assertThat(run.out() + run.err())
          .as(command.toString())
          .isNotEmpty()
          .doesNotContain("\u001b");
    }
    assertThat(albis("meta", named).out()).contains("property k\u241b[31m = v\u241b[31m");
    assertThat(albis("order", named, "--workload", queries, "--dry-run").out())
        .contains("gone\u241b[31m");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "count '' | Invalid",
        "count TABLE -O io.direct=perhaps | io.direct",
        "count TABLE -O no.such=1 | no.such",
        "head TABLE --snapshot 0 | Invalid snapshot id: 0",
        "convert FILE NEW --memory 1k | --memory",
        "convert FILE NEW --row-group-size 0 | --row-group-size",
        "convert FILE NEW --file-size 0 | --file-size",
        "merge TABLE --memory 1 | --memory",
        "optimize TABLE --memory 0 | --memory",
        "export TABLE NEW.parquet --threads 0 | --threads",
      })
  void invalidArgumentsAreNoInternalErrors(String line) {
    String[] parts = line.split(" \\| ", -1);
    List<String> args = new ArrayList<>();
    for (String word : parts[0].split(" ", -1)) {
      args.add(
          word.equals("''")
              ? ""
              : word.replace("TABLE", table)
                  .replace("FILE", "src/test/fixtures/all-types.parquet")
                  .replace("NEW", dir.resolve("new").toString()));
    }
    CliRun run = albis(args.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.USAGE);
    assertThat(run.err()).contains(parts[1]).doesNotContain("Internal error");
    assertThat(dir.resolve("new")).doesNotExist();
  }

  @Test
  void unknownSchemesAreNamed() {
    CliRun run = albis("count", "nosuch://host/table");
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err()).contains("nosuch").doesNotContain("Internal error");
  }

  @Test
  void pathsThatTheLocaleCannotExpressAreNamed() throws Exception {
    CliRun run = CliRun.process(Map.of("LC_ALL", "C"), "count", dir.resolve("t\u00e4").toString());
    assertThat(run.exitCode()).as(run.toString()).isIn(ExitCodes.USAGE, ExitCodes.FAILED);
    assertThat(run.err()).doesNotContain("Internal error");
  }

  @Test
  void helpOfConvertNamesItsArgumentsOnce() {
    String help = CliRun.ok("convert", "--help");
    // In the synopsis and in the list below.
    assertThat(help.split("INPUT", -1).length - 1).as(help).isEqualTo(2);
  }

  @Test
  void standardInputIsConverted() throws Exception {
    CliRun.ok("export", table, dir.resolve("x.arrows").toString(), "--format", "arrow");
    CliRun run =
        shell(
            "cd "
                + dir
                + "; printf 'a,b\\n1,x\\n' | $ALBIS convert - csv --verify > log"
                + " && printf '{\"a\":2,\"c\":[1]}' | gzip | $ALBIS convert - json > log"
                + " && $ALBIS convert - parquet < "
                + Path.of("src/test/fixtures/all-types.parquet").toAbsolutePath()
                + " > log && cat x.arrows | $ALBIS convert - arrow > log; ls -d albis-*");
    assertThat(run.out()).as(run.toString()).isEmpty();
    assertThat(CliRun.ok("cat", dir.resolve("csv").toString()))
        .isEqualTo("{\"a\":1,\"b\":\"x\"}\n");
    assertThat(CliRun.ok("cat", dir.resolve("json").toString())).isEqualTo("{\"a\":2,\"c\":[1]}\n");
    String expected = CliRun.ok("cat", table);
    assertThat(CliRun.ok("cat", dir.resolve("parquet").toString())).isEqualTo(expected);
    assertThat(CliRun.ok("cat", dir.resolve("arrow").toString()).lines()).hasSize(5);
  }

  @Test
  void faultsOfStandardInputNameIt() throws Exception {
    CliRun run =
        shell("printf 'a,b\\n1\\n2,3,4\\n' | $ALBIS convert - $TABLE.new; ls -d $TABLE.new");
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("standard input").doesNotContain("albis-");
    assertThat(albis("convert", "-", "-", table, "--append").err())
        .contains("Cannot convert - twice");
  }
}
