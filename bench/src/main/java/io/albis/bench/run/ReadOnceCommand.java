// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.once.ReadOnceExperiment;
import io.albis.bench.once.ReadOnceResult;
import io.albis.bench.streams.StreamTables;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.command.SizeConverter;
import io.albis.tools.output.Quantities;
import io.albis.tools.output.TextTable;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code albis bench read-once}: what the cache keeps of scans that nobody repeats. */
@Command(
    name = "read-once",
    description = {
      "Reads all columns of store_sales part by part, each part once with direct I/O and without a",
      "cache, and once with a cache that knows no plans. The two take turns in going first."
    })
public final class ReadOnceCommand extends AlbisCommand {

  @Mixin private ExperimentOptions output;

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      description = "Scale factor of TPC-DS (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private double scale;

  @Option(
      names = "--parts",
      paramLabel = "N",
      description = "Number of parts after one to warm up (default: ${DEFAULT-VALUE}).",
      defaultValue = "12")
  private int parts;

  @Option(
      names = "--cache",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description = "Memory of the cache (default: ${DEFAULT-VALUE}).",
      defaultValue = "1GiB")
  private long cache;

  /** Called by the command-line parser. */
  public ReadOnceCommand() {}

  @Override
  public Integer call() throws Exception {
    if (parts < 1) {
      throw usageError("Invalid --parts: " + parts + " (expected at least 1)");
    }
    StreamTables tables = new StreamTables(output.directory(), scale);
    ReadOnceResult result = new ReadOnceExperiment(tables.makeLargest(scale), cache, parts).run();
    if (!output.isJson()) {
      print(result);
    }
    output.write(out(), spec(), List.of(result));
    return ExitCodes.OK;
  }

  private void print(ReadOnceResult result) {
    TextTable table =
        new TextTable()
            .number("part")
            .number("bytes")
            .number("without ms")
            .number("with ms")
            .number("speed")
            .number("segments after")
            .number("cache after")
            .number("its peak")
            .number("RSS before")
            .number("after");
    for (int i = 0; i < result.parts().size(); i++) {
      ReadOnceResult.Part part = result.parts().get(i);
      table.row(
          i + 1,
          Quantities.bytes(part.bytes()),
          Quantities.threeDigits(part.directMillis()),
          Quantities.threeDigits(part.cachedMillis()),
          Quantities.threeDigits(part.speed()),
          Quantities.bytes(part.segmentBytes()),
          Quantities.bytes(part.heldBytes()),
          Quantities.bytes(part.peakBytes()),
          Quantities.bytes(Math.max(0, part.residentBefore())),
          Quantities.bytes(Math.max(0, part.residentBytes())));
    }
    table.print(out());
    out()
        .printf(
            "%nMedian speed with the cache: %s x%n", Quantities.threeDigits(result.medianSpeed()));
  }
}
