// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.command;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The value of {@code --threads}. */
public final class ThreadCount {

  private static final int MAX_DEFAULT = 8;

  private ThreadCount() {}

  /**
   * Returns the number of threads.
   *
   * @param option the value of the option; null for the default, one per processor and at most 8
   * @throws ParameterException if the value is less than 1
   */
  public static int of(Integer option, CommandSpec spec) {
    if (option == null) {
      return Math.min(MAX_DEFAULT, Runtime.getRuntime().availableProcessors());
    }
    if (option < 1) {
      throw new ParameterException(
          spec.commandLine(), "Invalid --threads: " + option + " (expected at least 1)");
    }
    return option;
  }
}
