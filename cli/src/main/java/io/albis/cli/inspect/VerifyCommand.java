// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.reader.AlbisFile;
import io.albis.reader.Dataset;
import io.albis.reader.Problem;
import io.albis.reader.Table;
import io.albis.reader.Verification;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.Progress;
import io.albis.tools.output.Quantities;
import picocli.CommandLine.Command;

/** {@code albis verify}: checks the files of a table, or a file without one. */
@Command(
    name = "verify",
    description = {
      "Reads all files of a table, or one file without a table, and verifies checksums,",
      "statistics, structure and padding.",
      "Lists all problems found; the exit code is 1 if there are any."
    })
public final class VerifyCommand extends DatasetCommand {

  @Override
  int run(Dataset dataset) {
    long bytes =
        dataset instanceof Table table
            ? table.snapshot().dataBytes()
            : ((AlbisFile) dataset).length();
    Verification found;
    try (Progress progress = Progress.start("Verifying", bytes, "bytes")) {
      found = dataset.verify(progress::add);
    }
    if (isJson()) {
      printJson(found);
    } else {
      for (Problem problem : found.problems()) {
        line("%s", problem);
      }
      out()
          .printf(
              "%s: %s files, %s segments, %s%n",
              found.problems().isEmpty() ? "Sound" : found.problems().size() + " problems",
              Quantities.count(found.files()),
              Quantities.count(found.segments()),
              Quantities.bytes(found.bytes()));
    }
    return found.problems().isEmpty() ? ExitCodes.OK : ExitCodes.FAILED;
  }
}
