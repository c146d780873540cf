// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.internal.compat.Capabilities;
import io.albis.spark.internal.write.RowsWriteBuilder;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.constraints.Constraint;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;

/**
 * A table with the columns that it gets by the commit of a write. For one statement.
 *
 * @param table as it is
 * @param schema the columns after the commit
 */
@SuppressWarnings("deprecation") // the columns are derived from the schema
record EvolvedTable(AlbisTable table, StructType schema) implements SupportsWrite {

  @Override
  public String name() {
    return table.name();
  }

  @Override
  public Map<String, String> properties() {
    return table.properties();
  }

  /** For Spark 4.1 and later. */
  @Override
  public Constraint[] constraints() {
    return table.constraints();
  }

  @Override
  public Transform[] partitioning() {
    return table.partitioning();
  }

  @Override
  public Set<TableCapability> capabilities() {
    return Capabilities.OF_TABLES;
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return new RowsWriteBuilder(table.target(), info, TableLoader.sessionOptions())
        .evolvingTo(schema);
  }
}
