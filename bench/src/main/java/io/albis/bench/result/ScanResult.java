// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.result;

import io.albis.tools.result.Medians;
import java.util.List;

/**
 * The measurement of one reader in one case. Times and bytes are per scan; single figures are
 * medians of the rounds.
 *
 * @param of the case
 * @param reader name of the reader
 * @param files the kind of file that it reads, with the compression
 * @param isCeiling whether only bytes were read, without decoding values
 * @param fileBytes length of all files of the data set in this format
 * @param goodputBytes natural width of the non-null values that were summed
 * @param openSeconds time to open the file, by round
 * @param seconds time from then to the last value, by round
 * @param cpuSeconds processor time of the JVM
 * @param gcSeconds time of garbage collections
 * @param allocatedBytesPerRow allocation on the Java heap, per row of the data set
 * @param deviceBytes bytes read from the device; null if unknown
 * @param pageCacheGrowth growth of the files' bytes in the page cache; null if unknown
 * @param instructionsPerRow instructions in user mode; null if the processor does not count them
 * @param cacheMissesPerRow misses of the last-level cache; null if the processor does not count
 *     them
 */
public record ScanResult(
    ScanCase of,
    String reader,
    String files,
    boolean isCeiling,
    long fileBytes,
    double goodputBytes,
    List<Double> openSeconds,
    List<Double> seconds,
    double cpuSeconds,
    double gcSeconds,
    double allocatedBytesPerRow,
    Double deviceBytes,
    Double pageCacheGrowth,
    Double instructionsPerRow,
    Double cacheMissesPerRow) {

  /** Median time without opening, in seconds. */
  public double medianSeconds() {
    return Medians.of(seconds);
  }

  /** Median time of opening, in seconds. */
  public double medianOpenSeconds() {
    return Medians.of(openSeconds);
  }

  /** Median time without opening, in nanoseconds per row of the data. */
  public double nanosPerRow() {
    return medianSeconds() * 1e9 / of.rows();
  }

  /** Natural width of the values per second; of a ceiling, bytes of the files. */
  public double goodput() {
    return goodputBytes / medianSeconds();
  }
}
