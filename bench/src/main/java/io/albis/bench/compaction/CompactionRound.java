// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.compaction;

/**
 * Rates of one round, in bytes per second.
 *
 * @param copy copying all data files as bytes
 * @param optimize optimizing the table
 * @param scan a scan alone
 * @param scanBeside a scan beside an optimization
 * @param read a reader of bytes alone
 * @param readBeside a reader of bytes beside an optimization
 */
public record CompactionRound(
    double copy, double optimize, double scan, double scanBeside, double read, double readBeside) {

  /** Rate of the optimization as a fraction of that of copying. */
  public double optimizeOfCopy() {
    return optimize / copy;
  }

  /** Fraction of its rate that a scan keeps beside an optimization. */
  public double scanKept() {
    return scanBeside / scan;
  }

  /** Fraction of its rate that a reader of bytes keeps, since both share the device. */
  public double readKept() {
    return readBeside / read;
  }
}
