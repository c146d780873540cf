// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.cli.row.RowValues;
import io.albis.reader.Dataset;
import io.albis.reader.DatasetScan;
import io.albis.reader.RowCursor;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code albis tail}: prints the last rows. */
@Command(name = "tail", description = "Prints the last rows of a table or file.")
public final class TailCommand extends RowsCommand {

  @Override
  void read(Dataset dataset, DatasetScan scan, RowSink sink) {
    RowValues values = new RowValues(scan.schema());
    long count = Math.min(rows(), dataset.rowCount());
    long first = hasCondition() ? 0 : dataset.rowCount() - count;
    Deque<List<Object>> last = new ArrayDeque<>();
    try (RowCursor cursor = scan.rows(first, dataset.rowCount() - first)) {
      while (count > 0 && cursor.next()) {
        if (last.size() == count) {
          last.removeFirst();
        }
        last.addLast(values.of(cursor.row()));
      }
    }
    for (List<Object> row : last) {
      if (!sink.row(row)) {
        return;
      }
    }
  }
}
