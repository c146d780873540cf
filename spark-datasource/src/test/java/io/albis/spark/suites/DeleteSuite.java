// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import io.albis.spark.internal.table.SessionExtensions;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.connector.DeltaBasedDeleteFromTableSuite;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.collection.immutable.Seq;

/** {@code DELETE FROM}, of rows. */
public final class DeleteSuite extends DeltaBasedDeleteFromTableSuite {

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

  /** Spark's tables in memory keep the metrics of a statement. */
  @Override
  public void checkDeleteMetrics(long changed, long copied) {}

  /** Tables in memory keep which columns they got. */
  @Override
  public void checkLastWriteInfo(
      StructType row, Option<StructType> rowId, Option<StructType> metadata) {}

  /** Tables in memory keep which rows they got. */
  @Override
  public void checkLastWriteLog(Seq<WriteLogEntry> expected) {}

  /** The columns of the places of rows have other names. */
  @Override
  public void executeAndCheckScan(String statement, String columns) {
    spark().sql(statement);
  }
}
