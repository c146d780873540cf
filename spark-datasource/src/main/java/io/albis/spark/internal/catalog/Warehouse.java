// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.catalog;

import io.albis.format.error.AlbisIOException;
import io.albis.format.internal.metadata.SnapshotDirectories;
import io.albis.spark.internal.table.PathIdentifier;
import io.albis.spark.internal.table.TableLoader;
import io.albis.spark.internal.table.UserErrors;
import io.albis.storage.FileInfo;
import io.albis.storage.Storage;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A directory of tables: the table {@code a.t} is in the directory {@code a/t}. What is there is
 * looked up each time. Names that no table can have belong to no table.
 *
 * <p>Immutable.
 *
 * @param root the directory; without a scheme, in Hadoop's default file system
 * @param options of all its tables, and of its storage
 */
public record Warehouse(String root, Map<String, String> options) {

  /** Copies the options. */
  public Warehouse {
    options = Map.copyOf(options);
  }

  /**
   * Parses the name of a table in SQL.
   *
   * @param catalog that may be the first part of the name
   */
  public static Identifier parse(String catalog, String name) {
    List<String> parts =
        CollectionConverters.asJava(new CatalystSqlParser().parseMultipartIdentifier(name));
    boolean isQualified = parts.size() > 1 && parts.get(0).equals(catalog);
    List<String> namespace = parts.subList(isQualified ? 1 : 0, parts.size() - 1);
    return Identifier.of(namespace.toArray(String[]::new), parts.get(parts.size() - 1));
  }

  /** Something that is done with a storage. */
  interface Action<T> {
    T in(Storage storage) throws IOException;
  }

  /** Does something in the directory. */
  <T> T with(String what, Action<T> action) {
    TableLoader.Location location = TableLoader.locate(new PathIdentifier(List.of(root), options));
    try (Storage storage = Storage.open(location.uri(), location.options().storageOptions())) {
      return action.in(storage);
    } catch (IOException e) {
      throw new AlbisIOException("Failed to " + what + " in " + root + ": " + e.getMessage(), e);
    }
  }

  /** Returns the namespaces. */
  public Namespaces namespaces() {
    return new Namespaces(this);
  }

  /**
   * Returns the path of a table, whether it exists or not.
   *
   * @throws NoSuchTableException if no table can have that name
   */
  public PathIdentifier path(Identifier table) throws NoSuchTableException {
    if (!Names.isValid(table)) {
      throw new NoSuchTableException(table);
    }
    return location(table);
  }

  private PathIdentifier location(Identifier table) {
    return new PathIdentifier(List.of(root + "/" + Names.path(Names.parts(table))), options);
  }

  /**
   * Returns the path at which a table can be created or replaced.
   *
   * @param properties of the statement
   */
  public PathIdentifier newPath(Identifier table, Map<String, String> properties) {
    if (properties.containsKey(TableCatalog.PROP_LOCATION)) {
      throw UserErrors.of(
          "Cannot create table "
              + Names.quoted(Names.parts(table))
              + " at "
              + properties.get(TableCatalog.PROP_LOCATION)
              + ": tables of this catalog are in "
              + root
              + " (leave the location out, or name the table by its path)",
          null);
    }
    with("create " + table, storage -> requireFree(storage, table));
    return location(table);
  }

  /** Requires that a namespace exists, and that it has no namespace or view with a name. */
  private static Void requireFree(Storage storage, Identifier table) throws IOException {
    Names.require(Names.parts(table));
    if (!Namespaces.exists(storage, table.namespace())) {
      throw UserErrors.rethrow(new NoSuchNamespaceException(table.namespace()));
    }
    if (Namespaces.exists(storage, Names.parts(table))) {
      throw UserErrors.of(
          "Cannot create table "
              + Names.quoted(Names.parts(table))
              + ": there is a namespace with that name",
          null);
    }
    if (ViewFile.exists(storage, table)) {
      throw UserErrors.rethrow(new TableAlreadyExistsException(table));
    }
    return null;
  }

  /**
   * Returns the tables in a namespace.
   *
   * @throws NoSuchNamespaceException if it does not exist
   */
  public Identifier[] tables(String[] namespace) throws NoSuchNamespaceException {
    namespaces().require(namespace);
    return with("list tables", storage -> tables(storage, namespace)).stream()
        .map(name -> Identifier.of(namespace, name))
        .toArray(Identifier[]::new);
  }

  static List<String> tables(Storage storage, String[] namespace) throws IOException {
    List<String> names = new ArrayList<>();
    for (String name : directories(storage, namespace)) {
      if (isTable(storage, Names.path(child(namespace, name)))) {
        names.add(name);
      }
    }
    return names;
  }

  /** The names of directories that may be tables or namespaces. */
  static List<String> directories(Storage storage, String[] namespace) throws IOException {
    return list(storage, Names.path(namespace)).stream()
        .filter(info -> info.isDirectory() && Names.isValid(info.name()))
        .map(FileInfo::name)
        .toList();
  }

  static String[] child(String[] namespace, String name) {
    return Stream.concat(Arrays.stream(namespace), Stream.of(name)).toArray(String[]::new);
  }

  /** Lists a directory; none if there is no such directory. */
  static List<FileInfo> list(Storage storage, String path) throws IOException {
    try {
      return storage.list(path);
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  /** A directory without a snapshot is what a failure has left of a table. */
  static boolean isTable(Storage storage, String path) throws IOException {
    SnapshotDirectories snapshots =
        new SnapshotDirectories(
            directory ->
                storage.list(path + "/" + directory).stream().map(FileInfo::name).toList());
    try {
      return snapshots.latest() > 0;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /**
   * Renames a table, in one step.
   *
   * @throws NoSuchTableException if it does not exist
   * @throws TableAlreadyExistsException if there is a table with the new name
   */
  public void rename(Identifier from, Identifier to)
      throws NoSuchTableException, TableAlreadyExistsException {
    if (!Names.isValid(from)) {
      throw new NoSuchTableException(from);
    }
    String path = Names.path(Names.parts(from));
    String target = Names.path(Names.parts(to));
    boolean[] exist =
        with(
            "rename " + from,
            storage -> {
              requireFree(storage, to);
              return new boolean[] {isTable(storage, path), isTable(storage, target)};
            });
    if (!exist[0]) {
      throw new NoSuchTableException(from);
    }
    if (exist[1]) {
      throw new TableAlreadyExistsException(to);
    }
    with(
        "rename " + from,
        storage -> {
          try {
            storage.renameDirectory(path, target);
          } catch (UnsupportedOperationException e) {
            throw UserErrors.of(
                e.getMessage()
                    + " (create the other table AS SELECT from this one, and drop this one)",
                e);
          } catch (FileAlreadyExistsException e) {
            throw UserErrors.of(
                "Cannot rename " + from + " to " + to + ": there is a directory with that name", e);
          }
          return null;
        });
  }
}
