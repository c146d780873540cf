// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.report.ResultTables;
import io.albis.bench.report.StreamsPage;
import io.albis.bench.result.StreamsReport;
import io.albis.bench.result.StreamsResult;
import io.albis.bench.streams.SourceKind;
import io.albis.bench.streams.StreamTables;
import io.albis.bench.streams.StreamsRun;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.command.OptionalSizeConverter;
import io.albis.tools.command.SizeConverter;
import io.albis.tools.output.Quantities;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code albis bench streams}: concurrent queries in less memory than the tables need. */
@Command(
    name = "streams",
    description = {
      "Runs concurrent streams of queries on tables of TPC-DS in less memory than the tables need:",
      "by Parquet, and by Albis through the page cache, past it, and with each policy of the"
          + " cache.",
      "Each runs in its own process, in a control group with a limit of memory that also holds for",
      "the page cache, beside a second program that reads its own files. All answers must agree."
    })
public final class StreamsCommand extends AlbisCommand {

  private static final int CURSOR_SHARE = 24;

  @Mixin private OutputOptions output;

  @Option(
      names = "--contestants",
      split = ",",
      paramLabel = "NAME",
      description =
          "Ways to read: parquet, albis-buffered, albis-direct, and albis-lru, albis-lazy,"
              + " albis-cost, albis-scan-count with a cache (default: all).")
  private List<String> contestants =
      Arrays.stream(SourceKind.values()).map(SourceKind::label).toList();

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      description = "Scale factor of TPC-DS (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private double scale;

  @Option(
      names = "--streams",
      paramLabel = "N",
      description = "Number of concurrent streams (default: ${DEFAULT-VALUE}).",
      defaultValue = "7")
  private int streams;

  @Option(
      names = "--queries",
      paramLabel = "N",
      description = "Number of queries of each stream (default: all).",
      defaultValue = "1000",
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
  private int queries;

  @Option(
      names = "--planned",
      paramLabel = "N",
      description =
          "Number of queries of each stream whose scans are announced to a cache, the running one"
              + " included (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private int planned;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the orders and parameters of queries (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private long seed;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description =
          "Memory of a reader and the second program, page cache included (default:"
              + " ${DEFAULT-VALUE}).",
      defaultValue = "512MiB")
  private long memory;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "Java heap of each reader (default: ${DEFAULT-VALUE}).",
      defaultValue = "192m")
  private String heap;

  @Option(
      names = "--cache",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description = "Memory of caches (default: ${DEFAULT-VALUE}).",
      defaultValue = "256MiB")
  private long cache;

  @Option(
      names = "--pressure",
      paramLabel = "PERCENT",
      description =
          "Share of the memory in use above which a cache gives memory back (default:"
              + " ${DEFAULT-VALUE}).",
      defaultValue = "80")
  private double pressure;

  @Option(
      names = "--neighbour",
      paramLabel = "SIZE",
      converter = OptionalSizeConverter.class,
      description =
          "Length of the file that the second program reads again and again; 0: no second program"
              + " (default: ${DEFAULT-VALUE}).",
      defaultValue = "64MiB")
  private long neighbour;

  @Option(
      names = "--neighbour-pause",
      paramLabel = "MS",
      description = "Time between two passes of the second program (default: ${DEFAULT-VALUE}).",
      defaultValue = "2000")
  private long neighbourPause;

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description = "Write the segments that albis-direct requests, for albis cache replay.")
  private Path record;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description =
          "How often each process runs the streams before the round that counts, so that its code"
              + " is compiled (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private int warmUps;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Number of rounds; medians count (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private int rounds;

  @Option(names = "--html", paramLabel = "FILE", description = "Also write a page with charts.")
  private Path html;

  /** What is written as JSON. */
  private record Document(String title, Map<String, String> environment, StreamsReport report) {}

  @Override
  public Integer call() throws Exception {
    if (streams < 1 || queries < 1 || planned < 1 || rounds < 1 || warmUps < 0) {
      throw usageError("Invalid --streams, --queries, --planned, --rounds or --warm-up");
    }
    if (!(pressure > 0 && pressure <= 100)) {
      throw usageError("Invalid --pressure: " + pressure + " (expected more than 0, at most 100)");
    }
    List<SourceKind> kinds = contestants.stream().map(this::contestant).toList();
    StreamTables tables = new StreamTables(output.directory(), scale);
    tables.make(scale, StreamsCommand::export);
    StreamsSettings settings =
        new StreamsSettings(
            new StreamsRun(streams, queries, planned, seed),
            warmUps,
            rounds,
            memory,
            cache,
            pressure / 100,
            memory / CURSOR_SHARE,
            neighbour,
            neighbourPause,
            heap,
            record == null ? null : record.toAbsolutePath().toString());
    StreamsRunner runner = new StreamsRunner(tables, settings);
    List<StreamsResult> results = runner.run(kinds);
    StreamsReport report =
        new StreamsReport(
            runner.limit(), memory, cache, tables.bytes(false), tables.bytes(true), results);
    if (!output.isJson()) {
      print(report);
    }
    output.write(out(), new Document(output.title(), output.environment(), report));
    if (html != null) {
      StreamsPage.write(report, output.title(), output.environment(), html);
    }
    return ExitCodes.OK;
  }

  private SourceKind contestant(String label) {
    try {
      return SourceKind.of(label);
    } catch (IllegalArgumentException e) {
      throw usageError(e.getMessage());
    }
  }

  private static void export(Path table, Path file, long rowGroupSize) {
    InProcessAlbis.run(
        List.of(
            "export",
            table.toString(),
            file.toString(),
            "--row-group-size",
            Long.toString(rowGroupSize)));
  }

  private void print(StreamsReport report) {
    out()
        .printf(
            "Memory limit: %s (%s). Albis tables: %s; Parquet files: %s; cache: %s.%n%n",
            Quantities.bytes(report.limitBytes()),
            report.limit(),
            Quantities.bytes(report.albisBytes()),
            Quantities.bytes(report.parquetBytes()),
            Quantities.bytes(report.cacheBytes()));
    ResultTables.streams(report.results()).print(out());
    out().println();
    ResultTables.queries(report.results(), SourceKind.ALBIS_DIRECT.label()).print(out());
    for (StreamsResult result : report.results()) {
      if (!result.counters().isEmpty()) {
        String counters =
            result.counters().entrySet().stream()
                .map(entry -> entry.getKey() + " " + Quantities.count(entry.getValue()))
                .collect(Collectors.joining(", "));
        out().printf("%n%s: %s%n", result.contestant(), counters);
      }
    }
  }
}
