// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.format.internal.metadata.Constraints;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.connector.catalog.TableCatalog;

/** The properties of tables in statements. */
public final class TableProperties {

  private static final String OPTION = "option.";

  private static final Set<String> OF_SPARK =
      Set.of(
          TableCatalog.PROP_LOCATION,
          TableCatalog.PROP_PROVIDER,
          TableCatalog.PROP_EXTERNAL,
          TableCatalog.PROP_OWNER,
          TableCatalog.PROP_IS_MANAGED_LOCATION);

  private TableProperties() {}

  /**
   * Returns the properties that a new table stores.
   *
   * @param properties of the statement that creates it
   * @param constraints with the keys of their properties
   * @throws IllegalArgumentException if the statement sets a constraint as a property
   */
  public static Map<String, String> stored(
      Map<String, String> properties, Map<String, String> constraints) {
    Map<String, String> stored = own(properties);
    stored.keySet().forEach(TableProperties::requireNoConstraint);
    stored.putAll(constraints);
    return stored;
  }

  private static Map<String, String> own(Map<String, String> properties) {
    Map<String, String> own = new TreeMap<>(properties);
    own.keySet().removeIf(key -> OF_SPARK.contains(key) || key.startsWith(OPTION));
    return own;
  }

  /** Requires that a statement does not set or drop a constraint as a property. */
  static void requireNoConstraint(String key) {
    if (Constraints.isOne(key)) {
      throw new IllegalArgumentException(
          "Cannot change property "
              + key
              + ": it is a constraint (use ALTER TABLE ... ADD CONSTRAINT, or DROP CONSTRAINT)");
    }
  }

  /** Whether Spark knows a property by another meaning than that of a property of the table. */
  static boolean isOfSpark(String key) {
    return OF_SPARK.contains(key);
  }

  /**
   * Returns what DESCRIBE EXTENDED and SHOW CREATE TABLE show of a table.
   *
   * @param properties those that a catalog has, if any, and {@code path}
   */
  static Map<String, String> of(Map<String, String> properties) {
    Map<String, String> shown = new TreeMap<>(properties);
    shown.keySet().removeIf("path"::equalsIgnoreCase);
    return shown(properties.get("path"), shown);
  }

  /**
   * Returns what is shown of a table that is named by its path. Constraints are not properties in
   * SQL.
   *
   * @param stored properties of the table
   */
  static Map<String, String> of(String uri, Map<String, String> stored) {
    Map<String, String> shown = own(stored);
    shown.keySet().removeIf(Constraints::isOne);
    return shown(uri, shown);
  }

  private static Map<String, String> shown(String path, Map<String, String> properties) {
    properties.put(TableCatalog.PROP_PROVIDER, "albis");
    // Dropping a table deletes no data.
    properties.put(TableCatalog.PROP_EXTERNAL, "true");
    if (path != null) {
      properties.put(TableCatalog.PROP_LOCATION, path);
    }
    return Collections.unmodifiableMap(properties);
  }

  /**
   * Returns what is shown of a table of a warehouse.
   *
   * @param properties of the table when it is named by its path
   */
  static Map<String, String> managed(Map<String, String> properties) {
    Map<String, String> shown = new TreeMap<>(properties);
    shown.remove(TableCatalog.PROP_EXTERNAL);
    shown.put(TableCatalog.PROP_IS_MANAGED_LOCATION, "true");
    return Collections.unmodifiableMap(shown);
  }
}
