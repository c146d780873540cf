// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.internal.compat.Capabilities;
import io.albis.spark.internal.write.RowsWriteBuilder;
import io.albis.spark.internal.write.WriteTarget;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A table that cannot be loaded, because its data is gone for example, or not there yet. Spark
 * loads tables also to drop or to replace those of the session catalog, which must work, and to
 * write to them. Reading it throws the exception with which loading has failed.
 *
 * @param schema that the catalog has; empty for a path
 * @param target creates the table; null if it cannot be created
 */
@SuppressWarnings("deprecation") // the columns are derived from the schema
record UnavailableTable(
    String name,
    StructType schema,
    Map<String, String> properties,
    Exception failure,
    WriteTarget target)
    implements SupportsRead, SupportsWrite {

  @Override
  public Set<TableCapability> capabilities() {
    return schema.isEmpty() ? Capabilities.OF_ANY_SCHEMA : Capabilities.OF_TABLES;
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    throw UserErrors.rethrow(failure);
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    if (target == null) {
      throw UserErrors.rethrow(failure);
    }
    return new RowsWriteBuilder(target, info, TableLoader.sessionOptions());
  }
}
