// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.streams.QueryRun;
import java.util.List;
import java.util.Map;

/**
 * What a worker has measured while it ran all streams, passed to its parent as JSON.
 *
 * @param seconds from the start of the first query to the end of the last one
 * @param gcSeconds time of garbage collections
 * @param readerBytes requested from storage according to the reader; -1 if it does not count them
 * @param deviceBytes read from devices for this process according to the kernel; -1 if unknown
 * @param peakResidentBytes the most memory of the process in RAM; -1 if unknown
 * @param counters of the reader, by name
 * @param queries all queries of all streams
 */
record StreamsRound(
    double seconds,
    double gcSeconds,
    long readerBytes,
    long deviceBytes,
    long peakResidentBytes,
    Map<String, Long> counters,
    List<QueryRun> queries) {}
