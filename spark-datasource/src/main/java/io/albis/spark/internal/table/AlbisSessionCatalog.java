// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.DelegatingCatalogExtension;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.V1Table;
import org.apache.spark.sql.execution.datasources.v2.V2SessionCatalog;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A session catalog that is not Spark's own, such as Delta's or Iceberg's, for statements that
 * write tables of Albis. Such a catalog stores these tables, but loads them as tables of Spark's
 * older interface, which cannot be written; this one loads them as Spark's own does.
 */
final class AlbisSessionCatalog extends DelegatingCatalogExtension {

  static final String NAME = "spark_catalog";

  private AlbisSessionCatalog(CatalogPlugin other) {
    setDelegateCatalog(other);
  }

  /** Returns the catalog of tables of Albis; empty if this one loads them itself. */
  static Optional<AlbisSessionCatalog> of(CatalogPlugin catalog) {
    boolean isOther =
        catalog.name().equals(NAME)
            && !(catalog instanceof V2SessionCatalog)
            && !(catalog instanceof AlbisSessionCatalog);
    return isOther ? Optional.of(new AlbisSessionCatalog(catalog)) : Optional.empty();
  }

  static boolean isAlbis(scala.Option<String> provider) {
    return provider.isDefined() && provider.get().equalsIgnoreCase("albis");
  }

  @Override
  public Table loadTable(Identifier identifier) throws NoSuchTableException {
    Table loaded = super.loadTable(identifier);
    if (!(loaded instanceof V1Table table) || !isAlbis(table.catalogTable().provider())) {
      return loaded;
    }
    Map<String, String> properties =
        new HashMap<>(CollectionConverters.asJava(table.catalogTable().properties()));
    properties.putAll(CollectionConverters.asJava(table.options()));
    return TableLoader.loadOfCatalog(table.schema(), table.partitioning(), properties);
  }

  /** Returns a table of Albis; empty if there is none of this name. */
  Optional<Table> albisTable(Identifier identifier) {
    try {
      Table table = loadTable(identifier);
      boolean isAlbis = table instanceof AlbisTable || table instanceof UnavailableTable;
      return isAlbis ? Optional.of(table) : Optional.empty();
    } catch (NoSuchTableException e) {
      return Optional.empty();
    }
  }
}
