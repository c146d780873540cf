// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.alter;

import io.albis.cli.command.StorageArguments;
import io.albis.format.error.InvalidArgumentException;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.Json;
import io.albis.writer.TableUpdate;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code albis alter}: changes columns and properties of a table in one commit. */
@Command(
    name = "alter",
    description = {
      "Changes columns and properties of a table in one commit. No data is rewritten.",
      "Changes are made in the order of the options, each of which can be repeated."
    },
    footer = {
      "",
      "COLUMN is a path: place.city is a field of a struct, tags.element the element of a list.",
      "A name with dots, commas or equals signs is written in backquotes.",
      "Values are written as in CSV, binaries in Base64."
    })
public final class AlterCommand extends AlbisCommand {

  /** The result, printed as JSON. The snapshot is null if nothing was committed. */
  private record Result(String table, boolean dryRun, Long snapshotId, List<String> changes) {}

  @Mixin private StorageArguments storageOptions;

  @Parameters(paramLabel = "TABLE", description = "The table: a path or URI.")
  private String uri;

  @ArgGroup(exclusive = true, multiplicity = "1..*")
  private List<ChangeOption> options = new ArrayList<>();

  @Option(names = "--dry-run", description = "Only check and print the changes.")
  private boolean dryRun;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() {
    List<Alteration> changes = changes();
    try (TableUpdate update = TableUpdate.open(uri, storageOptions.asMap())) {
      changes.forEach(change -> change.applyTo(update));
      Long snapshot = dryRun ? null : update.commit().snapshotId();
      print(new Result(uri, dryRun, snapshot, changes.stream().map(Alteration::text).toList()));
    }
    return ExitCodes.OK;
  }

  private List<Alteration> changes() {
    try {
      return options.stream().map(ChangeOption::change).toList();
    } catch (InvalidArgumentException e) {
      throw usageError(e.getMessage());
    }
  }

  private void print(Result result) {
    if (json) {
      Json.printResult(out(), result);
      return;
    }
    for (String change : result.changes()) {
      line("%s %s", dryRun ? "Would" : "Did", change);
    }
    if (!dryRun) {
      out().println("Committed snapshot " + result.snapshotId());
    }
    out().flush();
  }
}
