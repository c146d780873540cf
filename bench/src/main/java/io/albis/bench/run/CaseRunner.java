/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.bench.run;

import io.albis.bench.data.DataSet;
import io.albis.bench.result.ColumnTotal;
import io.albis.bench.result.Medians;
import io.albis.bench.result.ScanCase;
import io.albis.bench.result.ScanResult;
import io.albis.bench.run.Contestant.Kind;
import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import io.albis.cli.command.CommandFailedException;
import io.albis.cli.output.Progress;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

  Outcome run(List<Contestant> contestants) throws Exception {
    List<Path> locations = new ArrayList<>();
    for (Contestant contestant : contestants) {
      locations.add(files.make(contestant.files()));
    }
    List<WorkerProcess<Round>> workers = new ArrayList<>();
    try {
      for (int i = 0; i < contestants.size(); i++) {
        WorkerTask task = task(contestants.get(i), locations.get(i));
        workers.add(
            new WorkerProcess<>(
                "read " + task.location() + " by " + task.reader(),
                ScanWorker.class,
                task,
                Round.class,
                settings.heap()));
      }
      return measure(contestants, workers);
    } finally {
      for (WorkerProcess<Round> worker : workers) {
        worker.close();
      }
    }
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

  private Outcome measure(List<Contestant> contestants, List<WorkerProcess<Round>> workers)
      throws Exception {
    boolean isWarm = of.storage().equals(WARM);
    List<List<Round>> rounds = new ArrayList<>();
    List<List<Double>> growths = new ArrayList<>();
    long steps = (long) workers.size() * (settings.rounds() + 1);
    try (Progress progress = Progress.start(of.dataSet() + " " + of.storage(), steps, "rounds")) {
      for (int i = 0; i < workers.size(); i++) {
        PageCache.fill(files.files(contestants.get(i).files()));
        workers.get(i).round(settings.warmUpSeconds());
        rounds.add(new ArrayList<>());
        growths.add(new ArrayList<>());
        progress.add(1);
      }
      for (int round = 0; round < settings.rounds(); round++) {
        for (int i = 0; i < workers.size(); i++) {
          List<Path> own = files.files(contestants.get(i).files());
          if (!isWarm) {
            PageCache.drop(own);
          }
          long cached = PageCache.bytes(own);
          rounds.get(i).add(workers.get(i).round(isWarm ? settings.roundSeconds() : 0));
          growths.get(i).add((double) Math.max(0, PageCache.bytes(own) - cached));
          progress.add(1);
        }
      }
    }
    List<ColumnTotal> totals = agree(contestants, rounds);
    List<ScanResult> results = new ArrayList<>();
    for (int i = 0; i < contestants.size(); i++) {
      results.add(result(contestants.get(i), rounds.get(i), growths.get(i), totals));
    }
    return new Outcome(results, totals);
  }

  private List<ColumnTotal> agree(List<Contestant> contestants, List<List<Round>> rounds) {
    List<Leaf> leaves = ScanRequest.leaves(schema);
    Totals first = null;
    String firstName = "";
    int readers = 0;
    for (int i = 0; i < contestants.size(); i++) {
      if (contestants.get(i).kind() == Kind.RAW) {
        continue;
      }
      Totals found = rounds.get(i).get(0).totals();
      if (first == null) {
        first = found;
        firstName = contestants.get(i).name();
      }
      String names = firstName + " and " + contestants.get(i).name();
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

  private ScanResult result(
      Contestant contestant, List<Round> rounds, List<Double> growths, List<ColumnTotal> totals)
      throws Exception {
    boolean isRaw = contestant.kind() == Kind.RAW;
    long fileBytes = files.bytes(contestant.files());
    double device = median(rounds, Round::deviceBytes);
    return new ScanResult(
        of,
        contestant.name(),
        contestant.files().title(),
        isRaw,
        fileBytes,
        isRaw ? fileBytes : goodput(totals),
        rounds.stream().map(Round::openSeconds).toList(),
        rounds.stream().map(Round::scanSeconds).toList(),
        median(rounds, Round::cpuSeconds),
        median(rounds, Round::gcSeconds),
        median(rounds, Round::allocatedBytes) / of.rows(),
        device < 0 ? null : device,
        Medians.of(growths),
        null,
        null);
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
