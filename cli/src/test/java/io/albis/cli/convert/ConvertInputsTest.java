// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.cli.CliRun;
import io.albis.tools.command.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which files the inputs of {@code albis convert} denote. */
class ConvertInputsTest {

  @TempDir Path dir;
  private String table;

  @BeforeEach
  void nameTable() {
    table = dir.resolve("t").toString();
  }

  private Path number(String name, long number) throws IOException {
    return ParquetFiles.write(
        dir.resolve(name), "required int64 n;", row -> row.append("n", number));
  }

  /** Converts, and returns the rows of the table as JSON lines. */
  private String converted(String input, String... options) {
    String[] command = new String[options.length + 4];
    command[0] = "convert";
    command[1] = input;
    command[2] = table;
    command[3] = "--overwrite";
    System.arraycopy(options, 0, command, 4, options.length);
    CliRun.ok(command);
    return CliRun.ok("cat", table);
  }

  private static String rows(long... numbers) {
    StringBuilder rows = new StringBuilder();
    for (long number : numbers) {
      rows.append("{\"n\":").append(number).append("}\n");
    }
    return rows.toString();
  }

  private CliRun failure(int exitCode, String input) {
    CliRun run = CliRun.albis("convert", input, table);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(exitCode);
    assertThat(Path.of(table)).doesNotExist();
    return run;
  }

  @Test
  void linksAreFollowed() throws Exception {
    number("in/a.parquet", 1);
    number("elsewhere/b.parquet", 2);
    number("elsewhere/deep/c.parquet", 3);
    Files.createSymbolicLink(dir.resolve("in/more"), dir.resolve("elsewhere"));
    Files.createSymbolicLink(dir.resolve("link"), dir.resolve("in"));
    assertThat(converted(dir.resolve("in").toString())).isEqualTo(rows(1, 2, 3));
    assertThat(converted(dir.resolve("link").toString())).isEqualTo(rows(1, 2, 3));
    assertThat(converted(dir + "/link/*.parquet")).isEqualTo(rows(1));
    assertThat(converted(dir + "/link/**.parquet")).isEqualTo(rows(1, 2, 3));
  }

  @Test
  void linksThatLeadNowhereAreErrors() throws Exception {
    number("in/a.parquet", 1);
    String in = dir.resolve("in").toString();
    Files.createSymbolicLink(dir.resolve("in/.lock"), dir.resolve("gone"));
    assertThat(converted(in)).isEqualTo(rows(1));
    CliRun.ok("convert", in, table, "--overwrite");
    table = dir.resolve("other").toString();
    Path loop = Files.createSymbolicLink(dir.resolve("in/loop"), dir.resolve("in"));
    assertThat(failure(ExitCodes.FAILED, in).err())
        .contains(loop + " is a link to a directory above it");
    assertThat(converted(in + "/*.parquet")).isEqualTo(rows(1));
    Files.delete(loop);
    table = dir.resolve("third").toString();
    Path broken = Files.createSymbolicLink(dir.resolve("in/b.parquet"), dir.resolve("gone"));
    assertThat(failure(ExitCodes.FAILED, in).err())
        .contains(broken + " is a link to a file that does not exist");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "part-2026-01-01T00:00.parquet",
        "data[1.parquet",
        "data[1].parquet",
        "{a,b}.parquet",
        "a*b?.parquet",
        "with space%20.parquet"
      })
  void namesThatLookLikeSomethingElseAreNames(String name) throws Exception {
    Path file = number(name, 7);
    number("in[1]/{x}/" + name, 8);
    assertThat(converted(file.toString())).isEqualTo(rows(7));
    assertThat(converted(dir.resolve("in[1]").toString())).isEqualTo(rows(8));
    assertThat(converted(dir + "/in[1]/*/*.parquet")).isEqualTo(rows(8));
    Path here = Path.of("").toAbsolutePath();
    assertThat(converted(here.relativize(file).toString())).isEqualTo(rows(7));
  }

  @Test
  void globsAndNamesAreRelativeToTheCurrentDirectory() throws Exception {
    Path here = Files.createDirectories(dir.resolve("{here}[1"));
    number("{here}[1/part-T00:00.parquet", 1);
    number("{here}[1/sub/b.parquet", 2);
    for (String input : new String[] {"part-T00:00.parquet", "part-*", "part-T00:0?.parquet"}) {
      CliRun run = CliRun.processIn(here, "convert", input, table, "--overwrite");
      assertThat(run.exitCode()).as(run.toString()).isZero();
      assertThat(CliRun.ok("cat", table)).as(input).isEqualTo(rows(1));
    }
  }

  @Test
  void filesAreAlsoNamedByUri() throws Exception {
    Path file = number("in/a b.parquet", 5);
    assertThat(converted("file://" + file)).isEqualTo(rows(5));
    assertThat(converted("file:" + file.toString().replace(" ", "%20"))).isEqualTo(rows(5));
    assertThat(converted("FILE://" + dir + "/in")).isEqualTo(rows(5));
    assertThat(converted("file://" + dir + "/in/{a,b}?[a-c].*")).isEqualTo(rows(5));
  }

  @Test
  void invalidInputsAreErrorsOfUsage() throws Exception {
    number("a.parquet", 1);
    assertThat(failure(ExitCodes.USAGE, "").err())
        .contains("Invalid input: '' (expected a file, directory or glob)");
    assertThat(failure(ExitCodes.USAGE, dir + "/data[1.parquet").err())
        .contains("Invalid glob: " + dir + "/data[1.parquet");
    assertThat(failure(ExitCodes.USAGE, dir + "/{a").err()).contains("Invalid glob");
    assertThat(failure(ExitCodes.FAILED, "part-T00:00.parquet").err())
        .contains("Cannot find part-T00:00.parquet");
    assertThat(failure(ExitCodes.FAILED, dir + "/none/*.parquet").err()).contains("Cannot find");
    assertThat(failure(ExitCodes.FAILED, dir + "/*.orc").err()).contains("no files match");
    assertThat(failure(ExitCodes.FAILED, "hdfs:/a").err()).contains("no host: hdfs:/a");
  }

  @Test
  void directoriesOfHiveAndSparkAreFound() throws Exception {
    number("union/dt=2026-01-01/HIVE_UNION_SUBDIR_1/000000_0", 1);
    number("union/dt=2026-01-02/HIVE_UNION_SUBDIR_2/000000_0", 2);
    String expected = "{\"n\":1,\"dt\":\"2026-01-01\"}\n{\"n\":2,\"dt\":\"2026-01-02\"}\n";
    assertThat(converted(dir.resolve("union").toString())).isEqualTo(expected);
    assertThat(converted(dir + "/union/*/*/0*")).isEqualTo(expected);
    assertThat(converted(dir.resolve("union/dt=2026-01-01").toString()))
        .isEqualTo("{\"n\":1,\"dt\":\"2026-01-01\"}\n");
    number("hidden/_day=5/x.parquet", 3);
    number("hidden/_day=5/_x.parquet", 4);
    number("hidden/_tmp/x.parquet", 5);
    assertThat(converted(dir.resolve("hidden").toString())).isEqualTo("{\"n\":3,\"_day\":5}\n");
  }
}
