// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import io.albis.spark.AlbisCatalog;
import io.albis.spark.internal.table.PathIdentifier;
import io.albis.spark.internal.table.TableLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A catalog that gives names to tables of paths, without namespaces. */
public final class WritableCatalog implements TableCatalog {

  private final AlbisCatalog paths = new AlbisCatalog();
  private final Map<String, Path> tables = new LinkedHashMap<>();
  private Path directory;
  private String name;

  /** For Spark, which creates catalogs by the name of their class. */
  public WritableCatalog() {}

  @Override
  public void initialize(String catalogName, CaseInsensitiveStringMap options) {
    name = catalogName;
    try {
      directory = Files.createTempDirectory(Path.of("target"), "suites").toAbsolutePath();
    } catch (IOException e) {
      throw new UncheckedIOException("Failed to create a directory for the catalog", e);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public synchronized Identifier[] listTables(String[] namespace) {
    return tables.keySet().stream()
        .map(table -> Identifier.of(new String[0], table))
        .toArray(Identifier[]::new);
  }

  @Override
  public Table loadTable(Identifier ident) throws NoSuchTableException {
    return TableLoader.load(path(ident));
  }

  private synchronized PathIdentifier path(Identifier ident) throws NoSuchTableException {
    Path path = tables.get(ident.name());
    if (path == null) {
      throw new NoSuchTableException(ident);
    }
    return identifier(path);
  }

  private static PathIdentifier identifier(Path path) {
    return new PathIdentifier(List.of(path.toString()), Map.of());
  }

  @Override
  @SuppressWarnings("deprecation") // the methods that replace it call it
  public synchronized Table createTable(
      Identifier ident, Column[] columns, Transform[] partitions, Map<String, String> properties)
      throws TableAlreadyExistsException {
    if (tables.containsKey(ident.name())) {
      throw new TableAlreadyExistsException(ident);
    }
    Path path;
    try {
      path = Files.createTempDirectory(directory, "table").resolve(ident.name());
    } catch (IOException e) {
      throw new UncheckedIOException("Failed to create a directory for " + ident, e);
    }
    tables.put(ident.name(), path);
    return paths.createTable(identifier(path), columns, partitions, properties);
  }

  @Override
  public Table alterTable(Identifier ident, TableChange... changes) throws NoSuchTableException {
    return paths.alterTable(path(ident), changes);
  }

  /** Forgets the table. Its files remain until the build directory is deleted. */
  @Override
  public synchronized boolean dropTable(Identifier ident) {
    return tables.remove(ident.name()) != null;
  }

  @Override
  public void renameTable(Identifier oldIdent, Identifier newIdent) {
    throw new UnsupportedOperationException("Cannot rename table " + oldIdent);
  }
}
