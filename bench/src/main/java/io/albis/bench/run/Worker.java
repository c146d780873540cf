// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The main class of the JVMs that measure. The arguments are the class of a {@link Task} and the
 * task as JSON. Each line of standard input starts a round and gives its minimum duration in
 * seconds. Each line of standard output that starts with {@link #MARK} is the result of a round as
 * JSON. Exits at the end of input.
 */
public final class Worker {

  /** The prefix of lines that are results; libraries may print other lines. */
  static final String MARK = "@round ";

  private Worker() {}

  /**
   * What a JVM measures, passed to it as JSON.
   *
   * @param <R> the result of a round
   */
  interface Task<R> {

    /** Prepares the measurement, in the JVM that measures. */
    Rounds<R> start() throws Exception;
  }

  /** A measurement in progress. */
  interface Rounds<R> extends AutoCloseable {

    /**
     * Measures a round.
     *
     * @param seconds the minimum duration; 0 for one execution
     */
    R round(double seconds) throws Exception;

    @Override
    default void close() throws IOException {}
  }

  /** Runs the worker; see the class description. */
  public static void main(String[] arguments) throws Exception {
    JsonMapper mapper = JsonMapper.builder().build();
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Task<?> task = (Task<?>) mapper.readValue(arguments[1], Class.forName(arguments[0]));
    try (Rounds<?> rounds = task.start();
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        Object round = rounds.round(Double.parseDouble(line));
        out.println(MARK + mapper.writeValueAsString(round));
      }
    }
  }
}
