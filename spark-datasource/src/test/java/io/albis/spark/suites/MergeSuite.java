// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import io.albis.spark.internal.table.SessionExtensions;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.connector.MergeIntoTableSuiteBase;
import org.apache.spark.sql.connector.catalog.InMemoryRowLevelOperationTableCatalog;

/** {@code MERGE INTO}. */
public final class MergeSuite extends MergeIntoTableSuiteBase {

  private static final long serialVersionUID = 1L;

  private final Summaries statements = new Summaries();

  /** For the runner. */
  public MergeSuite() {}

  @Override
  public SparkConf sparkConf() {
    return super.sparkConf().set("spark.sql.extensions", SessionExtensions.class.getName());
  }

  @Override
  public void beforeEach() {
    super.beforeEach();
    RowLevelCatalog.replaceIn(spark());
    spark().listenerManager().register(statements);
  }

  @Override
  public void afterEach() {
    spark().listenerManager().unregister(statements);
    super.afterEach();
  }

  @Override
  public boolean deltaMerge() {
    return true;
  }

  /** What Spark has counted during the last statement. */
  @Override
  public InMemoryRowLevelOperationTableCatalog catalog() {
    return new SummaryCatalog(super.catalog(), statements.last(sparkContext()));
  }
}
