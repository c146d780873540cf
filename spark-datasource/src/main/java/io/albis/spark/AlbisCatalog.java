// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import io.albis.maintenance.TableMaintenance;
import io.albis.spark.internal.catalog.Warehouse;
import io.albis.spark.internal.changelog.TableChangelog;
import io.albis.spark.internal.compat.Capabilities;
import io.albis.spark.internal.compat.TableConstraints;
import io.albis.spark.internal.function.TransformFunctions;
import io.albis.spark.internal.procedure.Procedures;
import io.albis.spark.internal.table.AlbisTable;
import io.albis.spark.internal.table.PathIdentifier;
import io.albis.spark.internal.table.StagedAlbisTable;
import io.albis.spark.internal.table.TableAlteration;
import io.albis.spark.internal.table.TableLoader;
import io.albis.spark.internal.table.TableProperties;
import io.albis.spark.internal.table.UserErrors;
import io.albis.spark.internal.write.WriteTarget;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.analysis.NamespaceAlreadyExistsException;
import org.apache.spark.sql.catalyst.analysis.NoSuchFunctionException;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.NonEmptyNamespaceException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.CatalogV2Util;
import org.apache.spark.sql.connector.catalog.Changelog;
import org.apache.spark.sql.connector.catalog.ChangelogContext;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.FunctionCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.NamespaceChange;
import org.apache.spark.sql.connector.catalog.ProcedureCatalog;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.StagingTableCatalog;
import org.apache.spark.sql.connector.catalog.SupportsNamespaces;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalogCapability;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.TableInfo;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A catalog whose tables are named by their paths: SELECT * FROM albis.`/data/sales`. It is
 * registered under the name {@code albis} in sessions that find this class when they start, unless
 * {@code spark.sql.catalog.albis} is set; elsewhere, set that to the name of this class.
 *
 * <p>With a directory as {@code spark.sql.catalog.NAME.warehouse}, the tables in it have names,
 * too: the table {@code NAME.a.t} is in the directory {@code a/t}, and {@code a} is a namespace.
 * Other options of the catalog are options of all these tables.
 *
 * <p>Its functions are the partition transforms of tables, such as {@code albis.bucket(16, id)}.
 *
 * <p>Its procedures maintain tables: CALL albis.optimize('/data/sales').
 *
 * <p>Tables are created, replaced and altered by one commit; with the rows of a query or without
 * any.
 */
