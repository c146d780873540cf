// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.albis.tools.command.CommandFailedException;
import io.albis.tools.output.Json;
import io.albis.tools.process.AnsweringProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The parent's view of a {@link StreamProgram}. */
final class StreamProcess implements AutoCloseable {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final String contestant;
  private final AnsweringProcess process;

  /**
   * Starts the process, with all of its heap in memory: what is left of a limit is for caches.
   *
   * @param launcher the start of the command line, of a program that becomes the process
   */
  StreamProcess(List<String> launcher, StreamTask task, String heap) throws IOException {
    List<String> options = new ArrayList<>(List.of("-XX:+AlwaysPreTouch"));
    if (task.contestant().isCached()) {
      options.add("-Dalbis.cache.policy=" + task.contestant().policy());
    }
    List<String> command = BenchmarkProcess.command(launcher, StreamProgram.class, heap, options);
    command.add(Json.line(task));
    this.contestant = task.contestant().label();
    this.process = new AnsweringProcess(command, StreamProgram.MARK);
  }

  /**
   * Runs a pass.
   *
   * @param streams number of streams; 0 to compile the code and digest the results
   */
  StreamPass run(int streams) throws IOException, InterruptedException {
    Optional<String> pass = process.ask(streams);
    if (pass.isPresent()) {
      return MAPPER.readValue(pass.get(), StreamPass.class);
    }
    throw new CommandFailedException(
        "Failed to run streams by "
            + contestant
            + ": "
            + (process.isKilled()
                ? "the process was killed, probably for lack of memory; raise --memory"
                : "see the error above"));
  }

  @Override
  public void close() throws IOException {
    process.close();
  }
}
