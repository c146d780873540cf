// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import org.apache.spark.SparkConf;
import org.apache.spark.sql.execution.ReuseExchangeAndSubquerySuite;

/** Reuse of exchanges and subqueries, which depends on equal scans being equal. */
public final class ReuseSuite extends ReuseExchangeAndSubquerySuite {

  private static final long serialVersionUID = 1L;

  /** For the runner. */
  public ReuseSuite() {}

  @Override
  public SparkConf sparkConf() {
    return SuiteCatalog.addTo(super.sparkConf());
  }
}
