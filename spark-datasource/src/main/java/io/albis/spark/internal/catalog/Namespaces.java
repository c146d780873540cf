// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.catalog;

import io.albis.maintenance.TableMaintenance;
import io.albis.spark.internal.table.TableLoader;
import io.albis.spark.internal.table.UserErrors;
import io.albis.storage.Storage;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.analysis.NamespaceAlreadyExistsException;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.NonEmptyNamespaceException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.NamespaceChange;
import org.apache.spark.sql.connector.catalog.SupportsNamespaces;

/**
 * The namespaces of a warehouse. A namespace is a directory with a {@link NamespaceFile}, so that
 * it also exists where empty directories do not, and directories that a failure has left, or that
 * are not for tables, are none. The root of the warehouse, which is the namespace without a name,
 * always exists.
 *
 * @param warehouse the warehouse
 */
public record Namespaces(Warehouse warehouse) {

  static boolean exists(Storage storage, String[] namespace) throws IOException {
    return namespace.length == 0
        || Arrays.stream(namespace).allMatch(Names::isValid)
            && NamespaceFile.find(storage, Names.path(namespace)).isPresent();
  }

  /** Whether a namespace exists. */
  public boolean exists(String[] namespace) {
    return namespace.length == 0
        || warehouse.with("find a namespace", storage -> exists(storage, namespace));
  }

  void require(String[] namespace) throws NoSuchNamespaceException {
    if (!exists(namespace)) {
      throw new NoSuchNamespaceException(namespace);
    }
  }

  /**
   * Returns the namespaces in a namespace.
   *
   * @throws NoSuchNamespaceException if it does not exist
   */
  public String[][] list(String[] namespace) throws NoSuchNamespaceException {
    require(namespace);
    return warehouse
        .with("list namespaces", storage -> children(storage, namespace))
        .toArray(String[][]::new);
  }

  private static List<String[]> children(Storage storage, String[] namespace) throws IOException {
    List<String[]> found = new ArrayList<>();
    for (String name : Warehouse.directories(storage, namespace)) {
      String[] child = Warehouse.child(namespace, name);
      if (exists(storage, child)) {
        found.add(child);
      }
    }
    return found;
  }

  /**
   * Returns the properties of a namespace, with its location.
   *
   * @throws NoSuchNamespaceException if it does not exist
   */
  public Map<String, String> properties(String[] namespace) throws NoSuchNamespaceException {
    require(namespace);
    String path = Names.path(namespace);
    Map<String, String> properties =
        warehouse.with("read properties", storage -> NamespaceFile.read(storage, path));
    String root = warehouse.with("find", storage -> storage.root().toString());
    properties.put(SupportsNamespaces.PROP_LOCATION, path.isEmpty() ? root : root + "/" + path);
    return properties;
  }

  /**
   * Creates a namespace. A directory that exists becomes one, with the tables in it.
   *
   * @throws NamespaceAlreadyExistsException if it exists
   */
  public void create(String[] namespace, Map<String, String> properties)
      throws NamespaceAlreadyExistsException {
    Names.require(namespace);
    refuseLocation(properties.get(SupportsNamespaces.PROP_LOCATION));
    if (namespace.length == 0) {
      throw new NamespaceAlreadyExistsException(namespace);
    }
    String[] parent = Arrays.copyOf(namespace, namespace.length - 1);
    String path = Names.path(namespace);
    boolean isNew =
        warehouse.with(
            "create namespace " + path,
            storage -> {
              if (!exists(storage, parent)) {
                throw UserErrors.rethrow(new NoSuchNamespaceException(parent));
              }
              if (Warehouse.isTable(storage, path)) {
                throw UserErrors.of(
                    "Cannot create namespace "
                        + Names.quoted(namespace)
                        + ": there is a table with that name",
                    null);
              }
              Identifier same = Identifier.of(parent, namespace[parent.length]);
              if (ViewFile.exists(storage, same)) {
                throw UserErrors.of(
                    "Cannot create namespace "
                        + Names.quoted(namespace)
                        + ": there is a view with that name",
                    null);
              }
              if (exists(storage, namespace)) {
                return false;
              }
              try {
                NamespaceFile.create(storage, path, properties);
                return true;
              } catch (FileAlreadyExistsException e) {
                return false;
              }
            });
    if (!isNew) {
      throw new NamespaceAlreadyExistsException(namespace);
    }
  }

  private static void refuseLocation(String location) {
    if (location != null) {
      throw UserErrors.of(
          "Cannot set the location "
              + location
              + " of a namespace: namespaces are directories of the warehouse",
          null);
    }
  }

  /**
   * Changes properties of a namespace.
   *
   * @throws NoSuchNamespaceException if it does not exist
   */
  public void alter(String[] namespace, NamespaceChange... changes)
      throws NoSuchNamespaceException {
    require(namespace);
    if (namespace.length == 0) {
      throw UserErrors.of("Cannot alter the root of a warehouse: it has no properties", null);
    }
    warehouse.with(
        "alter " + Names.quoted(namespace),
        storage -> {
          NamespaceFile.update(
              storage, Names.path(namespace), properties -> apply(changes, properties));
          return null;
        });
  }

  private static void apply(NamespaceChange[] changes, Map<String, String> properties) {
    for (NamespaceChange change : changes) {
      if (change instanceof NamespaceChange.SetProperty set) {
        if (set.property().equals(SupportsNamespaces.PROP_LOCATION)) {
          refuseLocation(set.value());
        }
        properties.put(set.property(), set.value());
      } else if (change instanceof NamespaceChange.RemoveProperty remove) {
        properties.remove(remove.property());
      } else {
        throw new IllegalArgumentException("Cannot alter a namespace by " + change);
      }
    }
  }

  /**
   * Drops a namespace: its tables, views and namespaces, and its directory if nothing else is in
   * it.
   *
   * @param cascade whether it may have tables, views and namespaces
   * @return whether it existed
   */
  public boolean drop(String[] namespace, boolean cascade) throws NonEmptyNamespaceException {
    if (namespace.length == 0) {
      throw UserErrors.of("Cannot drop the root of a warehouse", null);
    }
    if (!exists(namespace)) {
      return false;
    }
    List<String> tables =
        warehouse.with("list tables", storage -> Warehouse.tables(storage, namespace));
    List<String[]> children =
        warehouse.with("list namespaces", storage -> children(storage, namespace));
    List<String> views = warehouse.with("list views", storage -> ViewFile.list(storage, namespace));
    if (!cascade && !(tables.isEmpty() && children.isEmpty() && views.isEmpty())) {
      throw new NonEmptyNamespaceException(namespace);
    }
    for (String[] child : children) {
      drop(child, true);
    }
    for (String table : tables) {
      drop(Identifier.of(namespace, table));
    }
    warehouse.with(
        "drop namespace " + Names.quoted(namespace),
        storage -> {
          for (String view : views) {
            ViewFile.delete(storage, Identifier.of(namespace, view));
          }
          NamespaceFile.delete(storage, Names.path(namespace));
          return null;
        });
    return true;
  }

  private void drop(Identifier table) {
    try {
      TableLoader.Location location = TableLoader.locate(warehouse.path(table));
      TableMaintenance.drop(location.uri(), location.options().storageOptions());
    } catch (NoSuchTableException e) {
      throw new IllegalStateException("Cannot drop " + table + ", which was listed", e);
    }
  }
}
