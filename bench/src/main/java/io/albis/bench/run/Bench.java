// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.tools.command.CommandLines;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code albis bench}, which consists of subcommands. */
@Command(
    name = "bench",
    description = "Compares Albis with other formats on this machine.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ScanCommand.class,
      WriteCommand.class,
      StreamsCommand.class,
      ReportCommand.class
    })
public final class Bench implements Runnable {
  @Spec private CommandSpec spec;

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    System.exit(CommandLines.executeWithStandardStreams(commandLine(), arguments));
  }

  /** Creates the command line of all benchmarks. */
  static CommandLine commandLine() {
    return CommandLines.of(new Bench());
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }
}
