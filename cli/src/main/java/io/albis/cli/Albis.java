// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import io.albis.cli.alter.AlterCommand;
import io.albis.cli.cache.CacheCommand;
import io.albis.cli.convert.ConvertCommand;
import io.albis.cli.demo.DemoCommand;
import io.albis.cli.export.ExportCommand;
import io.albis.cli.inspect.CatCommand;
import io.albis.cli.inspect.CountCommand;
import io.albis.cli.inspect.DescribeCommand;
import io.albis.cli.inspect.DiffCommand;
import io.albis.cli.inspect.DoctorCommand;
import io.albis.cli.inspect.HeadCommand;
import io.albis.cli.inspect.MetaCommand;
import io.albis.cli.inspect.SampleCommand;
import io.albis.cli.inspect.SchemaCommand;
import io.albis.cli.inspect.SnapshotsCommand;
import io.albis.cli.inspect.StatsCommand;
import io.albis.cli.inspect.TailCommand;
import io.albis.cli.inspect.VerifyCommand;
import io.albis.cli.look.LookCommand;
import io.albis.cli.maintain.AddFilesCommand;
import io.albis.cli.maintain.CleanCommand;
import io.albis.cli.maintain.ExpireCommand;
import io.albis.cli.maintain.MergeCommand;
import io.albis.cli.maintain.OptimizeCommand;
import io.albis.cli.maintain.RollbackCommand;
import io.albis.cli.maintain.TagCommand;
import io.albis.cli.order.OrderCommand;
import io.albis.cli.sql.SqlCommand;
import io.albis.tools.command.CommandLines;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.command.VersionProvider;
import io.albis.tools.output.Quantities;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code albis} command, which consists of subcommands. */
@Command(
    name = "albis",
    description = "Creates, reads and inspects Albis tables.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "1:failure, or a problem was found",
      "2:the command line is invalid",
      "3:the command could not be built or started",
      "70:unexpected internal error",
      "130:interrupted",
      "141:the reader of the output has gone away"
    },
    footer = {
      "",
      "'albis COMMAND --help' describes a command.",
      "'./albis bench', in the source tree, compares Albis with other formats,",
      "'./albis spark-demo' with Parquet in Spark.",
      "Commands that print results print JSON with --json."
    },
    subcommands = {
      DemoCommand.class,
      ConvertCommand.class,
      ExportCommand.class,
      SchemaCommand.class,
      LookCommand.class,
      MetaCommand.class,
      DescribeCommand.class,
      HeadCommand.class,
      TailCommand.class,
      SampleCommand.class,
      CatCommand.class,
      DiffCommand.class,
      CountCommand.class,
      SqlCommand.class,
      StatsCommand.class,
      SnapshotsCommand.class,
      VerifyCommand.class,
      DoctorCommand.class,
      OrderCommand.class,
      CacheCommand.class,
      AlterCommand.class,
      AddFilesCommand.class,
      MergeCommand.class,
      OptimizeCommand.class,
      ExpireCommand.class,
      CleanCommand.class,
      TagCommand.class,
      RollbackCommand.class,
      CompletionCommand.class
    })
public final class Albis implements Runnable {
  @Spec private CommandSpec spec;

  /**
   * Runs a command and ends the process with its exit code.
   *
   * @param args the command line
   */
  public static void main(String[] args) {
    System.exit(execute(commandLine(), args));
  }

  private static int execute(CommandLine commandLine, String[] args) {
    try {
      return CommandLines.executeWithStandardStreams(commandLine, args);
    } catch (OutOfMemoryError e) {
      // Unfinished output has been removed by now.
      commandLine
          .getErr()
          .println(
              "albis: Out of Java heap ("
                  + Quantities.bytes(Runtime.getRuntime().maxMemory())
                  + "): increase it, for example with ALBIS_HEAP=2g, or reduce --threads");
      commandLine.getErr().flush();
      return ExitCodes.FAILED;
    }
  }

  /**
   * Creates the command line with all subcommands. Its output and error writers can be replaced.
   *
   * @return a new command line
   */
  public static CommandLine commandLine() {
    return CommandLines.of(new Albis());
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }
}
