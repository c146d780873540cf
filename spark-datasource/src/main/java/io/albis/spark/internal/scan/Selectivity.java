// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.format.error.AlbisException;
import io.albis.spark.internal.read.ReadSpec;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Source;
import io.albis.spark.internal.source.SourceOptions;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.apache.spark.sql.internal.SQLConf;

/**
 * The share of rows that a filter selects, from a sample of the rows, where it can decide how Spark
 * joins: Spark compares the sizes of scans with the limit for broadcasts, and with each other.
 */
final class Selectivity {

  /** Scans of fewer rows are small with or without their filter. */
  private static final long MIN_ROWS = 100_000;

  /** Multiple of the limit for broadcasts above which scans are large even with their filter. */
  private static final long MAX_LIMITS = 100;

  /** Estimates that are kept: plans often contain the same condition several times. */
  private static final int MAX_KNOWN = 256;

  private static final Map<ReadSpec, Double> KNOWN =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<ReadSpec, Double> eldest) {
              return size() > MAX_KNOWN;
            }
          });

  private Selectivity() {}

  /**
   * Estimates the share, if Spark may decide by it.
   *
   * @param unfiltered statistics of the scan without its filter
   * @return from 0 to 1; empty if an estimate is not worth its time or fails
   */
  static OptionalDouble of(ReadSpec spec, EstimatedStatistics unfiltered, long candidates) {
    if (spec.filter() == null) {
      return OptionalDouble.of(1);
    }
    long limit = SQLConf.get().autoBroadcastJoinThreshold();
    boolean decides =
        unfiltered.rows() >= MIN_ROWS && limit > 0 && unfiltered.bytes() / MAX_LIMITS <= limit;
    return decides ? sampled(spec, candidates) : OptionalDouble.empty();
  }

  /**
   * Estimates the share. Reads data, unless it has done so for the same condition before.
   *
   * @param spec with a filter
   * @param candidates the rows of all sources that statistics do not rule out
   * @return from 0 to 1; empty if an estimate is not worth its time or fails
   */
  static OptionalDouble sampled(ReadSpec spec, long candidates) {
    if (candidates < MIN_ROWS || spec.options().filterSampling() == SourceOptions.Choice.FALSE) {
      return OptionalDouble.empty();
    }
    ReadSpec rows = spec.withoutColumns();
    Double known = KNOWN.get(rows);
    if (known != null) {
      return OptionalDouble.of(known);
    }
    try {
      double share = (double) matching(rows) / candidates;
      KNOWN.put(rows, share);
      return OptionalDouble.of(share);
    } catch (AlbisException | OutOfOffHeapMemoryException e) {
      // The tasks read the same data: an error that persists is thrown there.
      return OptionalDouble.empty();
    }
  }

  private static long matching(ReadSpec spec) {
    long matching = 0;
    for (Source source : spec.sources()) {
      try (OpenDatasets.Lease lease = OpenDatasets.acquire(source)) {
        matching += spec.scan(lease).estimateRowCount();
      }
    }
    return matching;
  }
}
