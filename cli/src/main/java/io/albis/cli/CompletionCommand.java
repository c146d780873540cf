// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.ExitCodes;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code albis completion}: prints a shell script that completes commands and options. */
@Command(
    name = "completion",
    description = "Prints a completion script for a shell.",
    footer = {"", "bash: source <(albis completion bash)", "zsh:  source <(albis completion zsh)"})
public final class CompletionCommand extends AlbisCommand {
  /** The supported shells. */
  public enum Shell {
    /** GNU bash. */
    BASH,
    /** The Z shell, through its emulation of bash completion. */
    ZSH
  }

  @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
  private Shell shell;

  /** Called by the command-line parser. */
  public CompletionCommand() {}

  @Override
  public Integer call() {
    String script = AutoComplete.bash("albis", spec().root().commandLine());
    if (shell == Shell.ZSH) {
      out().println("autoload -U +X compinit && compinit");
    }
    out().println(script);
    out().flush();
    return ExitCodes.OK;
  }
}
