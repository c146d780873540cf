// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** {@code docs/cli.md} describes every command and option, and its examples are valid. */
class CommandLineGuideTest {

  /** A word of a command line; one in quotes may have spaces. */
  private static final Pattern WORD = Pattern.compile("'[^']*'|\"[^\"]*\"|\\S+");

  /** What follows a command line: a comment, a pipe or a redirection. */
  private static final Pattern REST = Pattern.compile("^((?:'[^']*'|\"[^\"]*\"|[^'\"#|<>])*).*");

  private static String guide() throws Exception {
    return Files.readString(Path.of("../docs/cli.md"));
  }

  @Test
  void everyCommandAndOptionIsDescribed() throws Exception {
    String guide = guide();
    for (var command : Albis.commandLine().getSubcommands().entrySet()) {
      assertThat(guide).contains("## albis " + command.getKey());
      String section =
          guide.split("## albis " + command.getKey() + "\n", -1)[1].split("\n## ", -1)[0];
      for (OptionSpec option : command.getValue().getCommandSpec().options()) {
        String name = option.longestName();
        if (!List.of("--help", "--version", "--stacktrace", "--option").contains(name)) {
          assertThat(section).as(command.getKey()).contains("`" + name);
        }
      }
    }
  }

  @Test
  void everyExampleIsAValidCommandLine() throws Exception {
    int examples = 0;
    String guides = guide() + Files.readString(Path.of("../docs/hdfs.md"));
    for (String line : guides.lines().toList()) {
      if (line.startsWith("./albis ") || line.startsWith("albis ")) {
        String command = REST.matcher(line.replaceFirst("^(\\./)?albis ", "")).replaceFirst("$1");
        List<String> arguments = new ArrayList<>();
        Matcher words = WORD.matcher(command);
        while (words.find()) {
          arguments.add(words.group().replaceAll("^['\"]|['\"]$", ""));
        }
        CommandLine.ParseResult parsed =
            Albis.commandLine().parseArgs(arguments.toArray(String[]::new));
        assertThat(parsed.hasSubcommand()).as(line).isTrue();
        examples++;
      }
    }
    assertThat(examples).isGreaterThan(10);
  }
}
