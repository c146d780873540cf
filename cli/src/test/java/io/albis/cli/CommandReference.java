// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** Makes {@code docs/cli-reference.md} of the help of the commands. */
final class CommandReference {

  private static final String HEADER =
      """
      # Reference of the command line

      Every command with every option, as `albis COMMAND --help` prints it. A test compares this page with
      the help, and writes it anew with `-Dalbis.docs.write=true`. [cli.md](cli.md) is a tour.
      """;

  private CommandReference() {}

  static String markdown() {
    StringBuilder page = new StringBuilder(HEADER);
    add(page, "albis", Albis.commandLine().getSubcommands());
    return page.toString();
  }

  private static void add(StringBuilder page, String parent, Map<String, CommandLine> commands) {
    for (Map.Entry<String, CommandLine> command : commands.entrySet()) {
      String name = parent + " " + command.getKey();
      String usage = command.getValue().getUsageMessage(Ansi.OFF);
      page.append("\n## ").append(name).append("\n\n```\n").append(usage).append("```\n");
      add(page, name, command.getValue().getSubcommands());
    }
  }
}
