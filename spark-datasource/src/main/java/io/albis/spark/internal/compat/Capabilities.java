// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.compat;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.columnar.CachedBatchSerializer;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableCatalogCapability;

/** The capabilities of tables in the version of Spark that is on the class path. */
public final class Capabilities {

  /**
   * Of tables whose columns are known. {@code SCAN_MERGING} exists since Spark 4.3: subqueries that
   * read different columns of the same table become one scan. {@code AUTOMATIC_SCHEMA_EVOLUTION}
   * exists since Spark 4.1: statements WITH SCHEMA EVOLUTION alter the table.
   */
  public static final Set<TableCapability> OF_TABLES =
      present(
          "BATCH_READ",
          "SCAN_MERGING",
          "BATCH_WRITE",
          "TRUNCATE",
          "STREAMING_WRITE",
          "MICRO_BATCH_READ",
          "OVERWRITE_BY_FILTER",
          "OVERWRITE_DYNAMIC",
          "AUTOMATIC_SCHEMA_EVOLUTION");

  /** Of tables that get the columns of what is written. */
  public static final Set<TableCapability> OF_ANY_SCHEMA =
      present(
          "BATCH_READ",
          "SCAN_MERGING",
          "BATCH_WRITE",
          "STREAMING_WRITE",
          "TRUNCATE",
          "ACCEPT_ANY_SCHEMA");

  /**
   * Whether a table can choose which changes of columns a statement WITH SCHEMA EVOLUTION makes;
   * since Spark 4.2.
   */
  public static final boolean CAN_CHOOSE_CHANGES =
      Classes.exist("org.apache.spark.sql.connector.catalog.SupportsSchemaEvolution");

  /** Whether Spark checks constraints when rows are written; since Spark 4.1. */
  public static final boolean CHECKS_CONSTRAINTS =
      Classes.exist("org.apache.spark.sql.connector.catalog.constraints.Check");

  /** Whether a serializer of cached data frames says which plan gives vectors; since Spark 4.1. */
  public static final boolean CHOOSES_CACHED_PLAN =
      Arrays.stream(CachedBatchSerializer.class.getMethods())
          .anyMatch(method -> method.getName().equals("convertToColumnarPlanIfPossible"));

  /** Of catalogs. {@code SUPPORT_TABLE_CONSTRAINT} exists since Spark 4.1. */
  public static final Set<TableCatalogCapability> OF_CATALOGS =
      Arrays.stream(TableCatalogCapability.values())
          .filter(
              capability ->
                  capability == TableCatalogCapability.SUPPORT_COLUMN_DEFAULT_VALUE
                      || capability.name().equals("SUPPORT_TABLE_CONSTRAINT"))
          .collect(Collectors.toUnmodifiableSet());

  private Capabilities() {}

  /** Returns those of the names that this version of Spark knows. */
  private static Set<TableCapability> present(String... names) {
    Set<String> wanted = Set.of(names);
    return Arrays.stream(TableCapability.values())
        .filter(capability -> wanted.contains(capability.name()))
        .collect(Collectors.toUnmodifiableSet());
  }
}
