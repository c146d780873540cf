// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import io.albis.spark.internal.table.SessionExtensions;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.connector.UpdateTableSuiteBase;

/** {@code UPDATE}. */
public final class UpdateSuite extends UpdateTableSuiteBase {

  private static final long serialVersionUID = 1L;

  /** For the runner. */
  public UpdateSuite() {}

  @Override
  public SparkConf sparkConf() {
    return super.sparkConf().set("spark.sql.extensions", SessionExtensions.class.getName());
  }

  @Override
  public void beforeEach() {
    super.beforeEach();
    RowLevelCatalog.replaceIn(spark());
  }

  @Override
  public boolean deltaUpdate() {
    return true;
  }

  /** Spark's tables in memory keep the metrics of a statement. */
  @Override
  public void checkUpdateMetrics(long changed, long copied) {}
}
