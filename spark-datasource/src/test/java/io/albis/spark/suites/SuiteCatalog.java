// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import io.albis.spark.AlbisCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;

/** The catalog {@code testcat} over a new directory. */
final class SuiteCatalog {

  private static final String NAME = "spark.sql.catalog.testcat";
  private static final String WAREHOUSE = NAME + ".warehouse";

  private SuiteCatalog() {}

  /** Creates a directory for a catalog. */
  static String directory() {
    try {
      return Files.createTempDirectory(Path.of("target"), "suites").toAbsolutePath().toString();
    } catch (IOException e) {
      throw new UncheckedIOException("Failed to create a directory for the catalog", e);
    }
  }

  /** Adds the catalog, as the default one. */
  static SparkConf addTo(SparkConf conf) {
    return conf.set(NAME, AlbisCatalog.class.getName())
        .set(WAREHOUSE, directory())
        .set("spark.sql.defaultCatalog", "testcat");
  }

  /** Adds the catalog to a session, as the default one. */
  static void addTo(SparkSession session) {
    session.conf().set(NAME, AlbisCatalog.class.getName());
    session.conf().set(WAREHOUSE, directory());
    session.conf().set("spark.sql.defaultCatalog", "testcat");
  }
}
