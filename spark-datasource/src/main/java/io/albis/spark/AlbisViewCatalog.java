// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import io.albis.spark.internal.catalog.Views;
import java.util.Optional;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.NoSuchViewException;
import org.apache.spark.sql.catalyst.analysis.ViewAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Relation;
import org.apache.spark.sql.connector.catalog.RelationCatalog;
import org.apache.spark.sql.connector.catalog.View;

/**
 * An {@link AlbisCatalog} over a warehouse, with views. For Spark 4.2 and later: earlier versions
 * ask no catalog but their own for views, and cannot load this class.
 *
 * <p>A view is a small file in the directory of its namespace. Tables and views share their names.
 */
public final class AlbisViewCatalog extends AlbisCatalog implements RelationCatalog {

  /** For Spark, which creates catalogs by the name of their class. */
  public AlbisViewCatalog() {}

  /** Returns a table, or a view. */
  @Override
  public Relation loadRelation(Identifier ident) throws NoSuchTableException {
    try {
      return loadTable(ident);
    } catch (NoSuchTableException e) {
      return find(ident).orElseThrow(() -> e);
    }
  }

  private Optional<View> find(Identifier ident) {
    return warehouse().flatMap(directory -> new Views(directory).load(ident));
  }

  private Views views(String verb) {
    return new Views(requireWarehouse(verb));
  }

  @Override
  public Identifier[] listViews(String[] namespace) throws NoSuchNamespaceException {
    requireNamespace(namespace);
    return warehouse().isEmpty() ? new Identifier[0] : views("list views").list(namespace);
  }

  @Override
  public View loadView(Identifier ident) throws NoSuchViewException {
    return find(ident).orElseThrow(() -> new NoSuchViewException(ident));
  }

  @Override
  public boolean viewExists(Identifier ident) {
    return find(ident).isPresent();
  }

  @Override
  public View createView(Identifier ident, View info)
      throws ViewAlreadyExistsException, NoSuchNamespaceException {
    return views("create view " + ident.name()).create(ident, info);
  }

  @Override
  public View replaceView(Identifier ident, View info) throws NoSuchViewException {
    return views("replace view " + ident.name()).replace(ident, info);
  }

  /** Replaces a view in one step: others see the old or the new one, and never none. */
  @Override
  public View createOrReplaceView(Identifier ident, View info)
      throws ViewAlreadyExistsException, NoSuchNamespaceException {
    return views("create view " + ident.name()).createOrReplace(ident, info);
  }

  @Override
  public boolean dropView(Identifier ident) {
    return warehouse().isPresent() && views("drop view " + ident.name()).drop(ident);
  }

  /** Renames a view. A failure can leave it under both names. */
  @Override
  public void renameView(Identifier oldIdent, Identifier newIdent)
      throws NoSuchViewException, ViewAlreadyExistsException {
    views("rename view " + oldIdent.name()).rename(oldIdent, newIdent);
  }
}
