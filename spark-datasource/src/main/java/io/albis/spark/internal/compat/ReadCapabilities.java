// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.compat;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.catalog.TableCapability;

/** The capabilities of tables in the version of Spark that is on the class path. */
public final class ReadCapabilities {

  /**
   * The names of all capabilities. {@code SCAN_MERGING} exists since Spark 4.3: subqueries that
   * read different columns of the same table become one scan. {@code ACCEPT_ANY_SCHEMA} only
   * concerns writing: Spark does not compare columns before it says that writing is refused.
   */
  private static final Set<String> NAMES =
      Set.of("BATCH_READ", "SCAN_MERGING", "ACCEPT_ANY_SCHEMA");

  private static final Set<TableCapability> PRESENT =
      Arrays.stream(TableCapability.values())
          .filter(capability -> NAMES.contains(capability.name()))
          .collect(Collectors.toUnmodifiableSet());

  private ReadCapabilities() {}

  /** Returns the capabilities that this version of Spark knows. */
  public static Set<TableCapability> all() {
    return PRESENT;
  }
}
