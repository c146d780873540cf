// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import io.albis.spark.internal.table.AlbisTable;
import io.albis.spark.internal.table.SessionExtensions;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.DataSourceV2DataFrameSuite;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.TableCatalog;

/** Writes of data frames, and which snapshots queries see that outlive them. */
public final class DataFrameSuite extends DataSourceV2DataFrameSuite {

  private static final long serialVersionUID = 1L;

  private static final String NAME = "spark.sql.catalog.testcat";

  /** For the runner. */
  public DataFrameSuite() {}

  @Override
  public SparkConf sparkConf() {
    return super.sparkConf()
        .set("spark.sql.extensions", SessionExtensions.class.getName())
        .set("spark.sql.timeType.enabled", "true")
        .set(NAME, RowLevelCatalog.class.getName())
        .set(NAME + ".warehouse", SuiteCatalog.directory());
  }

  /** Forgets the tables of the test. */
  @Override
  public void afterEach() {
    spark().sessionState().catalogManager().reset();
    spark().conf().set(NAME + ".warehouse", SuiteCatalog.directory());
    super.afterEach();
  }

  /** Appends without Spark, which does not know of it. */
  @Override
  public void externalAppend(TableCatalog catalog, Identifier table, InternalRow values) {
    if (!(catalog instanceof RowLevelCatalog albis)) {
      super.externalAppend(catalog, table, values);
      return;
    }
    String uri = ((AlbisTable) albis.loadTable(table)).target().uri();
    try (TableWriter writer = TableWriter.append(uri).open()) {
      RowWriter row = writer.newRowWriter();
      for (int i = 0; i < values.numFields(); i++) {
        switch (writer.schema().fields().get(i).type().kind()) {
          case INT32 -> row.setInt(i, values.getInt(i));
          default -> row.setString(i, values.getUTF8String(i).toString());
        }
      }
      row.endRow();
      row.close();
      writer.commit();
    }
  }
}
