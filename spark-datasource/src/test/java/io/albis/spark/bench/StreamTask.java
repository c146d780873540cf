// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import java.util.List;

/**
 * What a process of {@code measure streams} does.
 *
 * @param contestant how it reads
 * @param tables directory of the tables
 * @param tableNames the tables
 * @param module directory of this module, which has the texts of queries
 * @param queries of each stream
 * @param seed of the orders of queries
 * @param cores of the session
 * @param cacheBytes size of the column cache, if the contestant has one
 * @param offHeapBytes Spark's off-heap memory, which the cache is a part of
 * @param job name of the job that runs beside the streams
 */
record StreamTask(
    StreamContestant contestant,
    String tables,
    List<String> tableNames,
    String module,
    List<String> queries,
    long seed,
    int cores,
    long cacheBytes,
    long offHeapBytes,
    ShuffleJob job) {}
