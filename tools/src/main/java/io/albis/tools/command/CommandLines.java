// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.command;

import java.io.OutputStream;
import java.io.PrintWriter;
import picocli.CommandLine;

/** Creates command lines that parse arguments and report errors in the same way. */
public final class CommandLines {

  private static final int USAGE_WIDTH = 100;

  private CommandLines() {}

  /**
   * Creates a command line that reports each failure as one line on its error writer.
   *
   * @param command an object annotated with {@link CommandLine.Command}
   * @return a new command line, whose output and error writers can be replaced
   */
  public static CommandLine of(Object command) {
    CommandLine commandLine = new CommandLine(command);
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setExecutionExceptionHandler(ErrorReporter::reportFailure);
    commandLine.setParameterExceptionHandler(ErrorReporter::reportUsage);
    commandLine.setUsageHelpAutoWidth(false);
    commandLine.setUsageHelpWidth(USAGE_WIDTH);
    return commandLine;
  }

  /**
   * Returns the line that reports a failure, for commands that go on after it.
   *
   * @param failure any failure
   */
  public static String describe(Exception failure) {
    return ErrorReporter.line(failure);
  }

  /**
   * Executes a command that prints to the standard streams in UTF-8, in every locale, and bytes of
   * {@link io.albis.tools.output.RawText} as they are. A failure to write the results is a failure
   * of the command, except that it ends quietly if their reader has gone away.
   *
   * @param commandLine the command line to change and execute
   * @param args the arguments
   * @return the exit code
   */
  public static int executeWithStandardStreams(CommandLine commandLine, String... args) {
    StandardOutput output = StandardOutput.get();
    PrintWriter err = utf8(System.err);
    commandLine.setOut(utf8(output));
    commandLine.setErr(err);
    int exitCode = commandLine.execute(args);
    commandLine.getOut().flush();
    if (output.failure() == null) {
      return exitCode;
    }
    if (output.isPipeBroken()) {
      return ExitCodes.BROKEN_PIPE;
    }
    err.println("albis: Failed to write standard output: " + output.failure().getMessage());
    return exitCode == ExitCodes.OK ? ExitCodes.FAILED : exitCode;
  }

  private static PrintWriter utf8(OutputStream stream) {
    return new PrintWriter(new RawUtf8Writer(stream), true);
  }
}
