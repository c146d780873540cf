// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.ExitCodes;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;

/** {@code albis completion}: prints a shell script that completes commands and options. */
@Command(
    name = "completion",
    description = "Prints a completion script for a shell.",
    footer = {
      "",
      "bash: source <(albis completion bash)",
      "zsh:  source <(albis completion zsh)",
      "fish: albis completion fish | source"
    })
public final class CompletionCommand extends AlbisCommand {
  /** The supported shells. */
  public enum Shell {
    /** GNU bash. */
    BASH,
    /** The Z shell, through its emulation of bash completion. */
    ZSH,
    /** The friendly interactive shell. */
    FISH
  }

  @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
  private Shell shell;

  @Override
  public Integer call() {
    switch (shell) {
      case BASH -> out().println(bash());
      case ZSH -> {
        out().println("autoload -U +X compinit && compinit");
        out().println(bash());
      }
      case FISH -> printFish(spec().root());
    }
    out().flush();
    return ExitCodes.OK;
  }

  private String bash() {
    return AutoComplete.bash("albis", spec().root().commandLine());
  }

  private void printFish(CommandSpec root) {
    for (CommandLine command : root.subcommands().values()) {
      CommandSpec found = command.getCommandSpec();
      out()
          .printf(
              "complete -c albis -n __fish_use_subcommand -f -a '%s' -d '%s'%n",
              found.name(), fishText(found.usageMessage().description()));
      for (OptionSpec option : found.options()) {
        StringBuilder names = new StringBuilder();
        for (String name : option.names()) {
          names.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceAll("^-+", ""));
        }
        out()
            .printf(
                "complete -c albis -n '__fish_seen_subcommand_from %s'%s%s -d '%s'%n",
                found.name(),
                names,
                option.arity().max() > 0 ? " -r" : "",
                fishText(option.description()));
      }
    }
  }

  /** The first line of a description, in single quotes of fish. */
  private static String fishText(String[] description) {
    String first = description.length == 0 ? "" : description[0];
    return first
        .replace("%%", "%")
        .replaceAll("\\$\\{[^}]*}", "...")
        .replace("\\", "\\\\")
        .replace("'", "\\'");
  }
}
