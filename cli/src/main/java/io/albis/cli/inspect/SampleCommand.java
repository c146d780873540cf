// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.cli.row.RowValues;
import io.albis.reader.Dataset;
import io.albis.reader.DatasetScan;
import io.albis.reader.RowCursor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code albis sample}: prints random rows. */
@Command(
    name = "sample",
    description = {
      "Prints random rows of a table or file, in the order of the table.",
      "The same seed selects the same rows of a snapshot."
    })
public final class SampleCommand extends RowsCommand {

  /** A row and its position among those that were considered. */
  private record Candidate(long position, List<Object> row) {}

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Selects the sample (default: ${DEFAULT-VALUE}).",
      defaultValue = "0")
  private long seed;

  @Override
  void read(Dataset dataset, DatasetScan scan, RowSink sink) {
    RowValues values = new RowValues(scan.schema());
    List<Candidate> sample = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(seed);
    try (RowCursor cursor = candidates(dataset, scan).rows()) {
      for (long i = 0; rows() > 0 && cursor.next(); i++) {
        if (sample.size() < rows()) {
          sample.add(new Candidate(i, values.of(cursor.row())));
        } else {
          long place = random.nextLong(i + 1);
          if (place < rows()) {
            sample.set((int) place, new Candidate(i, values.of(cursor.row())));
          }
        }
      }
    }
    sample.sort(Comparator.comparing(Candidate::position));
    for (Candidate candidate : sample) {
      if (!sink.row(candidate.row())) {
        return;
      }
    }
  }

  /** Without a condition, fewer rows than all almost surely contain enough. */
  private DatasetScan candidates(Dataset dataset, DatasetScan scan) {
    double enough = rows() + 8 * Math.sqrt((double) rows()) + 64;
    return hasCondition() || enough >= dataset.rowCount()
        ? scan
        : scan.sampleRows(0, enough / dataset.rowCount(), seed);
  }
}
