// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import io.albis.spark.internal.function.TransformFunctions;
import io.albis.spark.internal.table.PathIdentifier;
import io.albis.spark.internal.table.StagedAlbisTable;
import io.albis.spark.internal.table.TableAlteration;
import io.albis.spark.internal.table.TableLoader;
import io.albis.spark.internal.table.TableProperties;
import io.albis.spark.internal.table.UserErrors;
import io.albis.spark.internal.write.WriteTarget;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.analysis.NoSuchFunctionException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.CatalogV2Util;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.FunctionCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.StagingTableCatalog;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A catalog whose tables are named by their paths: SELECT * FROM albis.`/data/sales`. It is
 * registered under the name {@code albis} in sessions that find this class when they start, unless
 * {@code spark.sql.catalog.albis} is set; elsewhere, set that to the name of this class.
 *
 * <p>Its functions are the partition transforms of tables, such as {@code albis.bucket(16, id)}.
 *
 * <p>Tables are created, replaced and altered by one commit; with the rows of a query or without
 * any. It lists no tables, and refuses to drop and rename them.
 */
public final class AlbisCatalog implements StagingTableCatalog, FunctionCatalog {

  private String name = "albis";

  /** For Spark, which creates catalogs by the name of their class. */
  public AlbisCatalog() {}

  @Override
  public void initialize(String catalogName, CaseInsensitiveStringMap options) {
    this.name = catalogName;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Identifier[] listTables(String[] namespace) {
    return new Identifier[0];
  }

  /** Returns a table also if there is none: what happens then depends on the statement. */
  @Override
  public Table loadTable(Identifier ident) throws NoSuchTableException {
    return TableLoader.loadOfPath(path(ident), ident instanceof PathIdentifier);
  }

  @Override
  public Table loadTable(Identifier ident, String version) throws NoSuchTableException {
    return TableLoader.loadVersion(path(ident), version);
  }

  /**
   * Loads the snapshot of a time.
   *
   * @param timestamp in microseconds since the epoch
   */
  @Override
  public Table loadTable(Identifier ident, long timestamp) throws NoSuchTableException {
    return TableLoader.loadAsOf(path(ident), timestamp);
  }

  private PathIdentifier path(Identifier ident) throws NoSuchTableException {
    return PathIdentifier.of(ident).orElseThrow(() -> new NoSuchTableException(ident));
  }

  @Override
  public boolean tableExists(Identifier ident) {
    return PathIdentifier.of(ident).filter(TableLoader::exists).isPresent();
  }

  @Override
  public Identifier[] listFunctions(String[] namespace) {
    return TransformFunctions.names().stream()
        .map(function -> Identifier.of(new String[0], function))
        .toArray(Identifier[]::new);
  }

  @Override
  public UnboundFunction loadFunction(Identifier ident) throws NoSuchFunctionException {
    return TransformFunctions.find(ident.name())
        .orElseThrow(() -> new NoSuchFunctionException(ident));
  }

  @Override
  @SuppressWarnings("deprecation") // the methods that replace it call it
  public Table createTable(
      Identifier ident, Column[] columns, Transform[] partitions, Map<String, String> properties)
      throws TableAlreadyExistsException {
    stageCreate(ident, columns, partitions, properties).commitStagedChanges();
    return TableLoader.load(PathIdentifier.of(ident).orElseThrow());
  }

  @Override
  @SuppressWarnings("deprecation") // the methods that replace it call it
  public StagedTable stageCreate(
      Identifier ident, Column[] columns, Transform[] partitions, Map<String, String> properties)
      throws TableAlreadyExistsException {
    if (tableExists(ident)) {
      throw new TableAlreadyExistsException(ident);
    }
    return staged(ident, WriteTarget.Mode.CREATE, columns, partitions, properties);
  }

  @Override
  @SuppressWarnings("deprecation") // the methods that replace it call it
  public StagedTable stageReplace(
      Identifier ident, Column[] columns, Transform[] partitions, Map<String, String> properties)
      throws NoSuchTableException {
    if (!tableExists(ident)) {
      throw new NoSuchTableException(ident);
    }
    return stageCreateOrReplace(ident, columns, partitions, properties);
  }

  @Override
  @SuppressWarnings("deprecation") // the methods that replace it call it
  public StagedTable stageCreateOrReplace(
      Identifier ident, Column[] columns, Transform[] partitions, Map<String, String> properties) {
    return staged(ident, WriteTarget.Mode.CREATE_OR_REPLACE, columns, partitions, properties);
  }

  private static StagedTable staged(
      Identifier ident,
      WriteTarget.Mode mode,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties) {
    PathIdentifier path =
        PathIdentifier.of(ident)
            .orElseThrow(
                () ->
                    UserErrors.of(
                        "Cannot create table "
                            + ident.name()
                            + " in this catalog: its tables are named by paths, such as"
                            + " albis.`/data/sales`",
                        null));
    StructType schema = CatalogV2Util.v2ColumnsToStructType(columns);
    WriteTarget target =
        TableLoader.target(path, mode, schema, partitions, TableProperties.own(properties));
    return new StagedAlbisTable(target, schema);
  }

  @Override
  public Table alterTable(Identifier ident, TableChange... changes) throws NoSuchTableException {
    TableAlteration.apply(TableLoader.load(path(ident)).target(), List.of(changes));
    return TableLoader.load(path(ident));
  }

  /** Always throws an exception. */
  @Override
  public boolean dropTable(Identifier ident) {
    throw UserErrors.unsupported("drop", ident);
  }

  /** Always throws an exception. */
  @Override
  public void renameTable(Identifier oldIdent, Identifier newIdent) {
    throw UserErrors.unsupported("rename", oldIdent);
  }
}
