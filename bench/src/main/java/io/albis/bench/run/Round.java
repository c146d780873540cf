// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.scan.Totals;

/**
 * What a worker measured in one round of at least one scan; all figures are of one scan.
 *
 * @param scans how many scans the round had
 * @param openSeconds until the file was open
 * @param scanSeconds from then on, until the last value was added
 * @param cpuSeconds processor time of the whole JVM, with its compiler and garbage collector
 * @param gcSeconds spent in garbage collections
 * @param allocatedBytes Java heap that all threads took
 * @param deviceBytes what the process caused to be read from devices (Linux), -1 if not known
 * @param values how many values of each leaf are not null
 * @param integers sums of the leaves that are not floating point
 * @param reals sums of the leaves that are
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
