// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.cli.sql.Conditions;
import io.albis.reader.BatchCursor;
import io.albis.reader.Dataset;
import io.albis.tools.command.ExitCodes;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code albis count}: prints the number of rows. */
@Command(name = "count", description = "Prints the number of rows of a table or file.")
public final class CountCommand extends DatasetCommand {

  @Option(
      names = "--where",
      paramLabel = "CONDITION",
      description = "Only rows for which this is true, such as: \"price > 10 and name like 'A%%'\"")
  private String where;

  @Override
  int run(Dataset dataset) {
    long rows = where == null ? dataset.rowCount() : matching(dataset);
    if (isJson()) {
      printJson(Map.of("rows", rows));
    } else {
      out().println(rows);
    }
    return ExitCodes.OK;
  }

  private long matching(Dataset dataset) {
    long rows = 0;
    try (BatchCursor cursor =
        dataset.scan().select().filter(Conditions.parse(where, dataset.schema())).batches()) {
      while (cursor.next()) {
        rows += cursor.batch().selectedCount();
      }
    }
    return rows;
  }
}
