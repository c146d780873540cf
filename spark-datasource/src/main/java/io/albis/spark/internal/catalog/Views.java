// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.catalog;

import io.albis.format.error.AlbisIOException;
import io.albis.spark.internal.table.PathIdentifier;
import io.albis.spark.internal.table.UserErrors;
import io.albis.storage.Storage;
import java.io.IOException;
import java.util.Optional;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchViewException;
import org.apache.spark.sql.catalyst.analysis.ViewAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.View;

/**
 * The views of a warehouse: small files beside its tables, with which they share their names. For
 * Spark 4.2 and later. Immutable.
 *
 * @param warehouse the warehouse
 */
public record Views(Warehouse warehouse) {

  /**
   * Returns the views in a namespace.
   *
   * @throws NoSuchNamespaceException if it does not exist
   */
  public Identifier[] list(String[] namespace) throws NoSuchNamespaceException {
    warehouse.namespaces().require(namespace);
    return warehouse.with("list views", storage -> ViewFile.list(storage, namespace)).stream()
        .map(name -> Identifier.of(namespace, name))
        .toArray(Identifier[]::new);
  }

  /** Loads a view; empty if there is none. */
  public Optional<View> load(Identifier view) {
    if (!isName(view)) {
      return Optional.empty();
    }
    return warehouse.with(
        "read view " + view,
        storage -> {
          Optional<byte[]> file = ViewFile.read(storage, view);
          return file.isPresent() ? Optional.of(ViewJson.decode(file.get())) : Optional.empty();
        });
  }

  private static boolean isName(Identifier view) {
    return PathIdentifier.of(view).isEmpty() && Names.isValid(view);
  }

  /**
   * Creates a view.
   *
   * @throws ViewAlreadyExistsException if there is a view or a table with that name
   * @throws NoSuchNamespaceException if the namespace does not exist
   */
  public View create(Identifier view, View definition)
      throws ViewAlreadyExistsException, NoSuchNamespaceException {
    if (!write(view, definition, ViewFile::create)) {
      throw new ViewAlreadyExistsException(view);
    }
    return definition;
  }

  /**
   * Replaces a view, in one step.
   *
   * @throws NoSuchViewException if it does not exist
   */
  public View replace(Identifier view, View definition) throws NoSuchViewException {
    boolean isReplaced =
        isName(view)
            && warehouse.with(
                "replace view " + view,
                storage -> ViewFile.replace(storage, view, ViewJson.encode(definition)));
    if (!isReplaced) {
      throw new NoSuchViewException(view);
    }
    return definition;
  }

  /**
   * Creates a view, or replaces it in one step.
   *
   * @throws ViewAlreadyExistsException if there is a table with that name
   * @throws NoSuchNamespaceException if the namespace does not exist
   */
  public View createOrReplace(Identifier view, View definition)
      throws ViewAlreadyExistsException, NoSuchNamespaceException {
    write(
        view,
        definition,
        (storage, name, content) -> {
          while (!ViewFile.replace(storage, name, content)
              && !ViewFile.create(storage, name, content)) {
            // Another process has created it, or dropped it.
          }
          return true;
        });
    return definition;
  }

  private interface Write {
    boolean apply(Storage storage, Identifier view, byte[] content) throws IOException;
  }

  private boolean write(Identifier view, View definition, Write write)
      throws ViewAlreadyExistsException, NoSuchNamespaceException {
    if (PathIdentifier.of(view).isPresent()) {
      throw UserErrors.of(
          "Cannot create view "
              + view.name()
              + ": views are named, and only tables have paths (expected a name in the warehouse)",
          null);
    }
    if (view.namespace().length == 0) {
      throw UserErrors.of(
          "Cannot create view "
              + view.name()
              + ": Spark reads views only in a namespace (CREATE NAMESPACE, and name the view with"
              + " it)",
          null);
    }
    Names.require(Names.parts(view));
    warehouse.namespaces().require(view.namespace());
    boolean isTaken =
        warehouse.with(
            "create view " + view,
            storage ->
                Warehouse.isTable(storage, Names.path(Names.parts(view)))
                    || Namespaces.exists(storage, Names.parts(view)));
    if (isTaken) {
      throw new ViewAlreadyExistsException(view);
    }
    return warehouse.with(
        "create view " + view, storage -> write.apply(storage, view, ViewJson.encode(definition)));
  }

  /** Drops a view; returns false if there is none. */
  public boolean drop(Identifier view) {
    return isName(view)
        && warehouse.with("drop view " + view, storage -> ViewFile.delete(storage, view));
  }

  /**
   * Renames a view: creates the other one, and drops this one. A failure in between leaves both.
   *
   * @throws NoSuchViewException if it does not exist
   * @throws ViewAlreadyExistsException if there is a view or a table with the new name
   */
  public void rename(Identifier from, Identifier to)
      throws NoSuchViewException, ViewAlreadyExistsException {
    View view = load(from).orElseThrow(() -> new NoSuchViewException(from));
    try {
      create(to, view);
    } catch (NoSuchNamespaceException e) {
      throw UserErrors.rethrow(e);
    }
    try {
      drop(from);
    } catch (AlbisIOException e) {
      throw new AlbisIOException(
          "Failed to rename view "
              + from
              + " to "
              + to
              + ": there can be both now, with the same query (drop one of them): "
              + e.getMessage(),
          e);
    }
  }
}
