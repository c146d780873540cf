// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.connector.catalog.TableCatalog;

/** What DESCRIBE EXTENDED and SHOW CREATE TABLE show of a table. */
final class TableProperties {

  private TableProperties() {}

  /**
   * Returns the properties of a table.
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
