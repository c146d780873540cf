// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import io.albis.spark.internal.table.PathIdentifier;
import io.albis.spark.internal.table.TableLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.TableWritePrivilege;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A catalog of tables of Albis that can be created, written and dropped, without namespaces. */
public final class WritableCatalog implements TableCatalog {

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

  /** Returns the table of the data source: what Spark reads is not changed by these tests. */
  @Override
  public Table loadTable(Identifier ident) throws NoSuchTableException {
    return TableLoader.load(new PathIdentifier(List.of(uri(ident)), Map.of()));
  }

  @Override
  public Table loadTable(Identifier ident, Set<TableWritePrivilege> writePrivileges)
      throws NoSuchTableException {
    return new WritableTable(uri(ident));
  }

  private synchronized String uri(Identifier ident) throws NoSuchTableException {
    Path path = tables.get(ident.name());
    if (path == null) {
      throw new NoSuchTableException(ident);
    }
    return path.toString();
  }

  @Override
  @SuppressWarnings("deprecation") // the methods that replace it call it
  public synchronized Table createTable(
      Identifier ident, StructType schema, Transform[] partitions, Map<String, String> properties)
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
    SuiteTables.create(path.toString(), schema, columns(partitions));
    tables.put(ident.name(), path);
    return new WritableTable(path.toString());
  }

  private static List<String> columns(Transform[] partitions) {
    return Arrays.stream(partitions)
        .map(
            transform -> {
              if (!transform.name().equals("identity")) {
                throw new UnsupportedOperationException("Cannot partition by " + transform);
              }
              return String.join(".", transform.references()[0].fieldNames());
            })
        .toList();
  }

  @Override
  public Table alterTable(Identifier ident, TableChange... changes) {
    throw new UnsupportedOperationException("Cannot alter table " + ident);
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
