// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import io.albis.spark.AlbisViewCatalog;
import java.util.Arrays;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.InMemoryRelationCatalog;
import org.apache.spark.sql.connector.catalog.NamespaceChange;
import org.apache.spark.sql.connector.catalog.Relation;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.TableInfo;
import org.apache.spark.sql.connector.catalog.TableSummary;
import org.apache.spark.sql.connector.catalog.View;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The catalog that the suites of views expect, with tables and views of Albis: everything is left
 * to an {@link AlbisViewCatalog} over a new directory.
 */
@SuppressWarnings("overrides") // Scala has no methods with variable arguments of Java
public final class ViewSuiteCatalog extends InMemoryRelationCatalog {

  private final AlbisViewCatalog albis = new AlbisViewCatalog();

  /** For Spark, which creates catalogs by the name of their class. */
  public ViewSuiteCatalog() {}

  static SparkConf addTo(SparkConf conf, String name) {
    return conf.set("spark.sql.catalog." + name, ViewSuiteCatalog.class.getName())
        .set("spark.sql.catalog." + name + ".warehouse", SuiteCatalog.directory());
  }

  /** Spark's class, of Scala, declares no exceptions. */
  private interface Call<T> {
    T call() throws Exception;
  }

  private static <T> T call(Call<T> call) {
    try {
      return call.call();
    } catch (Exception e) {
      throw ViewSuiteCatalog.<RuntimeException>unchecked(e);
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Exception> E unchecked(Exception e) throws E {
    throw (E) e;
  }

  @Override
  public void initialize(String name, CaseInsensitiveStringMap options) {
    super.initialize(name, options);
    albis.initialize(name, options);
  }

  @Override
  public TableSummary[] listRelationSummaries(String[] namespace) {
    return call(() -> albis.listRelationSummaries(namespace));
  }

  @Override
  public Table loadTable(Identifier ident) {
    return call(() -> albis.loadTable(ident));
  }

  @Override
  public View loadView(Identifier ident) {
    return call(() -> albis.loadView(ident));
  }

  @Override
  public boolean tableExists(Identifier ident) {
    return albis.tableExists(ident);
  }

  @Override
  public boolean viewExists(Identifier ident) {
    return albis.viewExists(ident);
  }

  @Override
  public Relation loadRelation(Identifier ident) {
    return call(() -> albis.loadRelation(ident));
  }

  @Override
  public Table createTable(Identifier ident, TableInfo info) {
    createNamespaces(ident);
    return call(() -> albis.createTable(ident, info));
  }

  @Override
  public Table alterTable(Identifier ident, TableChange... changes) {
    return call(() -> albis.alterTable(ident, changes));
  }

  @Override
  public boolean dropTable(Identifier ident) {
    return albis.dropTable(ident);
  }

  @Override
  public void renameTable(Identifier from, Identifier to) {
    call(
        () -> {
          albis.renameTable(from, to);
          return null;
        });
  }

  @Override
  public Identifier[] listTables(String[] namespace) {
    return call(() -> albis.listTables(namespace));
  }

  @Override
  public Identifier[] listViews(String[] namespace) {
    return call(() -> albis.listViews(namespace));
  }

  @Override
  public View createView(Identifier ident, View view) {
    createNamespaces(ident);
    return call(() -> albis.createView(ident, view));
  }

  @Override
  public View replaceView(Identifier ident, View view) {
    return call(() -> albis.replaceView(ident, view));
  }

  @Override
  public View createOrReplaceView(Identifier ident, View view) {
    createNamespaces(ident);
    return call(() -> albis.createOrReplaceView(ident, view));
  }

  /** Spark's tables in memory need none. */
  private void createNamespaces(Identifier ident) {
    for (int i = 1; i <= ident.namespace().length; i++) {
      String[] namespace = Arrays.copyOf(ident.namespace(), i);
      if (!albis.namespaceExists(namespace)) {
        createNamespace(namespace, Map.of());
      }
    }
  }

  @Override
  public boolean dropView(Identifier ident) {
    return albis.dropView(ident);
  }

  @Override
  public void renameView(Identifier from, Identifier to) {
    call(
        () -> {
          createNamespaces(to);
          albis.renameView(from, to);
          return null;
        });
  }

  @Override
  public String[][] listNamespaces() {
    return call(albis::listNamespaces);
  }

  @Override
  public String[][] listNamespaces(String[] namespace) {
    return call(() -> albis.listNamespaces(namespace));
  }

  @Override
  public boolean namespaceExists(String[] namespace) {
    return albis.namespaceExists(namespace);
  }

  @Override
  public Map<String, String> loadNamespaceMetadata(String[] namespace) {
    return call(() -> albis.loadNamespaceMetadata(namespace));
  }

  @Override
  public void createNamespace(String[] namespace, Map<String, String> properties) {
    createNamespaces(Identifier.of(Arrays.copyOf(namespace, namespace.length - 1), ""));
    call(
        () -> {
          albis.createNamespace(namespace, properties);
          return null;
        });
  }

  @Override
  public void alterNamespace(String[] namespace, NamespaceChange... changes) {
    call(
        () -> {
          albis.alterNamespace(namespace, changes);
          return null;
        });
  }

  @Override
  public boolean dropNamespace(String[] namespace, boolean cascade) {
    return call(() -> albis.dropNamespace(namespace, cascade));
  }

  @Override
  public Relation getStoredInfo(String[] namespace, String name) {
    return loadRelation(Identifier.of(namespace, name));
  }

  @Override
  public View getStoredView(String[] namespace, String name) {
    return loadView(Identifier.of(namespace, name));
  }
}
