// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.command;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What all commands have: help, version, {@code --stacktrace}, and where they print to. */
@Command(mixinStandardHelpOptions = true, versionProvider = VersionProvider.class)
public abstract class AlbisCommand implements Callable<Integer> {

  @Option(names = "--stacktrace", description = "Print the stack trace of an error as well.")
  boolean stacktrace;

  @Spec private CommandSpec spec;

  /** For subclasses. */
  protected AlbisCommand() {}

  /** Where results go. */
  protected final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** The command line as it is defined. */
  protected final CommandSpec spec() {
    return spec;
  }

  /**
   * An error of the command line, to be thrown.
   *
   * @param message follows the error grammar
   */
  protected final ParameterException usageError(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
