// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import java.util.Locale;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.storage.StorageLevel;

/** When the regions of a data frame are in mapped files, rather than in memory. */
enum Mapping {
  NEVER,

  /** When Spark's storage memory has no room. */
  WHEN_SHORT,

  ALWAYS;

  private static final String SETTING = "spark.datasource.albis.mapped-cache";

  /**
   * Returns what a session wants for a storage level. Levels without disk have no files, and levels
   * without values in memory are Spark's bytes.
   *
   * @throws IllegalArgumentException if the setting has another value
   */
  static Mapping of(StorageLevel level, SQLConf conf) {
    String value = conf.getConfString(SETTING, "auto").toLowerCase(Locale.ROOT);
    Mapping wanted =
        switch (value) {
          case "auto" -> WHEN_SHORT;
          case "true" -> ALWAYS;
          case "false" -> NEVER;
          default ->
              throw new IllegalArgumentException(
                  "Invalid " + SETTING + ": " + value + " (expected auto, true or false)");
        };
    boolean hasBoth = level.useMemory() && level.useDisk() && level.deserialized();
    return hasBoth ? wanted : NEVER;
  }
}
