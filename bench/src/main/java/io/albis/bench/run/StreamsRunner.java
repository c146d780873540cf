// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.result.StreamsResult;
import io.albis.bench.result.StreamsResult.Neighbour;
import io.albis.bench.result.StreamsResult.QueryTime;
import io.albis.bench.streams.QueryRun;
import io.albis.bench.streams.SourceKind;
import io.albis.bench.streams.StreamTables;
import io.albis.tools.command.CommandFailedException;
import io.albis.tools.limit.MemoryLimit;
import io.albis.tools.output.Progress;
import io.albis.tools.result.Medians;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Runs all streams with one way of reading after the other, each in a process of its own under a
 * limit of memory, beside a second program. Tables are dropped from the page cache before the round
 * that counts.
 */
final class StreamsRunner {

  private static final String MEMBER = "streams";

  private final StreamTables tables;
  private final StreamsSettings settings;
  private String limit = "";

  /** One round of one way of reading. */
  private record Measured(
      StreamsTask.Round round, long deviceBytes, long peakBytes, Neighbour neighbour) {}

  StreamsRunner(StreamTables tables, StreamsSettings settings) {
    this.tables = tables;
    this.settings = settings;
  }

  /** What has limited memory, once something has run. */
  String limit() {
    return limit;
  }

  /** Runs all rounds; in each, all ways of reading take turns. */
  List<StreamsResult> run(List<SourceKind> kinds) throws IOException {
    Map<SourceKind, List<Measured>> all = new LinkedHashMap<>();
    kinds.forEach(kind -> all.put(kind, new ArrayList<>()));
    try (Progress progress =
        Progress.start("streams", (long) settings.rounds() * kinds.size(), "runs")) {
      for (int round = 0; round < settings.rounds(); round++) {
        for (SourceKind kind : kinds) {
          all.get(kind).add(measure(kind));
          progress.add(1);
        }
      }
    }
    requireSameAnswers(all);
    List<StreamsResult> results = new ArrayList<>();
    all.forEach((kind, rounds) -> results.add(result(kind, rounds)));
    return results;
  }

  private Measured measure(SourceKind kind) throws IOException {
    StreamsTask task =
        new StreamsTask(
            kind.label(),
            tables.directory().toString(),
            settings.cursorBytes(),
            settings.cacheBytes(),
            settings.pressure(),
            settings.run(),
            kind == SourceKind.ALBIS_DIRECT ? settings.record() : null);
    try (MemoryLimit group = MemoryLimit.create(settings.limitBytes())) {
      limit = group.description();
      return measure(task, group);
    }
  }

  private Measured measure(StreamsTask task, MemoryLimit group) throws IOException {
    try (WorkerProcess<StreamsTask.Round> worker =
        new WorkerProcess<>(
            "run streams by " + task.contestant(),
            group.launcher(MEMBER),
            task,
            StreamsTask.Round.class,
            settings.heap())) {
      for (int i = 0; i < settings.warmUps(); i++) {
        StreamsTask.Round unused = worker.round(0);
      }
      CachedFiles.drop(tables.files());
      long before = group.deviceBytes(MEMBER);
      try (NeighbourProcess neighbour =
          settings.neighbourBytes() == 0
              ? null
              : new NeighbourProcess(tables.directory().getParent(), settings, group)) {
        StreamsTask.Round round = worker.round(0);
        return new Measured(
            round,
            before < 0 ? -1 : group.deviceBytes(MEMBER) - before,
            group.peakBytes(MEMBER),
            neighbour == null ? null : neighbour.result());
      }
    }
  }

  private static void requireSameAnswers(Map<SourceKind, List<Measured>> all) {
    List<QueryRun> expected = null;
    for (Map.Entry<SourceKind, List<Measured>> entry : all.entrySet()) {
      for (Measured measured : entry.getValue()) {
        List<QueryRun> queries = measured.round().queries();
        if (expected == null) {
          expected = queries;
        }
        requireSame(expected, queries, entry.getKey());
      }
    }
  }

  private static void requireSame(
      List<QueryRun> expected, List<QueryRun> queries, SourceKind kind) {
    for (int i = 0; i < expected.size(); i++) {
      QueryRun first = expected.get(i);
      QueryRun other = queries.get(i);
      if (!first.answer().agreesWith(other.answer())) {
        throw new CommandFailedException(
            "Two readers differ in %s of stream %d: %s, and %s by %s"
                .formatted(
                    first.query(), first.stream(), first.answer(), other.answer(), kind.label()));
      }
    }
  }

  private StreamsResult result(SourceKind kind, List<Measured> rounds) {
    Map<String, List<Double>> queries = new TreeMap<>();
    for (Measured measured : rounds) {
      for (QueryRun query : measured.round().queries()) {
        queries.computeIfAbsent(query.query(), added -> new ArrayList<>()).add(query.seconds());
      }
    }
    List<QueryTime> times = new ArrayList<>();
    queries.forEach((query, seconds) -> times.add(new QueryTime(query, Medians.of(seconds))));
    Neighbour neighbour =
        settings.neighbourBytes() == 0
            ? null
            : new Neighbour(
                median(rounds, one -> one.neighbour().residentBytes()),
                median(rounds, one -> one.neighbour().bytesPerSecond()),
                median(rounds, one -> one.neighbour().deviceBytes()));
    return new StreamsResult(
        kind.label(),
        rounds.stream().map(one -> one.round().seconds()).toList(),
        median(rounds, one -> one.round().gcSeconds()),
        median(rounds, one -> one.deviceBytes()),
        median(rounds, one -> one.round().deviceBytes()),
        median(rounds, one -> one.round().readerBytes()),
        median(rounds, one -> one.peakBytes()),
        median(rounds, one -> one.round().peakResidentBytes()),
        neighbour,
        times,
        rounds.get(rounds.size() - 1).round().counters());
  }

  private static double median(List<Measured> rounds, ToDoubleFunction<Measured> value) {
    return Medians.of(rounds.stream().mapToDouble(value).boxed().toList());
  }
}
