// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

/**
 * One measured pass.
 *
 * @param contestant name of the way to read
 * @param cacheShare size of the column cache in percent of the tables
 * @param cacheBytes the same in bytes
 * @param limitBytes limit of memory; 0 for none
 * @param streams number of streams
 * @param pageCacheBytes pages of files in memory at the end; -1 if unknown
 * @param pass what was measured
 */
record StreamFigures(
    String contestant,
    int cacheShare,
    long cacheBytes,
    long limitBytes,
    int streams,
    long pageCacheBytes,
    StreamPass pass) {}
