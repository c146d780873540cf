// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.scan.Totals;

/**
 * The measurement of one round of one or more scans. All figures are per scan.
 *
 * @param scans the number of scans in the round
 * @param openSeconds the time to open the file
 * @param scanSeconds the time from then until the last value was added
 * @param cpuSeconds the processor time of the JVM, including compiler and garbage collector
 * @param gcSeconds the time spent in garbage collection
 * @param allocatedBytes the Java heap allocated by all threads
 * @param deviceBytes the bytes read from devices for this process (Linux), or -1 if unknown
 * @param values the number of non-null values of each leaf
 * @param integers the sums of leaves that are not floating point
 * @param reals the sums of floating-point leaves
 */
@SuppressWarnings("ArrayRecordComponent") // goes to JSON and back, and is compared by Totals
record Round(
    int scans,
    double openSeconds,
    double scanSeconds,
    double cpuSeconds,
    double gcSeconds,
    double allocatedBytes,
    double deviceBytes,
    long[] values,
    long[] integers,
    double[] reals) {

  Totals totals() {
    return Totals.of(values, integers, reals);
  }
}
