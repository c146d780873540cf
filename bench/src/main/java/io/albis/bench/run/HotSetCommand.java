// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.hotset.HotSetWorkload;
import io.albis.bench.report.HotSetPage;
import io.albis.bench.result.HotSetResult;
import io.albis.reader.cache.policy.CachePolicies;
import io.albis.reader.cache.policy.CachePolicy;
import io.albis.reader.cache.replay.CacheReplay;
import io.albis.reader.cache.replay.CacheTrace;
import io.albis.reader.cache.replay.ReplayResult;
import io.albis.reader.cache.replay.ReplaySettings;
import io.albis.reader.cache.replay.TraceFile;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.Progress;
import io.albis.tools.output.Quantities;
import io.albis.tools.output.TextTable;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code albis bench hot-set}: policies of the cache on workloads with hot sets. */
@Command(
    name = "hot-set",
    description = {
      "Replays workloads that repeat a hot set beside large cold scans against the policies of the",
      "cache, at several sizes, and compares the bytes that each policy loads. Nothing is read:"
          + " the",
      "policies decide about the segments of tables that do not exist."
    })
public final class HotSetCommand extends AlbisCommand {

  private static final String LRU = "lru";

  @Mixin private ExperimentOptions output;

  @Option(
      names = "--workloads",
      split = ",",
      paramLabel = "NAME",
      description = "dashboard, ssb, tpc-ds, wide (default: all).")
  private List<String> workloads =
      Arrays.stream(HotSetWorkload.values()).map(HotSetWorkload::label).toList();

  @Option(
      names = "--policies",
      split = ",",
      paramLabel = "NAME",
      description = "Policies of the cache (default: ${DEFAULT-VALUE}).",
      defaultValue = "lru,lazy,cost,scan-count")
  private List<String> policies;

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "PERCENT",
      description = "Sizes of the cache, in percent of the data (default: ${DEFAULT-VALUE}).",
      defaultValue = "1,2,5,10,20")
  private List<Double> sizes;

  @Option(
      names = "--selections",
      paramLabel = "N",
      description =
          "How often the lazy policy selects chunks in the time of a workload (default:"
              + " ${DEFAULT-VALUE}).",
      defaultValue = "20")
  private int selections;

  @Option(
      names = "--traces",
      paramLabel = "DIRECTORY",
      description = "Also write the traces, for albis cache replay.")
  private Path traces;

  @Option(names = "--html", paramLabel = "FILE", description = "Also write a page with charts.")
  private Path html;

  /** Called by the command-line parser. */
  public HotSetCommand() {}

  @Override
  public Integer call() throws Exception {
    if (selections < 1 || sizes.stream().anyMatch(size -> size <= 0 || size > 100)) {
      throw usageError("Invalid --selections or --sizes (expected at least 1, and 0 to 100)");
    }
    List<HotSetWorkload> chosen = new ArrayList<>();
    try {
      workloads.forEach(label -> chosen.add(HotSetWorkload.of(label)));
      policies.forEach(CachePolicies::byName);
    } catch (IllegalArgumentException e) {
      throw usageError(e.getMessage());
    }
    List<HotSetResult> results = new ArrayList<>();
    long runs = (long) chosen.size() * sizes.size() * policies.size();
    try (Progress progress = Progress.start("replays", runs, "runs")) {
      for (HotSetWorkload workload : chosen) {
        CacheTrace trace = workload.trace();
        if (traces != null) {
          write(trace, Files.createDirectories(traces).resolve(workload.label() + ".jsonl"));
        }
        results.add(replay(workload, trace, progress));
      }
    }
    if (!output.isJson()) {
      results.forEach(this::print);
    }
    output.write(out(), spec(), results);
    if (html != null) {
      HotSetPage.write(results, output.title(spec()), output.environment(), html);
    }
    return ExitCodes.OK;
  }

  private static void write(CacheTrace trace, Path file) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      TraceFile.write(trace, out);
    }
  }

  private HotSetResult replay(HotSetWorkload workload, CacheTrace trace, Progress progress) {
    Duration interval = Duration.ofMillis(Math.max(1, trace.lastMillis() / selections));
    List<HotSetResult.Run> runs = new ArrayList<>();
    for (double size : sizes) {
      long limit = Math.round(trace.bytes() * size / 100);
      ReplaySettings settings = ReplaySettings.local(limit).selectionInterval(interval);
      List<ReplayResult> ofSize = new ArrayList<>();
      for (String name : policies) {
        CachePolicy policy = CachePolicies.byName(name);
        ofSize.add(CacheReplay.run(trace, policy, settings));
        progress.add(1);
      }
      double lru =
          ofSize.stream()
              .filter(result -> result.policy().equals(LRU))
              .mapToDouble(ReplayResult::deviceBytes)
              .findFirst()
              .orElse(Double.NaN);
      for (ReplayResult result : ofSize) {
        runs.add(
            new HotSetResult.Run(
                result.policy(),
                limit,
                size / 100,
                result.hitRate(),
                result.deviceBytes(),
                result.deviceBytes() / lru));
      }
    }
    return new HotSetResult(
        workload.label(),
        workload.description(),
        trace.lastMillis() / 1e3,
        trace.bytes(),
        trace.readBytes(),
        runs);
  }

  private void print(HotSetResult result) {
    out()
        .printf(
            "%s: %s. Data: %s; reads: %s in %s seconds.%n%n",
            result.workload(),
            result.description(),
            Quantities.bytes(result.dataBytes()),
            Quantities.bytes(result.readBytes()),
            Quantities.threeDigits(result.seconds()));
    TextTable table =
        new TextTable()
            .number("size, %")
            .number("size")
            .text("policy")
            .number("hit rate, %")
            .number("loaded")
            .number("x lru");
    for (HotSetResult.Run run : result.runs()) {
      table.row(
          Quantities.threeDigits(run.share() * 100),
          Quantities.bytes(run.limitBytes()),
          run.policy(),
          Quantities.threeDigits(run.hitRate() * 100),
          Quantities.bytes(run.deviceBytes()),
          Double.isNaN(run.ofLru()) ? "-" : Quantities.threeDigits(run.ofLru()));
    }
    table.print(out());
    out().println();
  }
}
