// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.result;

import java.util.List;
import java.util.Map;

/**
 * All that one run of the benchmark found.
 *
 * @param title what was run, as its command line
 * @param environment what the figures depend on, by name: machine, kernel, Java, versions of
 *     formats
 * @param scans one for each way to read in each case; those of one case stand together
 * @param writes one for each way to write
 * @param sums per case and column what all readers found
 */
public record BenchResults(
    String title,
    Map<String, String> environment,
    List<ScanResult> scans,
    List<WriteResult> writes,
    List<ColumnTotal> sums) {

  /** Makes lists that are missing in JSON empty. */
  public BenchResults {
    environment = environment == null ? Map.of() : environment;
    scans = scans == null ? List.of() : scans;
    writes = writes == null ? List.of() : writes;
    sums = sums == null ? List.of() : sums;
  }
}
