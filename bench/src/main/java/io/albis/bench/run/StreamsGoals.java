// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.result.StreamsGoal;
import io.albis.bench.result.StreamsResult;
import io.albis.bench.streams.SourceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares the default policy of the cache with its goals, as far as results are there. */
final class StreamsGoals {

  private static final double LESS_READ = 0.43;
  private static final double FASTER = 1.28;
  private static final double LESS_GC = 0.76;
  private static final double MORE_PAGES = 0.18;
  private static final double QUERY = 0.97;

  private final List<StreamsResult> results;
  private final List<StreamsGoal> goals = new ArrayList<>();

  private StreamsGoals(List<StreamsResult> results) {
    this.results = results;
  }

  static List<StreamsGoal> of(List<StreamsResult> results) {
    StreamsGoals all = new StreamsGoals(results);
    all.find("albis-scan-count").ifPresent(all::add);
    return all.goals;
  }

  private Optional<StreamsResult> find(String label) {
    return results.stream().filter(result -> result.contestant().equals(label)).findFirst();
  }

  private void add(StreamsResult cached) {
    find(SourceKind.ALBIS_BUFFERED.label()).ifPresent(baseline -> compare(cached, baseline));
    find(SourceKind.ALBIS_DIRECT.label())
        .ifPresent(direct -> addQueries(cached, direct, "direct I/O without a cache"));
    find(SourceKind.PARQUET.label())
        .ifPresent(
            parquet ->
                add(
                    "less time in garbage collections than Parquet",
                    LESS_GC,
                    1 - cached.gcSeconds() / parquet.gcSeconds()));
  }

  private void compare(StreamsResult cached, StreamsResult baseline) {
    add(
        "fewer bytes from devices than the page cache",
        LESS_READ,
        1 - cached.bytes() / baseline.bytes());
    add("times as fast as the page cache", FASTER, baseline.seconds() / cached.seconds());
    if (cached.neighbour() != null) {
      add(
          "more pages left to the second program than by the page cache",
          MORE_PAGES,
          cached.neighbour().residentBytes() / baseline.neighbour().residentBytes() - 1);
    }
    addQueries(cached, baseline, "the page cache");
  }

  private void addQueries(StreamsResult cached, StreamsResult other, String name) {
    cached
        .leastSpeed(other)
        .ifPresent(speed -> add("slowest query, times as fast as with " + name, QUERY, speed));
  }

  private void add(String goal, double target, double measured) {
    goals.add(new StreamsGoal(goal, target, measured));
  }
}
