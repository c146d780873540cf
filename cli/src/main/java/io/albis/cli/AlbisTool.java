// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import java.io.PrintWriter;
import java.util.spi.ToolProvider;
import picocli.CommandLine;

/**
 * The {@code albis} command as a tool that other programs can run in their process, found by {@code
 * ToolProvider.findFirst("albis")}.
 */
public final class AlbisTool implements ToolProvider {

  @Override
  public String name() {
    return "albis";
  }

  @Override
  public int run(PrintWriter out, PrintWriter err, String... args) {
    CommandLine commandLine = Albis.commandLine();
    commandLine.setOut(out);
    commandLine.setErr(err);
    return commandLine.execute(args);
  }
}
