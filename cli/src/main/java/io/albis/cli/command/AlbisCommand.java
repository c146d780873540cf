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
package io.albis.cli.command;

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
