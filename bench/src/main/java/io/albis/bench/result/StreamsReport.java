// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.result;

import java.util.List;

/**
 * Streams of queries with all ways of reading.
 *
 * @param limit what has limited memory
 * @param limitBytes the limit for each way of reading and the second program together
 * @param cacheBytes the limit of caches
 * @param albisBytes length of all Albis tables
 * @param parquetBytes length of all Parquet files
 * @param results of each way of reading
 */
public record StreamsReport(
    String limit,
    long limitBytes,
    long cacheBytes,
    long albisBytes,
    long parquetBytes,
    List<StreamsResult> results) {

  /** Copies the list. */
  public StreamsReport {
    results = List.copyOf(results);
  }
}
