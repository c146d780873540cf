// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import io.albis.spark.internal.source.SourceOptions;
import io.albis.spark.internal.table.CatalogRegistration;
import io.albis.spark.internal.table.CatalogRelation;
import io.albis.spark.internal.table.PathIdentifier;
import io.albis.spark.internal.table.TableLoader;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.SessionConfigSupport;
import org.apache.spark.sql.connector.catalog.SupportsCatalogOptions;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.sources.RelationProvider;
import org.apache.spark.sql.sources.SchemaRelationProvider;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The format {@code albis} of Spark: {@code spark.read().format("albis").load(path)} reads a table
 * or a data file, and {@code rows.write().format("albis").save(path)} writes a table. Settings of
 * the session that start with {@code spark.datasource.albis.} are defaults of its options.
 *
 * <p>The schema is always that of the table. Spark refuses one that the user gives.
 */
public final class AlbisDataSource
    implements DataSourceRegister,
        SessionConfigSupport,
        SupportsCatalogOptions,
        RelationProvider,
        SchemaRelationProvider {

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

  /** So that catalogs store the columns of a table, which they can show if its data is gone. */
  @Override
  public boolean supportsExternalMetadata() {
    return true;
  }

  /**
   * Used for tables of Spark's session catalog: {@code CREATE TABLE ... USING albis}.
   *
   * @param schema of the catalog; a table that exists has its own
   * @param partitioning of the catalog; likewise
   */
  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return TableLoader.loadOfCatalog(schema, partitioning, properties);
  }

  /** Used for tables of other session catalogs. */
  @Override
  public BaseRelation createRelation(
      SQLContext context, scala.collection.immutable.Map<String, String> parameters) {
    Map<String, String> properties = CollectionConverters.asJava(parameters);
    return createRelation(
        context, parameters, inferSchema(new CaseInsensitiveStringMap(properties)));
  }

  /** Used for tables of other session catalogs. */
  @Override
  public BaseRelation createRelation(
      SQLContext context,
      scala.collection.immutable.Map<String, String> parameters,
      StructType schema) {
    return new CatalogRelation(
        context, schema, Map.copyOf(CollectionConverters.asJava(parameters)));
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
