// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import java.util.Map;
import java.util.Set;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.AlterTableTests;
import org.apache.spark.sql.connector.InsertIntoTests;
import org.apache.spark.sql.connector.catalog.CatalogV2Util;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.expressions.Transform;

/**
 * {@code ALTER TABLE}. Its tests are a trait, which a class of Java can only add to those of
 * another suite: {@link #NAMES} selects them.
 */
public final class AlterTableSuite extends InsertIntoTests implements AlterTableTests {

  private static final long serialVersionUID = 1L;

  /** What the names of the tests start with. */
  static final String NAMES = "AlterTable: ";

  /** For the runner. */
  public AlterTableSuite() {
    super(false, false);
    AlterTableTests.$init$(this);
  }

  @Override
  public SparkConf sparkConf() {
    return SuiteCatalog.addTo(super.sparkConf());
  }

  @Override
  public String v2Format() {
    return "albis";
  }

  @Override
  public String catalogAndNamespace() {
    return "testcat.";
  }

  @Override
  public Table getTableMetadata(String name) {
    TableCatalog catalog =
        (TableCatalog) spark().sessionState().catalogManager().catalog("testcat");
    try {
      return new WithoutIds(
          catalog.loadTable(
              Identifier.of(new String[0], name.substring(catalogAndNamespace().length()))));
    } catch (NoSuchTableException e) {
      throw new IllegalArgumentException("There is no table " + name, e);
    }
  }

  /** The tests expect columns without ids. */
  private record WithoutIds(Table table) implements Table {

    @Override
    public String name() {
      return table.name();
    }

    @Override
    public Column[] columns() {
      return CatalogV2Util.clearIds(table.columns());
    }

    @Override
    public Map<String, String> properties() {
      return table.properties();
    }

    @Override
    public Transform[] partitioning() {
      return table.partitioning();
    }

    @Override
    public Set<TableCapability> capabilities() {
      return table.capabilities();
    }
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
