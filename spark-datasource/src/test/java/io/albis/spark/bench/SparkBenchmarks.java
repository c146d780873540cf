// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.tools.command.CommandLines;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The benchmarks that compare queries on tables of several formats. */
@Command(
    name = "measure",
    description = "Compares queries of Spark on tables of Albis and of other formats.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      CacheCommand.class,
      ChangesCommand.class,
      IterationsCommand.class,
      PlacementCommand.class,
      PluginCommand.class,
      StoreSalesCommand.class,
      StreamCommand.class,
      StreamsCommand.class,
      TpcdsCommand.class,
      TpchCommand.class
    })
public final class SparkBenchmarks implements Runnable {

  @Spec private CommandSpec spec;

  /** Called by the command-line parser. */
  public SparkBenchmarks() {}

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    System.exit(CommandLines.executeWithStandardStreams(commandLine(), arguments));
  }

  static CommandLine commandLine() {
    return CommandLines.of(new SparkBenchmarks());
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }
}
