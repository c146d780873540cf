// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.command;

import io.albis.tools.output.VisibleText;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The common options of all commands (help, version, {@code --stacktrace}) and their output. */
@Command(mixinStandardHelpOptions = true, versionProvider = VersionProvider.class)
public abstract class AlbisCommand implements Callable<Integer> {

  @Option(names = "--stacktrace", description = "Also print the stack trace of an error.")
  boolean stacktrace;

  @Spec private CommandSpec spec;

  /** For subclasses. */
  protected AlbisCommand() {}

  /** Returns the writer for results. */
  protected final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /**
   * Prints a line for people. Control characters become visible: names and values of data can have
   * any, and would change what the terminal shows.
   *
   * @param format as of {@link String#format}, without a line end
   */
  protected final void line(String format, Object... arguments) {
    out().println(VisibleText.of(String.format(Locale.ROOT, format, arguments)));
  }

  /**
   * Tells on standard error what is worth knowing, without being a failure.
   *
   * @param notice one line
   */
  protected final void note(String notice) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("albis: note: " + VisibleText.of(notice));
    err.flush();
  }

  /** Returns the exit code of a failure; {@link ExitCodes#FAILED} unless overridden. */
  protected int failureCode() {
    return ExitCodes.FAILED;
  }

  /** Returns the specification of this command. */
  protected final CommandSpec spec() {
    return spec;
  }

  /**
   * Creates an exception for an invalid command line.
   *
   * @param message a message that follows the error grammar
   */
  protected final ParameterException usageError(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
