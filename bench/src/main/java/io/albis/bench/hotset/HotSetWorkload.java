// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.hotset;

import io.albis.reader.cache.replay.CacheTrace;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;

/** The workloads. */
public enum HotSetWorkload {
  /** Few columns of recent rows again and again, beside scans of whole old months. */
  DASHBOARD("reports on recent rows beside scans of old months", DashboardQueries::trace),
  /** The thirteen queries of SSB on recent years beside scans of all columns of older ones. */
  SSB("the queries of the Star Schema Benchmark beside exports", SsbQueries::trace),
  /** Seven streams of the queries of {@code bench streams}, beside scans of all columns. */
  TPC_DS("seven streams of queries of TPC-DS beside exports", TpcdsTrace::trace),
  /** The generated queries of {@code bench layouts}, beside scans of all columns. */
  WIDE("queries on a wide table as in Pixels, beside scans of all columns", WideQueries::trace);

  private final String description;

  @SuppressWarnings("ImmutableEnumChecker") // Methods without state.
  private final Supplier<CacheTrace> trace;

  HotSetWorkload(String description, Supplier<CacheTrace> trace) {
    this.description = description;
    this.trace = trace;
  }

  /** The name on the command line, such as {@code tpc-ds}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A description of a few words. */
  public String description() {
    return description;
  }

  /** Makes the trace, the same one each time. */
  public CacheTrace trace() {
    return trace.get();
  }

  /**
   * Finds a workload by its label.
   *
   * @throws IllegalArgumentException if there is none; the message lists all
   */
  public static HotSetWorkload of(String label) {
    return Arrays.stream(values())
        .filter(workload -> workload.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Invalid workload: "
                        + label
                        + " (expected one of "
                        + Arrays.stream(values()).map(HotSetWorkload::label).toList()
                        + ")"));
  }
}
