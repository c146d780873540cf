// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.cli.Albis;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code albis bench}: only subcommands do anything. */
@Command(
    name = "bench",
    description = "Measures Albis and its peers on this machine.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ScanCommand.class, WriteCommand.class, ReportCommand.class})
public final class Bench implements Runnable {
  @Spec private CommandSpec spec;

  /** Made by the command line parser. */
  public Bench() {}

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    CommandLine commandLine = commandLine();
    commandLine.setOut(
        new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), true));
    commandLine.setErr(
        new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true));
    System.exit(commandLine.execute(arguments));
  }

  /** Makes the parser and runner of all benchmarks, with the manners of {@link Albis}. */
  static CommandLine commandLine() {
    return Albis.commandLine(new Bench());
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }
}
