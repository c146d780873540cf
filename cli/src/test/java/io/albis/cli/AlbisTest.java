// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import static io.albis.cli.CliRun.albis;
import static org.assertj.core.api.Assertions.assertThat;

import io.albis.tools.command.ExitCodes;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AlbisTest {
  static Stream<String> commands() {
    return Albis.commandLine().getSubcommands().keySet().stream();
  }

  @Test
  void helpListsEveryCommandAndExitCode() {
    CliRun run = albis("--help");
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.OK);
    assertThat(run.out()).contains(commands().toArray(String[]::new));
    assertThat(run.out()).contains("Exit codes", "130", "interrupted");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandHasHelp(String command) {
    CliRun run = albis(command, "--help");
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.OK);
    assertThat(run.out()).startsWith("Usage: albis " + command).contains("--help");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void versionNamesAlbisAndJava() {
    assertThat(albis("--version").out())
        .matches("(?s)albis \\d+\\.\\d+\\.\\d+\\S*\\Rjava " + Runtime.version().feature() + ".*");
  }

  @Test
  void noCommandIsAUsageError() {
    CliRun run = albis();
    assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(run.err()).startsWith("albis: Missing command").contains("albis --help");
  }

  @Test
  void unknownCommandNamesTheNearest() {
    CliRun run = albis("complettion");
    assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(run.err()).contains("complettion").contains("Did you mean: albis completion");
  }

  @Test
  void completionScriptsKnowTheCommands() {
    assertThat(albis("completion", "bash").out()).contains("complete -F", "completion", "bash");
    assertThat(albis("completion", "zsh").out()).contains("compinit", "completion");
    assertThat(albis("completion", "fish").out())
        .contains("complete -c albis -n __fish_use_subcommand -f -a 'head'", "-l column-groups");
  }

  @Test
  void unknownShellIsAUsageError() {
    CliRun run = albis("completion", "ksh");
    assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(run.err()).contains("ksh").contains("BASH, ZSH, FISH");
  }
}
