// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.albis.tools.process.AnsweringProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The parent's view of a JVM that measures one task: a {@link Worker}.
 *
 * @param <R> the type of the answer to a round
 */
final class WorkerProcess<R> implements AutoCloseable {

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
  private final AnsweringProcess process;

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
    this.process = new AnsweringProcess(command, Worker.MARK);
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
    Optional<String> found = process.ask(seconds);
    if (found.isEmpty()) {
      throw new IOException("Failed to " + what + ": " + reason());
    }
    return MAPPER.readValue(found.get(), answer);
  }

  private String reason() {
    try {
      return process.isKilled()
          ? "the process was killed, probably for lack of memory"
          : "see the error above";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }

  @Override
  public void close() throws IOException {
    process.close();
  }
}
