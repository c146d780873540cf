// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import org.apache.spark.sql.SparkSession;

/** Registers the catalog of paths in a session. */
public final class CatalogRegistration {

  private static final String PREFIX = "spark.sql.catalog.";

  /** The name in SQL. */
  private static final String NAME = "albis";

  /** The name if a user has another catalog of the name {@link #NAME}, or wants none. */
  private static final String HIDDEN_NAME = "albis_paths";

  /** Whether the catalog is registered under {@link #NAME}. */
  private static final String SWITCH = "spark.datasource.albis.register-catalog";

  private CatalogRegistration() {}

  /**
   * Registers the catalog under the name {@code albis}, unless the user has set that name, or has
   * switched this off because a database has that name.
   */
  static void register(SparkSession session, String catalogClass) {
    boolean isWanted = Boolean.parseBoolean(session.conf().get(SWITCH, "true"));
    if (isWanted && session.conf().get(PREFIX + NAME, "").isEmpty()) {
      session.conf().set(PREFIX + NAME, catalogClass);
    }
  }

  /** Returns the name of a catalog of paths in the active session, and registers it if needed. */
  public static String ofPaths(Class<?> catalogClass) {
    SparkSession session = SparkSession.active();
    register(session, catalogClass.getName());
    if (session.conf().get(PREFIX + NAME, "").equals(catalogClass.getName())) {
      return NAME;
    }
    if (session.conf().get(PREFIX + HIDDEN_NAME, "").isEmpty()) {
      session.conf().set(PREFIX + HIDDEN_NAME, catalogClass.getName());
    }
    return HIDDEN_NAME;
  }
}
