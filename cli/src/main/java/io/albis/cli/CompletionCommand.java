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

import io.albis.cli.command.AlbisCommand;
import io.albis.cli.command.ExitCodes;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code albis completion}: prints a script that completes commands and options in a shell. */
@Command(
    name = "completion",
    description = "Prints the completion script of a shell.",
    footer = {"", "bash: source <(albis completion bash)", "zsh:  source <(albis completion zsh)"})
public final class CompletionCommand extends AlbisCommand {
  /** The shells that there is a script for. */
  public enum Shell {
    /** GNU bash. */
    BASH,
    /** The Z shell, through its emulation of bash completion. */
    ZSH
  }

  @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
  private Shell shell;

  /** Made by the command line parser. */
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
