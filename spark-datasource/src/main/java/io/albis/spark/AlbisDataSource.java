// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import io.albis.spark.internal.source.SourceOptions;
import io.albis.spark.internal.table.CatalogRegistration;
import io.albis.spark.internal.table.PathIdentifier;
import io.albis.spark.internal.table.TableLoader;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.SessionConfigSupport;
import org.apache.spark.sql.connector.catalog.SupportsCatalogOptions;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The format {@code albis} of Spark: {@code spark.read().format("albis").load(path)} reads a table
 * or a data file. Settings of the session that start with {@code spark.datasource.albis.} are
 * defaults of its options.
 *
 * <p>The schema is always that of the table. Spark refuses one that the user gives.
 */
public final class AlbisDataSource
    implements DataSourceRegister, SessionConfigSupport, SupportsCatalogOptions {

  /** For Spark, which finds this class by the name of the format. */
  public AlbisDataSource() {}

  @Override
  public String shortName() {
    return "albis";
  }

  @Override
  public String keyPrefix() {
    return "albis";
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return TableLoader.load(PathIdentifier.of(options)).schema();
  }

  /** Used for tables of Spark's session catalog: {@code CREATE TABLE ... USING albis}. */
  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return TableLoader.load(PathIdentifier.of(new CaseInsensitiveStringMap(properties)));
  }

  @Override
  public Identifier extractIdentifier(CaseInsensitiveStringMap options) {
    return PathIdentifier.of(options);
  }

  @Override
  public String extractCatalog(CaseInsensitiveStringMap options) {
    return CatalogRegistration.ofPaths(AlbisCatalog.class);
  }

  @Override
  public Optional<String> extractTimeTravelVersion(CaseInsensitiveStringMap options) {
    return Optional.ofNullable(options.get(SourceOptions.VERSION_AS_OF));
  }

  @Override
  public Optional<String> extractTimeTravelTimestamp(CaseInsensitiveStringMap options) {
    return Optional.ofNullable(options.get(SourceOptions.TIMESTAMP_AS_OF));
  }
}
