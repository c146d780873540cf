// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A JVM of its own that measures one thing, as seen from here. It is given its task as JSON, then a
 * line for each round, and answers with a line that starts with {@value #MARK} and goes on in JSON.
 *
 * @param <R> what a round is answered with
 */
final class WorkerProcess<R> implements AutoCloseable {

  /** Marks the lines that are results; libraries may print others. */
  static final String MARK = "@round ";

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** What Arrow and Spark ask for; given to all, so that all JVMs are alike. */
  private static final List<String> OPENED =
      List.of(
          "java.base/java.lang",
          "java.base/java.lang.invoke",
          "java.base/java.nio",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/sun.nio.ch",
          "java.base/sun.security.action");

  private final String what;
  private final Class<R> answer;
  private final Process process;
  private final BufferedReader results;
  private final PrintWriter orders;

  /**
   * Starts it.
   *
   * @param what it does, for errors
   * @param main class that is run
   * @param task its only argument, as JSON
   * @param answer type of an answer
   * @param heap as in {@code -Xmx}
   */
  WorkerProcess(String what, Class<?> main, Object task, Class<R> answer, String heap)
      throws IOException {
    this.what = what;
    this.answer = answer;
    this.process =
        new ProcessBuilder(command(main, task, heap))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    this.results = process.inputReader(StandardCharsets.UTF_8);
    this.orders = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
  }

  private static List<String> command(Class<?> main, Object task, String heap) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-Xmx" + heap, "-XX:+IgnoreUnrecognizedVMOptions"));
    OPENED.forEach(module -> command.addAll(List.of("--add-opens", module + "=ALL-UNNAMED")));
    command.addAll(
        List.of(
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED",
            "-Dio.netty.tryReflectionSetAccessible=true",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
            // Checks that Arrow's own documentation says to leave out where speed counts.
            "-Darrow.enable_unsafe_memory_access=true",
            "-Darrow.enable_null_check_for_get=false",
            "-cp",
            System.getProperty("java.class.path"),
            main.getName(),
            MAPPER.writeValueAsString(task)));
    return command;
  }

  long pid() {
    return process.pid();
  }

  /**
   * Lets it work for a round.
   *
   * @param seconds at least so long; 0: once
   * @throws IOException if it fails; it has said why on standard error
   */
  R round(double seconds) throws IOException {
    orders.println(seconds);
    for (String line = results.readLine(); line != null; line = results.readLine()) {
      if (line.startsWith(MARK)) {
        return MAPPER.readValue(line.substring(MARK.length()), answer);
      }
    }
    throw new IOException("Failed to " + what + ": see the error above");
  }

  @Override
  public void close() throws IOException {
    orders.close();
    results.close();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
