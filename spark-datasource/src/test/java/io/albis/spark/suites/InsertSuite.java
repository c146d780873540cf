// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.spark.internal.table.SessionExtensions;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.connector.InsertIntoSchemaEvolutionTests;
import org.apache.spark.sql.connector.InsertIntoTests;
import scala.Option;

/**
 * {@code INSERT INTO} and {@code INSERT OVERWRITE}, of all rows and of partitions, and {@code WITH
 * SCHEMA EVOLUTION}.
 */
public final class InsertSuite extends InsertIntoTests implements InsertIntoSchemaEvolutionTests {

  private static final long serialVersionUID = 1L;

  private static final String VIEW = "to_insert";

  /** For the runner. */
  public InsertSuite() {
    super(true, true);
    InsertIntoSchemaEvolutionTests.$init$(this);
  }

  @Override
  public SparkConf sparkConf() {
    return SuiteCatalog.addTo(super.sparkConf())
        .set("spark.sql.extensions", SessionExtensions.class.getName());
  }

  /** Forgets the tables of the test. */
  @Override
  public void afterEach() {
    spark().sessionState().catalogManager().reset();
    SuiteCatalog.addTo(spark());
    super.afterEach();
  }

  @Override
  public String v2Format() {
    return "albis";
  }

  @Override
  public String catalogAndNamespace() {
    return "testcat.";
  }

  /** Spark's tables in memory count rows; others show them in the user interface only. */
  @Override
  public void checkInsertMetrics(String table, long rows) {}

  @Override
  public void doInsert(String table, Dataset<Row> rows, SaveMode mode) {
    rows.createOrReplaceTempView(VIEW);
    String verb = mode == SaveMode.Overwrite ? "INSERT OVERWRITE " : "INSERT INTO ";
    spark().sql(verb + table + " SELECT * FROM " + VIEW);
  }

  @Override
  public void doInsertWithSchemaEvolution(
      String table, Dataset<Row> rows, SaveMode mode, boolean byName, Option<String> replaced) {
    rows.createOrReplaceTempView(VIEW);
    spark()
        .sql(
            "INSERT WITH SCHEMA EVOLUTION "
                + (mode == SaveMode.Overwrite ? "OVERWRITE " : "INTO ")
                + table
                + (byName ? " BY NAME" : "")
                + (replaced.isDefined() ? " REPLACE WHERE " + replaced.get() : "")
                + " SELECT * FROM "
                + VIEW);
  }

  @Override
  public void verifyTable(String table, Dataset<Row> expected) {
    Dataset<Row> rows = spark().table(table);
    assertThat(rows.count()).isEqualTo(expected.count());
    assertThat(rows.exceptAll(expected).isEmpty()).isTrue();
  }
}
