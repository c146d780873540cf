// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.albis.cli.CliRun;
import io.albis.tools.command.ExitCodes;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Broken files of the specification whose segments lead out of themselves, or hold invalid values.
 * The commands run in a process of their own, because DuckDB would end it.
 */
class BrokenFilesTest {

  private static final Path BROKEN = Path.of("../format-spec/golden/broken");

  @TempDir Path directory;

  /** Prints the result of each file. */
  public static void main(String[] arguments) {
    PrintStream out = new PrintStream(System.out, true, UTF_8);
    for (String file : arguments) {
      String columns = "count(distinct name), count(distinct t), count(list), max(amount)";
      String query = "select " + columns + " from '" + file + "'";
      print(out, file, CliRun.albis("sql", query));
      print(out, file, CliRun.albis("sql", "select * from '" + file + "'"));
      Path target = Path.of(file + ".arrows");
      print(out, file, CliRun.albis("export", file, target.toString(), "--format", "arrow"));
    }
  }

  private static void print(PrintStream out, String file, CliRun run) {
    String error = run.err().contains("Corrupt file") ? "corrupt" : "";
    out.println(Path.of(file).getFileName() + " " + run.exitCode() + " " + error);
  }

  private List<String> run(String prefix) throws IOException, InterruptedException {
    List<String> files = new ArrayList<>();
    try (Stream<Path> names = Files.list(BROKEN)) {
      for (Path path : names.sorted().toList()) {
        String name = path.getFileName().toString();
        Path file = path.resolve("file.albis");
        if (name.startsWith(prefix) && Files.exists(file)) {
          Path copy = directory.resolve(name + ".albis");
          files.add(Files.copy(file, copy).toString());
        }
      }
    }
    CliRun run = CliRun.program(BrokenFilesTest.class, files.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.toString()).isZero();
    List<String> lines = run.out().lines().toList();
    assertThat(lines).hasSize(3 * files.size()).isNotEmpty();
    return lines;
  }

  @Test
  void offsetsThatLeadOutOfASegmentAreErrors() throws IOException, InterruptedException {
    assertThat(run("bytes-"))
        .hasSizeGreaterThan(30)
        .allMatch(line -> line.endsWith(" " + ExitCodes.FAILED + " corrupt"));
  }

  @Test
  void invalidValuesAreReadOrRejected() throws IOException, InterruptedException {
    assertThat(run("invalid-"))
        .allMatch(
            line -> !line.contains(" " + ExitCodes.INTERNAL_ERROR + " "), "no internal error");
  }
}
