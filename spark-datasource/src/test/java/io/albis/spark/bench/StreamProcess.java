// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.albis.spark.SparkPrograms;
import io.albis.tools.command.CommandFailedException;
import io.albis.tools.output.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The parent's view of a {@link StreamProgram}. */
final class StreamProcess implements AutoCloseable {

  /** The exit code of processes that the kernel kills. */
  private static final int KILLED = 128 + 9;

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final String contestant;
  private final Process process;
  private final BufferedReader results;
  private final PrintWriter orders;

  /**
   * Starts the process, with all of its heap in memory: what is left of a limit is for caches.
   *
   * @param launcher the start of the command line, of a program that becomes the process
   */
  StreamProcess(List<String> launcher, StreamTask task, String heap) throws IOException {
    List<String> options = new ArrayList<>();
    options.addAll(List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+AlwaysPreTouch"));
    String logging = System.getProperty("log4j2.configurationFile");
    if (logging != null) {
      options.add("-Dlog4j2.configurationFile=" + logging);
    }
    if (task.contestant().isCached()) {
      options.add("-Dalbis.cache.policy=" + task.contestant().policy());
    }
    List<String> command = new ArrayList<>(launcher);
    command.addAll(SparkPrograms.command(SparkPrograms.classPath(), StreamProgram.class, options));
    command.add(Json.line(task));
    this.contestant = task.contestant().label();
    this.process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    this.results = process.inputReader(StandardCharsets.UTF_8);
    this.orders = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
  }

  /**
   * Runs a pass.
   *
   * @param streams number of streams; 0 to compile the code and digest the results
   */
  StreamPass run(int streams) throws IOException, InterruptedException {
    orders.println(streams);
    for (String line = results.readLine(); line != null; line = results.readLine()) {
      if (line.startsWith(StreamProgram.MARK)) {
        return MAPPER.readValue(line.substring(StreamProgram.MARK.length()), StreamPass.class);
      }
    }
    throw new CommandFailedException(
        "Failed to run streams by "
            + contestant
            + ": "
            + (process.waitFor() == KILLED
                ? "the process was killed, probably for lack of memory; raise --memory"
                : "see the error above"));
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
