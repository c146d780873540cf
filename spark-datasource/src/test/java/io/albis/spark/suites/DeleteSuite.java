// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import io.albis.spark.internal.table.SessionExtensions;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.connector.DeleteFromTableSuiteBase;

/** {@code DELETE FROM}, of rows. */
public final class DeleteSuite extends DeleteFromTableSuiteBase {

  private static final long serialVersionUID = 1L;

  /** For the runner. */
  public DeleteSuite() {}

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
  public boolean deltaDelete() {
    return true;
  }

  /** Spark's tables in memory keep the metrics of a statement. */
  @Override
  public void checkDeleteMetrics(long changed, long copied) {}
}
