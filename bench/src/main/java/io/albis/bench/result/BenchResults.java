// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.result;

import io.albis.tools.result.QueryResult;
import java.util.List;
import java.util.Map;

/**
 * The results of one run of the benchmark.
 *
 * @param title the command line of the run
 * @param environment the environment by name: machine, kernel, Java, versions of formats
 * @param scans one result for each reader in each case; those of one case are adjacent
 * @param writes one result for each writer
 * @param queries one result for each query and format
 * @param sums the totals per case and column, on which all readers agree
 */
public record BenchResults(
    String title,
    Map<String, String> environment,
    List<ScanResult> scans,
    List<WriteResult> writes,
    List<QueryResult> queries,
    List<SummedColumn> sums) {

  /** Replaces lists that are missing in JSON by empty ones. */
  public BenchResults {
    environment = environment == null ? Map.of() : environment;
    scans = scans == null ? List.of() : scans;
    writes = writes == null ? List.of() : writes;
    queries = queries == null ? List.of() : queries;
    sums = sums == null ? List.of() : sums;
  }
}
