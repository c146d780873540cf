// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.cache;

import io.albis.reader.cache.CachePolicy;
import io.albis.reader.internal.replay.CacheReplay;
import io.albis.reader.internal.replay.CacheTrace;
import io.albis.reader.internal.replay.ReplayResult;
import io.albis.reader.internal.replay.ReplaySettings;
import io.albis.reader.internal.replay.TraceFile;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.command.SizeConverter;
import io.albis.tools.output.Json;
import io.albis.tools.output.Progress;
import io.albis.tools.output.Quantities;
import io.albis.tools.output.TextTable;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code albis cache replay}: replays a trace against policies and sizes. */
@Command(
    name = "replay",
    description = {
      "Replays a recorded trace of scans against the policies of the column cache at several"
          + " sizes,",
      "and shows the hit rate and the bytes that would be loaded. Reads no tables."
    })
public final class ReplayCommand extends AlbisCommand {

  private static final int BAR = 30;
  private static final double[] SHARES = {0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8};

  /** Results, printed as JSON. */
  private record Document(
      String trace, long segments, long bytes, long readBytes, List<ReplayResult> results) {}

  @Parameters(index = "0", paramLabel = "TRACE", description = "The trace, a file of JSON lines.")
  private Path file;

  @Option(
      names = "--policies",
      split = ",",
      paramLabel = "NAME",
      description = "Policies to compare (default: ${DEFAULT-VALUE}).",
      defaultValue = "lru,lazy,cost,scan-count")
  private List<String> policies;

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description = "Sizes of the cache (default: 1, 2, 5, 10, 20, 40, 80 percent of the data).")
  private List<Long> sizes;

  @Option(
      names = "--selections",
      paramLabel = "N",
      description =
          "How often the lazy policy selects chunks in the time of the trace (default:"
              + " ${DEFAULT-VALUE}).",
      defaultValue = "20")
  private int selections;

  @Option(names = "--html", paramLabel = "FILE", description = "Also draw the results in a page.")
  private Path html;

  @Option(names = "--json", description = "Print the results as JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    if (selections < 1) {
      throw usageError("Invalid --selections: " + selections + " (expected at least 1)");
    }
    for (String policy : policies) {
      try {
        CachePolicy.byName(policy);
      } catch (IllegalArgumentException e) {
        throw usageError(e.getMessage());
      }
    }
    CacheTrace trace = read();
    List<ReplayResult> results = replay(trace);
    Document document =
        new Document(
            file.toString(), trace.segments().size(), trace.bytes(), trace.readBytes(), results);
    if (json) {
      Json.printResult(out(), document);
    } else {
      print(document);
    }
    if (html != null) {
      ReplayPage.write(html, file.toString(), trace, results);
    }
    return ExitCodes.OK;
  }

  private CacheTrace read() throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      return TraceFile.read(file.toString(), in);
    }
  }

  private List<Long> sizes(CacheTrace trace) {
    if (sizes != null) {
      return sizes;
    }
    List<Long> shares = new ArrayList<>();
    for (double share : SHARES) {
      shares.add(Math.max(1, Math.round(trace.bytes() * share)));
    }
    return shares;
  }

  private List<ReplayResult> replay(CacheTrace trace) {
    Duration interval = Duration.ofMillis(Math.max(1, trace.lastMillis() / selections));
    List<Long> limits = sizes(trace);
    List<ReplayResult> results = new ArrayList<>();
    try (Progress progress =
        Progress.start("replay", (long) limits.size() * policies.size(), "runs")) {
      for (String policy : policies) {
        for (long limit : limits) {
          ReplaySettings settings = ReplaySettings.local(limit).selectionInterval(interval);
          results.add(CacheReplay.run(trace, CachePolicy.byName(policy), settings));
          progress.add(1);
        }
      }
    }
    return results;
  }

  private void print(Document document) {
    out()
        .printf(
            "%s segments of %s, %s read%n%n",
            Quantities.count(document.segments()),
            Quantities.bytes(document.bytes()),
            Quantities.bytes(document.readBytes()));
    TextTable table =
        new TextTable()
            .text("policy")
            .number("size")
            .number("hit rate, %")
            .number("loaded")
            .text("hits");
    for (ReplayResult result : document.results()) {
      table.row(
          result.policy(),
          Quantities.bytes(result.limitBytes()),
          Quantities.threeDigits(result.hitRate() * 100),
          Quantities.bytes(result.deviceBytes()),
          bar(result.hitRate()));
    }
    table.print(out());
  }

  private static String bar(double share) {
    int length = (int) Math.round(share * BAR);
    return "#".repeat(length) + ".".repeat(BAR - length);
  }
}
