// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import java.util.Map;
import org.apache.spark.sql.connector.catalog.Commit;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.InMemoryRowLevelOperationTableCatalog;
import org.apache.spark.sql.connector.catalog.InMemoryTable;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableInfo;
import org.apache.spark.sql.connector.catalog.Txn;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.write.WriteSummary;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/**
 * What a suite sees of a catalog: its tables look like Spark's tables in memory, which keep what
 * Spark has counted during a statement.
 */
@SuppressWarnings("overrides") // Scala has no methods with variable arguments of Java
final class SummaryCatalog extends InMemoryRowLevelOperationTableCatalog {

  private final InMemoryRowLevelOperationTableCatalog catalog;
  private final Option<WriteSummary> last;

  /**
   * Wraps a catalog.
   *
   * @param last of the last statement
   */
  SummaryCatalog(InMemoryRowLevelOperationTableCatalog catalog, Option<WriteSummary> last) {
    this.catalog = catalog;
    this.last = last;
  }

  @Override
  public Table createTable(Identifier table, TableInfo info) {
    return catalog.createTable(table, info);
  }

  @Override
  public boolean dropTable(Identifier table) {
    return catalog.dropTable(table);
  }

  @Override
  public Table loadTable(Identifier table) {
    InMemoryTable counted =
        new InMemoryTable(table.toString(), new StructType(), new Transform[0], Map.of());
    counted.commits().addOne(Commit.apply(1, last));
    return counted;
  }

  @Override
  public Txn lastTransaction() {
    return catalog.lastTransaction();
  }
}
