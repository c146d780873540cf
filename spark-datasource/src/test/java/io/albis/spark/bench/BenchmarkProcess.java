// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.spark.SparkPrograms;
import io.albis.tools.command.CommandFailedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A process that runs a command of this program for one contestant, as a user's session would. */
final class BenchmarkProcess {

  private BenchmarkProcess() {}

  /**
   * Runs a command.
   *
   * @param launcher the start of the command line, of a program that becomes the process
   * @param heap the Java heap, such as {@code 4g}
   * @param arguments the command and its options
   * @return what it prints
   */
  static String run(List<String> launcher, String heap, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = command(launcher, SparkBenchmarks.class, heap, List.of());
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int exit = process.waitFor();
    if (exit != 0) {
      throw new CommandFailedException(
          "Failed to run " + String.join(" ", arguments) + ": it has ended with " + exit);
    }
    return output;
  }

  /**
   * Returns the start of the command line of a program with a heap of fixed size, and with the
   * logging of this process.
   *
   * @param launcher the start of the command line, of a program that becomes the process
   * @param more options of the JVM
   */
  static List<String> command(
      List<String> launcher, Class<?> program, String heap, List<String> more) {
    List<String> options = new ArrayList<>(List.of("-Xms" + heap, "-Xmx" + heap));
    String logging = System.getProperty("log4j2.configurationFile");
    if (logging != null) {
      options.add("-Dlog4j2.configurationFile=" + logging);
    }
    options.addAll(more);
    List<String> command = new ArrayList<>(launcher);
    command.addAll(SparkPrograms.command(SparkPrograms.classPath(), program, options));
    return command;
  }
}