public sealed class AlbisCatalog
    implements StagingTableCatalog, SupportsNamespaces, FunctionCatalog, ProcedureCatalog
    permits AlbisViewCatalog {

  private static final String WAREHOUSE = "warehouse";

  private String name = "albis";

  private final Procedures procedures = new Procedures(this::locate);

  /** Null if tables are named by paths only. */
  private Warehouse warehouse;

  /** For Spark, which creates catalogs by the name of their class. */
  public AlbisCatalog() {}

  /**
   * Sets the options.
   *
   * @throws IllegalArgumentException if the warehouse is not a directory's name
   */
  @Override
  public void initialize(String catalogName, CaseInsensitiveStringMap options) {
    this.name = catalogName;
    String root = options.get(WAREHOUSE);
    if (root != null) {
      Map<String, String> ofTables = new HashMap<>(options.asCaseSensitiveMap());
      ofTables.keySet().removeIf(WAREHOUSE::equalsIgnoreCase);
      this.warehouse = new Warehouse(root, ofTables);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Set<TableCatalogCapability> capabilities() {
    return Capabilities.OF_CATALOGS;
  }

  @Override
  public Identifier[] listTables(String[] namespace) throws NoSuchNamespaceException {
    requireNamespace(namespace);
    return warehouse == null ? new Identifier[0] : warehouse.tables(namespace);
  }

  /**
   * Returns a table of a path also if there is none: what happens then depends on the statement.
   */
  @Override
  public Table loadTable(Identifier ident) throws NoSuchTableException {
    Optional<PathIdentifier> path = PathIdentifier.of(ident);
    if (path.isPresent()) {
      return TableLoader.loadOfPath(path.get(), ident instanceof PathIdentifier);
    }
    if (TableLoader.loadOfPath(path(ident), false) instanceof AlbisTable table) {
      return table.managed(fullName(ident));
    }
    throw new NoSuchTableException(ident);
  }

  @Override
  public Table loadTable(Identifier ident, String version) throws NoSuchTableException {
    return shown(ident, TableLoader.loadVersion(path(ident), version));
  }

  /**
   * Loads the snapshot of a time.
   *
   * @param timestamp in microseconds since the epoch
   */
  @Override
  public Table loadTable(Identifier ident, long timestamp) throws NoSuchTableException {
    return shown(ident, TableLoader.loadAsOf(path(ident), timestamp));
  }

  /**
   * Returns the rows that snapshots insert and delete. Called by Spark 4.2 and later: {@code SELECT
   * .. FROM t CHANGES FROM VERSION 2}. Throws Spark's exceptions for what cannot be read.
   */
  @Override
  public Changelog loadChangelog(
      Identifier ident, ChangelogContext context, CaseInsensitiveStringMap options)
      throws NoSuchTableException {
    return TableChangelog.of(existing(ident), context);
  }

  private AlbisTable existing(Identifier ident) throws NoSuchTableException {
    // Nothing at a path is an error of its own.
    return PathIdentifier.of(ident).isEmpty() && loadTable(ident) instanceof AlbisTable table
        ? table
        : TableLoader.load(path(ident));
  }

  private AlbisTable shown(Identifier ident, AlbisTable table) {
    return PathIdentifier.of(ident).isPresent() ? table : table.managed(fullName(ident));
  }

  private String fullName(Identifier ident) {
    return name + "." + ident;
  }

  private PathIdentifier path(Identifier ident) throws NoSuchTableException {
    Optional<PathIdentifier> path = PathIdentifier.of(ident);
    if (path.isPresent()) {
      return path.get();
    } else if (warehouse == null) {
      throw new NoSuchTableException(ident);
    }
    return warehouse.path(ident);
  }

  @Override
  public boolean tableExists(Identifier ident) {
    try {
      return TableLoader.exists(path(ident));
    } catch (NoSuchTableException e) {
      return false;
    }
  }

  @Override
  public String[][] listNamespaces() throws NoSuchNamespaceException {
    return listNamespaces(new String[0]);
  }

  @Override
  public String[][] listNamespaces(String[] namespace) throws NoSuchNamespaceException {
    requireNamespace(namespace);
    return warehouse == null ? new String[0][] : warehouse.namespaces().list(namespace);
  }

  /** The namespace without a name always exists. */
  @Override
  public boolean namespaceExists(String[] namespace) {
    return namespace.length == 0 || warehouse != null && warehouse.namespaces().exists(namespace);
  }

  final void requireNamespace(String[] namespace) throws NoSuchNamespaceException {
    if (warehouse == null && namespace.length > 0) {
      throw new NoSuchNamespaceException(namespace);
    }
  }

  @Override
  public Map<String, String> loadNamespaceMetadata(String[] namespace)
      throws NoSuchNamespaceException {
    requireNamespace(namespace);
    return warehouse == null ? Map.of() : warehouse.namespaces().properties(namespace);
  }

  @Override
  public void createNamespace(String[] namespace, Map<String, String> properties)
      throws NamespaceAlreadyExistsException {
    requireWarehouse("create namespace " + String.join(".", namespace))
        .namespaces()
        .create(namespace, properties);
  }

  @Override
  public void alterNamespace(String[] namespace, NamespaceChange... changes)
      throws NoSuchNamespaceException {
    requireNamespace(namespace);
    requireWarehouse("alter a namespace").namespaces().alter(namespace, changes);
  }

  /** Drops a namespace. Files in it that are none of Albis are not deleted. */
  @Override
  public boolean dropNamespace(String[] namespace, boolean cascade)
      throws NoSuchNamespaceException, NonEmptyNamespaceException {
    requireNamespace(namespace);
    return requireWarehouse("drop a namespace").namespaces().drop(namespace, cascade);
  }

  final Optional<Warehouse> warehouse() {
    return Optional.ofNullable(warehouse);
  }

  /** The warehouse, for a statement that needs one. */
  final Warehouse requireWarehouse(String verb) {
    return warehouse().orElseThrow(() -> noWarehouse(verb));
  }

  private RuntimeException noWarehouse(String verb) {
    return UserErrors.of(
        "Cannot "
            + verb
            + " in this catalog: its tables are named by paths, such as "
            + name
            + ".`/data/sales` (for names, set spark.sql.catalog."
            + name
            + ".warehouse to a directory)",
        null);
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
  public Identifier[] listProcedures(String[] namespace) {
    return procedures.names().stream()
        .map(procedure -> Identifier.of(new String[0], procedure))
        .toArray(Identifier[]::new);
  }

  @Override
  public UnboundProcedure loadProcedure(Identifier ident) {
    return procedures
        .find(ident.name())
        .orElseThrow(
            () ->
                UserErrors.of(
                    "Cannot call "
                        + ident.name()
                        + ": there is no such procedure (expected one of "
                        + procedures.names()
                        + ")",
                    null));
  }

  /** Finds the table that an argument of a procedure names. */
  private TableLoader.Location locate(String table) {
    Optional<PathIdentifier> path = PathIdentifier.of(Identifier.of(new String[0], table));
    try {
      return TableLoader.locate(path.isPresent() ? path.get() : path(Warehouse.parse(name, table)));
    } catch (NoSuchTableException e) {
      throw UserErrors.rethrow(e);
    }
  }

  @Override
  public Table createTable(Identifier ident, TableInfo info) throws TableAlreadyExistsException {
    return created(ident, stageCreate(ident, info));
  }

  /** Called by Spark 4.0, which has no constraints. */
  @Override
  @SuppressWarnings("deprecation") // what replaces it exists since Spark 4.1
  public Table createTable(
      Identifier ident, Column[] columns, Transform[] partitions, Map<String, String> properties)
      throws TableAlreadyExistsException {
    return created(ident, stageCreate(ident, columns, partitions, properties));
  }

  private Table created(Identifier ident, StagedTable staged) {
    staged.commitStagedChanges();
    try {
      return loadTable(ident);
    } catch (NoSuchTableException e) {
      throw UserErrors.rethrow(e); // Another session has dropped it.
    }
  }

  @Override
  public StagedTable stageCreate(Identifier ident, TableInfo info)
      throws TableAlreadyExistsException {
    if (tableExists(ident)) {
      throw new TableAlreadyExistsException(ident);
    }
    return staged(ident, WriteTarget.Mode.CREATE, info);
  }

  /** Called by Spark 4.0. */
  @Override
  @SuppressWarnings("deprecation") // what replaces it exists since Spark 4.1
  public StagedTable stageCreate(
      Identifier ident, Column[] columns, Transform[] partitions, Map<String, String> properties)
      throws TableAlreadyExistsException {
    if (tableExists(ident)) {
      throw new TableAlreadyExistsException(ident);
    }
    return staged(ident, WriteTarget.Mode.CREATE, columns, partitions, properties, Map.of());
  }

  @Override
  public StagedTable stageReplace(Identifier ident, TableInfo info) throws NoSuchTableException {
    if (!tableExists(ident)) {
      throw new NoSuchTableException(ident);
    }
    return stageCreateOrReplace(ident, info);
  }

  /** Called by Spark 4.0. */
  @Override
  @SuppressWarnings("deprecation") // what replaces it exists since Spark 4.1
  public StagedTable stageReplace(
      Identifier ident, Column[] columns, Transform[] partitions, Map<String, String> properties)
      throws NoSuchTableException {
    if (!tableExists(ident)) {
      throw new NoSuchTableException(ident);
    }
    return stageCreateOrReplace(ident, columns, partitions, properties);
  }

  @Override
  public StagedTable stageCreateOrReplace(Identifier ident, TableInfo info) {
    return staged(ident, WriteTarget.Mode.CREATE_OR_REPLACE, info);
  }

  /** Called by Spark 4.0. */
  @Override
  @SuppressWarnings("deprecation") // what replaces it exists since Spark 4.1
  public StagedTable stageCreateOrReplace(
      Identifier ident, Column[] columns, Transform[] partitions, Map<String, String> properties) {
    return staged(
        ident, WriteTarget.Mode.CREATE_OR_REPLACE, columns, partitions, properties, Map.of());
  }

  private StagedTable staged(Identifier ident, WriteTarget.Mode mode, TableInfo info) {
    return staged(
        ident,
        mode,
        info.columns(),
        info.partitions(),
        info.properties(),
        TableConstraints.of(info));
  }

  private StagedTable staged(
      Identifier ident,
      WriteTarget.Mode mode,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties,
      Map<String, String> constraints) {
    PathIdentifier path =
        PathIdentifier.of(ident)
            .orElseGet(
                () -> requireWarehouse("create table " + ident.name()).newPath(ident, properties));
    StructType schema = CatalogV2Util.v2ColumnsToStructType(columns);
    Map<String, String> stored = TableProperties.stored(properties, constraints);
    WriteTarget target = TableLoader.target(path, mode, schema, partitions, stored);
    return new StagedAlbisTable(target, schema);
  }

  @Override
  public Table alterTable(Identifier ident, TableChange... changes) throws NoSuchTableException {
    AlbisTable table = shown(ident, TableLoader.load(path(ident)));
    TableAlteration.apply(table.name(), table.target(), List.of(changes));
    return loadTable(ident);
  }

  /**
   * Deletes the table. One that is named by its path is not deleted.
   *
   * @throws io.albis.format.error.AlbisIOException if that fails; the table then has all of its
   *     rows, or is none
   */
  @Override
  public boolean dropTable(Identifier ident) {
    if (PathIdentifier.of(ident).isPresent()) {
      throw UserErrors.of(
          "Cannot drop table "
              + ident.name()
              + ", which is named by its path (to delete its files, use DROP TABLE ... PURGE)",
          null);
    }
    return purgeTable(ident);
  }

  /** Deletes the table, also one that is named by its path. */
  @Override
  public boolean purgeTable(Identifier ident) {
    TableLoader.Location table;
    try {
      table = TableLoader.locate(path(ident));
    } catch (NoSuchTableException e) {
      return false;
    }
    return TableMaintenance.drop(table.uri(), table.options().storageOptions());
  }

  /**
   * Renames a table of the warehouse in one step, also into another namespace. Not in an object
   * store.
   */
  @Override
  public void renameTable(Identifier oldIdent, Identifier newIdent)
      throws NoSuchTableException, TableAlreadyExistsException {
    if (warehouse == null || PathIdentifier.of(oldIdent).isPresent()) {
      throw UserErrors.of(
          "Cannot rename table "
              + oldIdent.name()
              + ", which is named by its path (move its directory)",
          null);
    }
    warehouse.rename(oldIdent, newIdent);
  }
}
