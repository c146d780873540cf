// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.reader.DatasetScan;
import io.albis.spark.internal.aggregate.PushedAggregation;
import io.albis.spark.internal.aggregate.StatisticsScan;
import io.albis.spark.internal.read.ReadSpec;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Opens the sources of a query to look up its result in their statistics. */
final class StatisticsQuery {

  private StatisticsQuery() {}

  /**
   * Evaluates an aggregation.
   *
   * @param spec which rows
   * @return empty if statistics do not suffice
   */
  static Optional<StatisticsScan> evaluate(PushedAggregation aggregation, ReadSpec spec) {
    List<OpenDatasets.Lease> leases = new ArrayList<>();
    try {
      List<DatasetScan> scans = new ArrayList<>();
      for (Source source : spec.sources()) {
        OpenDatasets.Lease lease = OpenDatasets.acquire(source);
        leases.add(lease);
        scans.add(spec.scan(lease));
      }
      return aggregation.evaluate(scans);
    } finally {
      leases.forEach(OpenDatasets.Lease::close);
    }
  }
}
