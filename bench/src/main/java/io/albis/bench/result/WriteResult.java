// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.result;

import io.albis.tools.result.Medians;
import java.util.List;

/**
 * The measurement of one writer.
 *
 * @param dataSet name of the data
 * @param writer name of the writer
 * @param task "write" for rows from memory, "convert" for rows of a Parquet file
 * @param threads number of writing threads
 * @param rows number of rows
 * @param fileBytes length of the written files
 * @param seconds time from the first row until all files were closed and durable, by round
 * @param cpuSeconds processor time of the JVM, median
 * @param isCeiling whether only bytes were written, without any format
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

  /** Written bytes per second. */
  public double bytesPerSecond() {
    return fileBytes / medianSeconds();
  }
}
