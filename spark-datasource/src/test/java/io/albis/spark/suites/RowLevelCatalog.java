// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import io.albis.spark.AlbisCatalog;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NamespaceAlreadyExistsException;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.NonEmptyNamespaceException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.InMemoryRowLevelOperationTableCatalog;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalogCapability;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.TableInfo;
import org.apache.spark.sql.connector.catalog.TableWritePrivilege;
import org.apache.spark.sql.connector.catalog.Txn;
import org.apache.spark.sql.connector.catalog.TxnTableCatalog;
import org.apache.spark.sql.connector.catalog.transactions.Transaction;
import org.apache.spark.sql.connector.catalog.transactions.TransactionInfo;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The catalog that the suites of changes of rows expect, with tables of Albis: everything that has
 * to do with tables is left to an {@link AlbisCatalog} over a new directory.
 */
@SuppressWarnings("overrides") // Scala has no methods with variable arguments of Java
public final class RowLevelCatalog extends InMemoryRowLevelOperationTableCatalog {

  private static final String NAME = "spark.sql.catalog.cat";

  private final AlbisCatalog albis = new AlbisCatalog();

  private Txn transaction;

  /** For Spark, which creates catalogs by the name of their class. */
  public RowLevelCatalog() {}

  /** Replaces the catalog {@code cat} of a session. */
  static void replaceIn(SparkSession session) {
    session.conf().set(NAME, RowLevelCatalog.class.getName());
    session.conf().set(NAME + ".warehouse", SuiteCatalog.directory());
  }

  @Override
  public void initialize(String name, CaseInsensitiveStringMap options) {
    super.initialize(name, options);
    albis.initialize(name, options);
  }

  @Override
  public Set<TableCatalogCapability> capabilities() {
    return albis.capabilities();
  }

  @Override
  public boolean tableExists(Identifier table) {
    return albis.tableExists(table);
  }

  @Override
  public Table loadTable(Identifier table) {
    try {
      return albis.loadTable(table);
    } catch (NoSuchTableException e) {
      throw unchecked(e);
    }
  }

  @Override
  public Table loadTable(Identifier table, Set<TableWritePrivilege> privileges) {
    return loadTable(table);
  }

  @Override
  public Table loadTable(Identifier table, String version) {
    try {
      return albis.loadTable(table, version);
    } catch (NoSuchTableException e) {
      throw unchecked(e);
    }
  }

  @Override
  public Table loadTable(Identifier table, long timestamp) {
    try {
      return albis.loadTable(table, timestamp);
    } catch (NoSuchTableException e) {
      throw unchecked(e);
    }
  }

  /** Creates the namespaces, too, as Spark's tables in memory need none. */
  @Override
  public Table createTable(Identifier table, TableInfo info) {
    try {
      for (int i = 1; i <= table.namespace().length; i++) {
        String[] namespace = Arrays.copyOf(table.namespace(), i);
        if (!albis.namespaceExists(namespace)) {
          albis.createNamespace(namespace, Map.of());
        }
      }
      return albis.createTable(table, info);
    } catch (NamespaceAlreadyExistsException | TableAlreadyExistsException e) {
      throw unchecked(e);
    }
  }

  @Override
  public Table alterTable(Identifier table, TableChange... changes) {
    try {
      return albis.alterTable(table, changes);
    } catch (NoSuchTableException e) {
      throw unchecked(e);
    }
  }

  @Override
  public boolean dropTable(Identifier table) {
    return albis.dropTable(table);
  }

  @Override
  public void renameTable(Identifier from, Identifier to) {
    try {
      albis.renameTable(from, to);
    } catch (NoSuchTableException | TableAlreadyExistsException e) {
      throw unchecked(e);
    }
  }

  @Override
  public Identifier[] listTables(String[] namespace) {
    try {
      return albis.listTables(namespace);
    } catch (NoSuchNamespaceException e) {
      throw unchecked(e);
    }
  }

  @Override
  public boolean namespaceExists(String[] namespace) {
    return albis.namespaceExists(namespace);
  }

  @Override
  public void createNamespace(String[] namespace, Map<String, String> properties) {
    try {
      albis.createNamespace(namespace, properties);
    } catch (NamespaceAlreadyExistsException e) {
      throw unchecked(e);
    }
  }

  @Override
  public boolean dropNamespace(String[] namespace, boolean cascade) {
    try {
      return albis.dropNamespace(namespace, cascade);
    } catch (NoSuchNamespaceException | NonEmptyNamespaceException e) {
      throw unchecked(e);
    }
  }

  /** Begins a transaction of Spark's, in which each statement commits its changes by itself. */
  @Override
  public Transaction beginTransaction(TransactionInfo info) {
    transaction = new Txn(new Tables());
    return transaction;
  }

  /** Null if a statement has not begun. */
  @Override
  public Txn lastTransaction() {
    return transaction;
  }

  private final class Tables extends TxnTableCatalog {

    Tables() {
      super(RowLevelCatalog.this);
    }

    @Override
    public Table loadTable(Identifier table) {
      return RowLevelCatalog.this.loadTable(table);
    }

    @Override
    public Table alterTable(Identifier table, TableChange... changes) {
      return RowLevelCatalog.this.alterTable(table, changes);
    }

    /** The statement has committed. */
    @Override
    public void commit() {}
  }

  /** Spark's class, of Scala, declares no exceptions. */
  @SuppressWarnings("unchecked")
  private static <E extends Exception> RuntimeException unchecked(Exception e) throws E {
    throw (E) e;
  }
}
