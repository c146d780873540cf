// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * The measurement of one query on tables of one format.
 *
 * @param workload name of the queries and their data
 * @param query name of the query
 * @param format name of the format of the tables
 * @param seconds time of the query by round
 * @param cpuSeconds time of all threads of the process by round; empty if not measured
 * @param allocatedBytesPerRow Java heap that reading allocates for each row; null if not measured
 * @param isEqual whether the result is that of the first format
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record QueryResult(
    String workload,
    String query,
    String format,
    List<Double> seconds,
    List<Double> cpuSeconds,
    Double allocatedBytesPerRow,
    boolean isEqual) {

  /** Copies the lists. */
  public QueryResult {
    seconds = List.copyOf(seconds);
    cpuSeconds = List.copyOf(cpuSeconds);
  }

  /** Median time, in seconds. */
  public double medianSeconds() {
    return Medians.of(seconds);
  }

  /** Median of the processor time, in seconds. Only if it was measured. */
  double medianCpuSeconds() {
    return Medians.of(cpuSeconds);
  }
}
