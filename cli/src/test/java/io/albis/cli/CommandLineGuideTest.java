/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * {@code docs/cli.md} names every command and option there is, and shows none that there is not.
 */
class CommandLineGuideTest {

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
        String command = line.replaceFirst("^(\\./)?albis ", "").replaceFirst(" *[#|>].*", "");
        List<String> arguments = new ArrayList<>();
        for (String argument : command.split(" ", -1)) {
          arguments.add(argument.replaceAll("^['\"]|['\"]$", ""));
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
