// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import java.util.List;
import java.util.spi.ToolProvider;

/** Runs the {@code albis} command in this process. */
public final class InProcessAlbis {

  private InProcessAlbis() {}

  /**
   * Runs a command. Its output goes to standard error, since it is not a result of the benchmark.
   *
   * @param arguments the command and its arguments
   * @throws IllegalStateException if the command fails or is not on the class path
   */
  public static void run(List<String> arguments) {
    ToolProvider albis =
        ToolProvider.findFirst("albis")
            .orElseThrow(
                () -> new IllegalStateException("Cannot run albis: not on the class path"));
    int code = albis.run(System.err, System.err, arguments.toArray(String[]::new));
    if (code != 0) {
      throw new IllegalStateException(
          "Failed to run albis " + String.join(" ", arguments) + ": exit code " + code);
    }
  }
}
