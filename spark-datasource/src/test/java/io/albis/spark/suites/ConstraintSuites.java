// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import io.albis.spark.AlbisCatalog;
import io.albis.spark.internal.table.SessionExtensions;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.InMemoryTable;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.execution.command.v2.CheckConstraintSuite;
import org.apache.spark.sql.execution.command.v2.CommandSuiteBase;
import org.apache.spark.sql.execution.command.v2.DropConstraintSuite;
import org.apache.spark.sql.execution.command.v2.ForeignKeyConstraintSuite;
import org.apache.spark.sql.execution.command.v2.PrimaryKeyConstraintSuite;
import org.apache.spark.sql.execution.command.v2.UniqueConstraintSuite;
import scala.Option;

/** Constraints of tables. The suites look at Spark's tables in memory, and see copies of others. */
final class ConstraintSuites {

  private ConstraintSuites() {}

  /** Makes the catalogs of a suite those of Albis. */
  private static SparkConf withCatalogs(CommandSuiteBase suite, SparkConf conf) {
    String[] catalogs = {
      suite.catalog(), suite.nonPartitionCatalog(), suite.atomicCatalog(), suite.rowLevelOPCatalog()
    };
    for (String catalog : catalogs) {
      conf.set("spark.sql.catalog." + catalog, AlbisCatalog.class.getName())
          .set("spark.sql.catalog." + catalog + ".warehouse", SuiteCatalog.directory());
    }
    return conf.set("spark.sql.extensions", SessionExtensions.class.getName());
  }

  private static InMemoryTable copy(
      SparkSession session, String catalog, String namespace, String name) {
    TableCatalog tables =
        (TableCatalog)
            ((org.apache.spark.sql.classic.SparkSession) session)
                .sessionState()
                .catalogManager()
                .catalog(catalog);
    try {
      Table table = tables.loadTable(Identifier.of(new String[] {namespace}, name));
      return new InMemoryTable(
          table.name(),
          table.columns(),
          new Transform[0],
          Map.of(),
          table.constraints(),
          Distributions.unspecified(),
          new SortOrder[0],
          Option.empty(),
          Option.empty(),
          false,
          0,
          "id");
    } catch (NoSuchTableException e) {
      throw new IllegalArgumentException("There is no table " + name, e);
    }
  }

  /** {@code CHECK}. */
  static final class CheckSuite extends CheckConstraintSuite {

    private static final long serialVersionUID = 1L;

    @Override
    public SparkConf sparkConf() {
      return withCatalogs(this, super.sparkConf());
    }

    @Override
    public InMemoryTable loadTable(String catalog, String namespace, String table) {
      return copy(spark(), catalog, namespace, table);
    }
  }

  /** {@code PRIMARY KEY}. */
  static final class PrimaryKeySuite extends PrimaryKeyConstraintSuite {

    private static final long serialVersionUID = 1L;

    @Override
    public SparkConf sparkConf() {
      return withCatalogs(this, super.sparkConf());
    }

    @Override
    public InMemoryTable loadTable(String catalog, String namespace, String table) {
      return copy(spark(), catalog, namespace, table);
    }
  }

  /** {@code UNIQUE}. */
  static final class UniqueSuite extends UniqueConstraintSuite {

    private static final long serialVersionUID = 1L;

    @Override
    public SparkConf sparkConf() {
      return withCatalogs(this, super.sparkConf());
    }

    @Override
    public InMemoryTable loadTable(String catalog, String namespace, String table) {
      return copy(spark(), catalog, namespace, table);
    }
  }

  /** {@code FOREIGN KEY}. */
  static final class ForeignKeySuite extends ForeignKeyConstraintSuite {

    private static final long serialVersionUID = 1L;

    @Override
    public SparkConf sparkConf() {
      return withCatalogs(this, super.sparkConf());
    }

    @Override
    public InMemoryTable loadTable(String catalog, String namespace, String table) {
      return copy(spark(), catalog, namespace, table);
    }
  }

  /** {@code DROP CONSTRAINT}. */
  static final class DropSuite extends DropConstraintSuite {

    private static final long serialVersionUID = 1L;

    @Override
    public SparkConf sparkConf() {
      return withCatalogs(this, super.sparkConf());
    }

    @Override
    public InMemoryTable loadTable(String catalog, String namespace, String table) {
      return copy(spark(), catalog, namespace, table);
    }
  }
}
