// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.result;

import java.util.List;

/**
 * The measurement of one reader in one case. Times and bytes are per scan; single figures are
 * medians of the rounds.
 *
 * @param of the case
 * @param reader the way to read
 * @param files the kind of file that it reads, with the compression
 * @param isCeiling whether only bytes were read, and no value
 * @param fileBytes length of all files of the data set in this format
 * @param goodputBytes natural width of the values that were added up and are not null
 * @param openSeconds until the file was open, by round
 * @param seconds from then to the last value, by round
 * @param cpuSeconds processor time of the JVM
 * @param gcSeconds time of garbage collections
 * @param allocatedBytesPerRow Java heap taken, per row of the data
 * @param deviceBytes read from the device; null where that is not known
 * @param pageCacheGrowth bytes of the files that the page cache held more after than before; null
 *     where that is not known
 * @param instructionsPerRow of the processor, in user mode; null where it does not count
 * @param cacheMissesPerRow of its last-level cache; null where it does not count
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
