// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

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

  /** Returns those of the properties of a statement that the table stores. */
  public static Map<String, String> own(Map<String, String> properties) {
    Map<String, String> own = new TreeMap<>(properties);
    own.keySet().removeIf(key -> OF_SPARK.contains(key) || key.startsWith(OPTION));
    return own;
  }

  /**
   * Returns what DESCRIBE EXTENDED and SHOW CREATE TABLE show of a table.
   *
   * @param properties those that a catalog has, if any, and {@code path}
   */
  static Map<String, String> of(Map<String, String> properties) {
    Map<String, String> shown = new TreeMap<>(properties);
    shown.keySet().removeIf("path"::equalsIgnoreCase);
    shown.put(TableCatalog.PROP_PROVIDER, "albis");
    // Dropping a table deletes no data.
    shown.put(TableCatalog.PROP_EXTERNAL, "true");
    String path = properties.get("path");
    if (path != null) {
      shown.put(TableCatalog.PROP_LOCATION, path);
    }
    return Collections.unmodifiableMap(shown);
  }
}
