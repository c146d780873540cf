// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import java.util.Map;
import picocli.CommandLine.Command;

/** {@code measure tpcds}. */
@Command(
    name = "tpcds",
    description = {
      "Runs the 99 queries of TPC-DS (four of them in two variants) in Spark, on tables of several",
      "formats. Results are compared without the limits of the queries, because rows that are"
          + " equal",
      "by the order of a query are not the same ones in each format."
    })
public final class TpcdsCommand extends SuiteCommand {

  /** Called by the command-line parser. */
  public TpcdsCommand() {
    super("tpcds", "TPC-DS", Map.of());
  }
}
