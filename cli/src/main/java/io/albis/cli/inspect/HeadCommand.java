// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.cli.row.RowValues;
import io.albis.reader.Dataset;
import io.albis.reader.DatasetScan;
import io.albis.reader.RowCursor;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code albis head}: prints the first rows. */
@Command(name = "head", description = "Prints the first rows of a table or file.")
public final class HeadCommand extends RowsCommand {

  @Option(
      names = "--offset",
      paramLabel = "N",
      description = "Number of rows to skip before (default: ${DEFAULT-VALUE}).",
      defaultValue = "0")
  private long offset;

  @Override
  void read(Dataset dataset, DatasetScan scan, RowSink sink) {
    RowValues values = new RowValues(scan.schema());
    if (offset < 0) {
      throw usageError("Invalid --offset: " + offset + " (expected at least 0)");
    }
    if (hasCondition()) {
      // Skips rows that match.
      long last = offset + Math.min(rows(), Long.MAX_VALUE - offset);
      try (RowCursor cursor = scan.limit(last).rows()) {
        for (long i = 0; cursor.next(); i++) {
          if (i >= offset && !sink.row(values.of(cursor.row()))) {
            return;
          }
        }
      }
      return;
    }
    long first = Math.min(offset, dataset.rowCount());
    long count = Math.min(rows(), dataset.rowCount() - first);
    try (RowCursor cursor = scan.limit(count).rows(first, count)) {
      while (cursor.next() && sink.row(values.of(cursor.row()))) {
        // The sink prints.
      }
    }
  }
}
