// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.internal.compat.ReadCapabilities;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A table that cannot be loaded, because its data is gone for example. Spark loads tables also to
 * drop or to replace those of the session catalog, which must work, and to write to those of paths,
 * which has an error of its own. Reading it throws the exception with which loading has failed.
 *
 * @param schema that the catalog has; empty for a path
 */
@SuppressWarnings("deprecation") // the columns are derived from the schema
record UnavailableTable(
    String name, StructType schema, Map<String, String> properties, Exception failure)
    implements SupportsRead {

  @Override
  public Set<TableCapability> capabilities() {
    return ReadCapabilities.all();
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    throw UserErrors.rethrow(failure);
  }
}
