// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.look;

import io.albis.cli.command.Datasets;
import io.albis.cli.command.StorageArguments;
import io.albis.cli.command.Terminals;
import io.albis.cli.look.model.Browser;
import io.albis.cli.look.model.DatasetPages;
import io.albis.cli.look.screen.LookSession;
import io.albis.reader.Dataset;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.CommandFailedException;
import io.albis.tools.command.ExitCodes;
import java.io.IOException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code albis look}: shows a table or file in the terminal. */
@Command(
    name = "look",
    description = {
      "Shows a table or file in the terminal, to go through: values, columns, statistics,",
      "row groups with their segments and bytes, column groups, snapshots, properties.",
      "Loads only what it shows."
    },
    footer = {
      "",
      "Keys: arrows, PgUp, PgDn, Home and End move; Enter opens the row of the cursor, Esc goes",
      "back; / searches the columns that are shown, n searches on; g goes to a row or a column;",
      "q quits. h, j, k, l, Space, b and G work as in less and vi."
    })
public final class LookCommand extends AlbisCommand {

  @Mixin private StorageArguments storageOptions;

  @Parameters(
      paramLabel = "TABLE",
      description = "The table, or an Albis file without a table: a path or URI.")
  private String uri;

  @Option(
      names = "--snapshot",
      paramLabel = "ID",
      description = "Snapshot of the table to show first (default: the latest).")
  private Long snapshot;

  @Override
  public Integer call() throws IOException {
    try (Dataset dataset = Datasets.open(uri, snapshot, storageOptions)) {
      if (!Terminals.isInteractive()) {
        throw new CommandFailedException(
            "Cannot show "
                + uri
                + ": standard input and output are not a terminal (albis meta and albis head"
                + " print)");
      }
      try (Terminal terminal = TerminalBuilder.builder().name("albis").system(true).build();
          Browser browser = new Browser(DatasetPages.of(dataset, uri, storageOptions))) {
        new LookSession(browser, terminal).run();
      }
    }
    return ExitCodes.OK;
  }
}
