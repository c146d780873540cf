// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.result;

import java.util.List;

/**
 * The measurement of one writer.
 *
 * @param dataSet name of the data
 * @param writer the way to write
 * @param task "write" is from memory, "convert" from a Parquet file
 * @param threads how many threads wrote
 * @param rows how many rows were written
 * @param fileBytes length of what was written
 * @param seconds from the first row until all was closed and durable, by round
 * @param cpuSeconds processor time of the JVM, median
 * @param isCeiling whether the bytes were written only, without any format
 */
public record WriteResult(
    String dataSet,
    String writer,
    String task,
    int threads,
    long rows,
    long fileBytes,
    List<Double> seconds,
    double cpuSeconds,
    boolean isCeiling) {

  /** Median time, in seconds. */
  public double medianSeconds() {
    return Medians.of(seconds);
  }

  /** Rows per second. */
  public double rowsPerSecond() {
    return rows / medianSeconds();
  }

  /** Bytes per second of what was written. */
  public double bytesPerSecond() {
    return fileBytes / medianSeconds();
  }
}
