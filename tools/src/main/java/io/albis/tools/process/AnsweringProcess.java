// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A process that answers each line of its standard input by a line that begins with a mark. Its
 * other lines are ignored, and it has the standard error of this process. It must end when its
 * input ends. Not thread-safe.
 */
public final class AnsweringProcess implements AutoCloseable {

  /** The exit code of processes that the kernel kills. */
  private static final int KILLED = 128 + 9;

  private final String mark;
  private final Process process;
  private final BufferedReader answers;
  private final PrintWriter orders;

  /**
   * Starts the process.
   *
   * @param mark the start of an answer
   */
  public AnsweringProcess(List<String> command, String mark) throws IOException {
    this.mark = mark;
    this.process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    this.answers = process.inputReader(StandardCharsets.UTF_8);
    this.orders = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
  }

  /** Returns the id of the process. */
  public long pid() {
    return process.pid();
  }

  /** Returns the answer to a line, without the mark; empty if the process has ended. */
  public Optional<String> ask(Object order) throws IOException {
    orders.println(order);
    for (String line = answers.readLine(); line != null; line = answers.readLine()) {
      if (line.startsWith(mark)) {
        return Optional.of(line.substring(mark.length()));
      }
    }
    return Optional.empty();
  }

  /** Waits until the process ends. Returns whether the kernel has killed it. */
  public boolean isKilled() throws InterruptedException {
    return process.waitFor() == KILLED;
  }

  /** Waits until the process ends; if this thread is interrupted, kills it. */
  @Override
  public void close() throws IOException {
    orders.close();
    answers.close();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
