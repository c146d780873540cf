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
 * The parent's view of a JVM that measures one task: a {@link Worker}.
 *
 * @param <R> the type of the answer to a round
 */
final class WorkerProcess<R> implements AutoCloseable {

  /** The exit code of processes that the kernel kills. */
  private static final int KILLED = 128 + 9;

  /** From this Java version on, hardwood uses the Vector API if it is there. */
  private static final int VECTORS = 21;

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** Options that Arrow and Spark need; used for all JVMs to keep them equal. */
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
   * Starts the JVM.
   *
   * @param what a description of the task, for errors
   * @param launcher the start of the command line, for example of a program that limits memory; the
   *     same process becomes the JVM
   * @param answer the type of the result of a round
   * @param heap the Java heap, as in {@code -Xmx}
   */
  WorkerProcess(
      String what, List<String> launcher, Worker.Task<R> task, Class<R> answer, String heap)
      throws IOException {
    this.what = what;
    this.answer = answer;
    List<String> command = new ArrayList<>(launcher);
    command.addAll(command(task, heap));
    this.process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    this.results = process.inputReader(StandardCharsets.UTF_8);
    this.orders = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
  }

  private static List<String> command(Worker.Task<?> task, String heap) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-Xmx" + heap, "-XX:+IgnoreUnrecognizedVMOptions"));
    OPENED.forEach(module -> command.addAll(List.of("--add-opens", module + "=ALL-UNNAMED")));
    if (Runtime.version().feature() >= VECTORS) {
      command.add("--add-modules=jdk.incubator.vector");
    }
    command.addAll(
        List.of(
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED",
            "-Dio.netty.tryReflectionSetAccessible=true",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
            // Arrow's documentation recommends disabling these checks for speed.
            "-Darrow.enable_unsafe_memory_access=true",
            "-Darrow.enable_null_check_for_get=false",
            "-cp",
            System.getProperty("java.class.path"),
            Worker.class.getName(),
            task.getClass().getName(),
            MAPPER.writeValueAsString(task)));
    return command;
  }

  long pid() {
    return process.pid();
  }

  /**
   * Runs one round.
   *
   * @param seconds the minimum duration in seconds; 0 for one scan
   * @throws IOException if the JVM fails; it prints the reason to standard error
   */
  R round(double seconds) throws IOException {
    orders.println(seconds);
    for (String line = results.readLine(); line != null; line = results.readLine()) {
      if (line.startsWith(Worker.MARK)) {
        return MAPPER.readValue(line.substring(Worker.MARK.length()), answer);
      }
    }
    throw new IOException("Failed to " + what + ": " + reason());
  }

  private String reason() {
    try {
      return process.waitFor() == KILLED
          ? "the process was killed, probably for lack of memory"
          : "see the error above";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
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
