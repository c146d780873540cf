// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts processor events of another process with {@code perf stat}, if it is installed and the
 * processor supports counting, which virtual machines often do not.
 */
final class PerfCounters {

  private static final String INSTRUCTIONS = "instructions:u";
  private static final String CACHE_MISSES = "cache-misses:u";
  private static final List<String> PERF =
      List.of("perf", "stat", "-x,", "-e", INSTRUCTIONS + "," + CACHE_MISSES);

  /**
   * The counts in user mode.
   *
   * @param instructions the number of retired instructions
   * @param cacheMisses the number of last-level cache misses
   */
  record Counts(double instructions, double cacheMisses) {

    /** Divides the counts by a number of units. */
    Counts per(double things) {
      return new Counts(instructions / things, cacheMisses / things);
    }
  }

  private final Process process;

  private PerfCounters(Process process) {
    this.process = process;
  }

  /** Returns whether counters are available; the test takes a moment. */
  static boolean isAvailable() {
    try {
      return parse(output(start(List.of("true")))).isPresent();
    } catch (IOException e) {
      // perf is not installed.
      return false;
    }
  }

  /** Starts counting. */
  static PerfCounters of(long pid) throws IOException {
    return new PerfCounters(start(List.of("-p", Long.toString(pid))));
  }

  private static Process start(List<String> what) throws IOException {
    List<String> command = new ArrayList<>(PERF);
    command.addAll(what);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    // Numbers without separators.
    builder.environment().put("LC_ALL", "C");
    return builder.start();
  }

  /** Stops counting and returns the counts since the start. */
  Optional<Counts> stop() throws IOException {
    // perf prints the counts on SIGINT only.
    Process kill = new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start();
    output(kill);
    return parse(output(process));
  }

  private static String output(Process process) throws IOException {
    try (InputStream in = process.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Reads lines of value, unit, event and more, separated by commas. */
  static Optional<Counts> parse(String output) {
    Map<String, Double> counts = new HashMap<>();
    for (String line : output.split("\n", -1)) {
      String[] cells = line.split(",", -1);
      if (cells.length > 2 && cells[0].matches("\\d+")) {
        counts.put(cells[2], Double.parseDouble(cells[0]));
      }
    }
    return counts.containsKey(INSTRUCTIONS) && counts.containsKey(CACHE_MISSES)
        ? Optional.of(new Counts(counts.get(INSTRUCTIONS), counts.get(CACHE_MISSES)))
        : Optional.empty();
  }
}
