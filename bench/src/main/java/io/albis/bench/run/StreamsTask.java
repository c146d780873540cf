// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.streams.StreamsRun;

/**
 * The task of a worker that runs streams of queries, passed to it as JSON.
 *
 * @param contestant the label of a {@link io.albis.bench.streams.SourceKind}
 * @param directory of the tables
 * @param cursorBytes limit of the memory of all cursors of a table
 * @param cacheBytes limit of the cache, if there is one
 * @param pressure share of the memory above which a cache gives memory back
 * @param run the streams
 * @param record file to which a trace is written; null for none
 */
record StreamsTask(
    String contestant,
    String directory,
    long cursorBytes,
    long cacheBytes,
    double pressure,
    StreamsRun run,
    String record) {}
