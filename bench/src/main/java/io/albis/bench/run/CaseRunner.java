// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.data.DataSet;
import io.albis.bench.result.ColumnTotal;
import io.albis.bench.result.Medians;
import io.albis.bench.result.ScanCase;
import io.albis.bench.result.ScanResult;
import io.albis.bench.run.Contestant.Kind;
import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.tools.command.CommandFailedException;
import io.albis.tools.output.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Runs one case: every reader in a JVM of its own, all of them alive, taking turns round by round,
 * so that a machine that slows down slows all of them.
 */
final class CaseRunner {

  /**
   * How to measure.
   *
   * @param rounds how many rounds count
   * @param roundSeconds how long a warm round is at least; a cold round is one scan
   * @param warmUpSeconds how long each reader reads before that counts
   * @param heap Java heap of each JVM
   */
  record Settings(int rounds, double roundSeconds, double warmUpSeconds, String heap) {}

  private static final String WARM = "warm";
  private static final String DIRECT = "direct";

  private final DataFiles files;
  private final ScanCase of;
  private final Settings settings;
  private final Schema schema;

  CaseRunner(DataFiles files, ScanCase of, Settings settings) {
    this.files = files;
    this.of = of;
    this.settings = settings;
    this.schema = projection(files.data(), of.columns());
  }

