// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.data.DataSet;
import io.albis.bench.result.ScanCase;
import io.albis.bench.result.ScanResult;
import io.albis.bench.result.SummedColumn;
import io.albis.bench.run.Contestant.Kind;
import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.tools.command.CommandFailedException;
import io.albis.tools.output.Progress;
import io.albis.tools.result.Medians;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Runs one case. Each reader has its own JVM; all JVMs stay alive and take turns round by round, so
 * that a machine that slows down slows all readers.
 */
final class CaseRunner {

  /**
   * The settings of a measurement.
   *
   * @param rounds the number of measured rounds
   * @param roundSeconds the minimum duration of a warm round; a cold round is one scan
   * @param warmUpSeconds the duration of the warm-up of each reader
   * @param heap the Java heap of each JVM
   */
  record Settings(int rounds, double roundSeconds, double warmUpSeconds, String heap) {}

  private static final String WARM = "warm";
  private static final String DIRECT = "direct";

  private final DataSetFiles files;
  private final ScanCase of;
  private final Settings settings;
  private final Schema schema;

  CaseRunner(DataSetFiles files, ScanCase of, Settings settings) {
    this.files = files;
    this.of = of;
    this.settings = settings;
    this.schema = projection(files.data(), of.columns());
  }

  /** Returns columns spread evenly over all columns, including the first. */
  static Schema projection(DataSet data, int columns) {
    List<Field> all = data.schema().fields();
    List<Field> chosen = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      chosen.add(all.get((int) ((long) i * all.size() / columns)));
    }
    return Schema.of(chosen);
  }

  /** The measurements of each reader, and the totals that all computed. */
  record Outcome(List<ScanResult> results, List<SummedColumn> totals) {}

  /** One reader, its JVM, and its measurements so far. */
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
        ScanTask task = task(contestants.get(i), locations.get(i));
        entries.add(
            new Entry(
                contestants.get(i),
                new WorkerProcess<>(
                    "read " + task.location() + " by " + task.reader(),
                    List.of(),
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
    List<SummedColumn> totals = agree(entries);
    List<ScanResult> results = new ArrayList<>();
    for (Entry entry : entries) {
      results.add(result(entry, totals));
    }
    return new Outcome(results, totals);
  }

  private ScanTask task(Contestant contestant, Path location) {
    boolean takesAll = of.selectivity() >= 100;
    return new ScanTask(
        contestant.name(),
        of.dataSet(),
        location.toString(),
        schema.fields().stream().map(Field::name).toList(),
        of.threads(),
        takesAll ? null : selectedRows(),
        of.storage().equals(DIRECT) ? "always" : "never");
  }

  /** If rows can be selected, the first column is the row number. */
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

  private List<SummedColumn> agree(List<Entry> entries) {
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
    List<SummedColumn> totals = new ArrayList<>();
    if (first != null) {
      for (int i = 0; i < leaves.size(); i++) {
        double real = first.reals()[i];
        totals.add(
            new SummedColumn(
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

  private ScanResult result(Entry entry, List<SummedColumn> totals) throws Exception {
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

  /** Returns the natural width of the summed values, which may be those of selected rows only. */
  private double goodput(List<SummedColumn> totals) throws Exception {
    List<Leaf> all = ScanRequest.leaves(files.data().schema());
    List<Long> bytes = files.valueBytes();
    double sum = 0;
    for (SummedColumn total : totals) {
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
