// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import org.apache.spark.SparkConf;
import org.apache.spark.sql.DSV2CharVarcharTestSuite;

/** Columns of the types char and varchar. */
public final class CharVarcharSuite extends DSV2CharVarcharTestSuite {

  private static final long serialVersionUID = 1L;

  /** For the runner. */
  public CharVarcharSuite() {}

  @Override
  public SparkConf sparkConf() {
    return SuiteCatalog.addTo(super.sparkConf());
  }
}