  /** Columns spread evenly over all, the first among them. */
  static Schema projection(DataSet data, int columns) {
    List<Field> all = data.schema().fields();
    List<Field> chosen = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      chosen.add(all.get((int) ((long) i * all.size() / columns)));
    }
    return Schema.of(chosen);
  }

  /** What each reader took, and what all of them found. */
  record Outcome(List<ScanResult> results, List<ColumnTotal> totals) {}

  /** One reader, its JVM, and what that has measured so far. */
  private static final class Entry {
    private final Contestant contestant;
    private final WorkerProcess<Round> worker;
    private final List<Path> files;
    private final List<Round> rounds = new ArrayList<>();
    private final List<Double> pageCacheGrowth = new ArrayList<>();
    private final List<PerfCounters.Counts> counts = new ArrayList<>();

    Entry(Contestant contestant, WorkerProcess<Round> worker, List<Path> files) {
      this.contestant = contestant;
      this.worker = worker;
      this.files = files;
    }
  }

  Outcome run(List<Contestant> contestants) throws Exception {
    List<Path> locations = new ArrayList<>();
    for (Contestant contestant : contestants) {
      locations.add(files.make(contestant.files()));
    }
    List<Entry> entries = new ArrayList<>();
    try {
      for (int i = 0; i < contestants.size(); i++) {
        WorkerTask task = task(contestants.get(i), locations.get(i));
        entries.add(
            new Entry(
                contestants.get(i),
                new WorkerProcess<>(
                    "read " + task.location() + " by " + task.reader(),
                    ScanWorker.class,
                    task,
                    Round.class,
                    settings.heap()),
                files.files(contestants.get(i).files())));
      }
      measure(entries);
    } finally {
      for (Entry entry : entries) {
        entry.worker.close();
      }
    }
    List<ColumnTotal> totals = agree(entries);
    List<ScanResult> results = new ArrayList<>();
    for (Entry entry : entries) {
      results.add(result(entry, totals));
    }
    return new Outcome(results, totals);
  }

  private WorkerTask task(Contestant contestant, Path location) {
    boolean takesAll = of.selectivity() >= 100;
    return new WorkerTask(
        contestant.name(),
        of.dataSet(),
        location.toString(),
        schema.fields().stream().map(Field::name).toList(),
        of.threads(),
        takesAll ? null : selectedRows(),
        of.storage().equals(DIRECT) ? "always" : "never");
  }

  /** The first column numbers the rows, where rows can be selected. */
  private long selectedRows() {
    return Math.max(1, Math.round(of.rows() * of.selectivity() / 100));
  }

  private void measure(List<Entry> entries) throws IOException {
    boolean isCounted = PerfCounters.isAvailable();
    long steps = (long) entries.size() * (settings.rounds() + 1);
    try (Progress progress = Progress.start(of.dataSet() + " " + of.storage(), steps, "rounds")) {
      for (Entry entry : entries) {
        CachedFiles.fill(entry.files);
        entry.worker.round(settings.warmUpSeconds());
        progress.add(1);
      }
      for (int round = 0; round < settings.rounds(); round++) {
        for (Entry entry : entries) {
          measure(entry, isCounted);
          progress.add(1);
        }
      }
    }
  }

  private void measure(Entry entry, boolean isCounted) throws IOException {
    boolean isWarm = of.storage().equals(WARM);
    if (!isWarm) {
      CachedFiles.drop(entry.files);
    }
    long cached = CachedFiles.bytes(entry.files);
    Optional<PerfCounters> perf =
        isCounted ? Optional.of(PerfCounters.of(entry.worker.pid())) : Optional.empty();
    Round round = entry.worker.round(isWarm ? settings.roundSeconds() : 0);
    if (perf.isPresent()) {
      double rows = (double) round.scans() * of.rows();
      perf.get().stop().ifPresent(counts -> entry.counts.add(counts.per(rows)));
    }
    entry.rounds.add(round);
    entry.pageCacheGrowth.add((double) Math.max(0, CachedFiles.bytes(entry.files) - cached));
  }

  private List<ColumnTotal> agree(List<Entry> entries) {
    List<Leaf> leaves = ScanRequest.leaves(schema);
    Totals first = null;
    String firstName = "";
    int readers = 0;
    for (Entry entry : entries) {
      if (entry.contestant.kind() == Kind.RAW) {
        continue;
      }
      Totals found = entry.rounds.get(0).totals();
      if (first == null) {
        first = found;
        firstName = entry.contestant.name();
      }
      String names = firstName + " and " + entry.contestant.name();
      first
          .difference(found)
          .ifPresent(
              difference -> {
                throw new CommandFailedException(
                    "The sums of " + of.dataSet() + " by " + names + " differ in " + difference);
              });
      readers++;
    }
    List<ColumnTotal> totals = new ArrayList<>();
    if (first != null) {
      for (int i = 0; i < leaves.size(); i++) {
        double real = first.reals()[i];
        totals.add(
            new ColumnTotal(
                of,
                leaves.get(i).path(),
                leaves.get(i).type().toString(),
                first.values()[i],
                real == 0 ? Long.toString(first.integers()[i]) : Double.toString(real),
                readers));
      }
    }
    return totals;
  }

  private ScanResult result(Entry entry, List<ColumnTotal> totals) throws Exception {
    boolean isRaw = entry.contestant.kind() == Kind.RAW;
    long fileBytes = files.bytes(entry.contestant.files());
    double device = median(entry.rounds, Round::deviceBytes);
    return new ScanResult(
        of,
        entry.contestant.name(),
        entry.contestant.files().title(),
        isRaw,
        fileBytes,
        isRaw ? fileBytes : goodput(totals),
        entry.rounds.stream().map(Round::openSeconds).toList(),
        entry.rounds.stream().map(Round::scanSeconds).toList(),
        median(entry.rounds, Round::cpuSeconds),
        median(entry.rounds, Round::gcSeconds),
        median(entry.rounds, Round::allocatedBytes) / of.rows(),
        device < 0 ? null : device,
        Medians.of(entry.pageCacheGrowth),
        counted(entry, PerfCounters.Counts::instructions),
        counted(entry, PerfCounters.Counts::cacheMisses));
  }

  private static Double counted(Entry entry, Function<PerfCounters.Counts, Double> figure) {
    return entry.counts.isEmpty() ? null : Medians.of(entry.counts.stream().map(figure).toList());
  }

  /** Natural width of the values that were added up, of which not all rows may have been. */
  private double goodput(List<ColumnTotal> totals) throws Exception {
    List<Leaf> all = ScanRequest.leaves(files.data().schema());
    List<Long> bytes = files.valueBytes();
    double sum = 0;
    for (ColumnTotal total : totals) {
      for (int i = 0; i < all.size(); i++) {
        if (all.get(i).path().equals(total.column())) {
          sum += bytes.get(i) * of.selectivity() / 100;
        }
      }
    }
    return sum;
  }

  private static double median(List<Round> rounds, ToDoubleFunction<Round> figure) {
    return Medians.of(rounds.stream().mapToDouble(figure).boxed().toList());
  }
}
