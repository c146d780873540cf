// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import java.util.List;
import java.util.Map;

/**
 * What a process has done in one pass of {@code measure streams}.
 *
 * @param seconds from the start of all streams to the end of the last one, and of the job
 * @param jobSeconds time of the job; 0 without one
 * @param cpuSeconds processor time of the process, with compiling and collecting garbage
 * @param gcSeconds time in garbage collections
 * @param deviceBytes read from devices by the process
 * @param shuffleDeviceBytes of these, by tasks that read shuffled rows
 * @param loadedBytes loaded into the column cache
 * @param hitShare share of the bytes requested from the column cache that it had
 * @param tasks sums over all tasks
 * @param queries the times of all queries, by name
 * @param results of the queries, as digests, by name; of the first pass only
 */
record StreamPass(
    double seconds,
    double jobSeconds,
    double cpuSeconds,
    double gcSeconds,
    long deviceBytes,
    long shuffleDeviceBytes,
    long loadedBytes,
    double hitShare,
    StreamTotals.Sums tasks,
    Map<String, List<Double>> queries,
    Map<String, String> results) {}
