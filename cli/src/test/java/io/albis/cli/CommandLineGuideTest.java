// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The guides of the command line: the reference is the help, and examples are valid. */
class CommandLineGuideTest {

  /** A word of a command line; one in quotes may have spaces. */
  private static final Pattern WORD = Pattern.compile("'[^']*'|\"[^\"]*\"|\\S+");

  /** What follows a command line: a comment, a pipe or a redirection. */
  private static final Pattern REST = Pattern.compile("^((?:'[^']*'|\"[^\"]*\"|[^'\"#|<>])*).*");

  private static final Path DOCS = Path.of("../docs");

  @Test
  void theReferenceIsTheHelp() throws Exception {
    Path reference = DOCS.resolve("cli-reference.md");
    if (Boolean.getBoolean("albis.docs.write")) {
      Files.writeString(reference, CommandReference.markdown());
    }
    assertThat(Files.readString(reference))
        .as("after a change of the help, run this test with -Dalbis.docs.write=true")
        .isEqualTo(CommandReference.markdown());
  }

  @Test
  void everyExampleIsAValidCommandLine() throws Exception {
    for (String guide :
        List.of("cli.md", "convert.md", "maintenance.md", "install.md", "hdfs.md")) {
      List<String> examples = examples(guide);
      assertThat(examples).as(guide).isNotEmpty();
      for (String line : examples) {
        CommandLine.ParseResult parsed = Albis.commandLine().parseArgs(arguments(line));
        assertThat(parsed.hasSubcommand()).as(line).isTrue();
      }
    }
  }

  /** Executes the commands of the tour, one after the other, in a directory of its own. */
  @Test
  void theTourCanBeFollowed(@TempDir Path directory) throws Exception {
    List<String> commands = examples("cli.md");
    Path output = directory.resolve("output");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                // As the launcher of the command: Java 17 does not know all of them.
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--sun-misc-unsafe-memory-access=allow",
                "--enable-native-access=ALL-UNNAMED",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "-Dio.netty.tryReflectionSetAccessible=true",
                "-cp",
                System.getProperty("java.class.path"),
                TourProcess.class.getName())
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try (Writer input = process.outputWriter(StandardCharsets.UTF_8)) {
      for (String command : commands) {
        input.write(String.join("\0", arguments(command)) + "\n");
      }
    }
    assertThat(process.waitFor()).as(Files.readString(output)).isZero();
  }

  private static List<String> examples(String guide) throws IOException {
    return Files.readString(DOCS.resolve(guide))
        .lines()
        .filter(line -> line.startsWith("./albis ") || line.startsWith("albis "))
        .toList();
  }

  private static String[] arguments(String line) {
    String command = REST.matcher(line.replaceFirst("^(\\./)?albis ", "")).replaceFirst("$1");
    return WORD.matcher(command)
        .results()
        .map(word -> word.group().replaceAll("^['\"]|['\"]$", ""))
        .toArray(String[]::new);
  }
}
