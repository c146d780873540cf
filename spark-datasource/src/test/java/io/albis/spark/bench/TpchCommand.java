// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import java.util.Map;
import picocli.CommandLine.Command;

/** {@code measure tpch}. */
@Command(
    name = "tpch",
    description = {
      "Runs the 22 queries of TPC-H in Spark, on tables of several",
      "formats. Results are compared without the limits of the queries, because rows that are"
          + " equal",
      "by the order of a query are not the same ones in each format."
    })
public final class TpchCommand extends SuiteCommand {

  /** Called by the command-line parser. */
  public TpchCommand() {
    // No query divides by 0, so that Spark's default can stay.
    super("tpch", "TPC-H", Map.of("spark.sql.ansi.enabled", "true"));
  }
}
