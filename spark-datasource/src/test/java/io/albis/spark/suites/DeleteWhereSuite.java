// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import io.albis.spark.internal.table.SessionExtensions;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.connector.DeleteFromTests;
import org.apache.spark.sql.connector.InsertIntoTests;

/**
 * {@code DELETE FROM}. Its tests are a trait, as those of {@link AlterTableSuite}: {@link #NAMES}
 * selects them.
 */
public final class DeleteWhereSuite extends InsertIntoTests implements DeleteFromTests {

  private static final long serialVersionUID = 1L;

  /** What is in the names of the tests. */
  static final String NAMES = "DeleteFrom";

  /** For the runner. */
  public DeleteWhereSuite() {
    super(false, false);
    DeleteFromTests.$init$(this);
  }

  @Override
  public SparkConf sparkConf() {
    return SuiteCatalog.addTo(super.sparkConf())
        .set("spark.sql.defaultCatalog", "spark_catalog")
        .set("spark.sql.extensions", SessionExtensions.class.getName());
  }

  @Override
  public String v2Format() {
    return "albis";
  }

  @Override
  public String catalogAndNamespace() {
    return "testcat.";
  }

  /** Not called: its tests are not selected. */
  @Override
  public void doInsert(String table, Dataset<Row> rows, SaveMode mode) {
    throw new UnsupportedOperationException("doInsert");
  }

  /** Not called: its tests are not selected. */
  @Override
  public void verifyTable(String table, Dataset<Row> expected) {
    throw new UnsupportedOperationException("verifyTable");
  }
}
