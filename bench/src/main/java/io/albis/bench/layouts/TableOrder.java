// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.layouts;

import java.util.Locale;

/** How the columns of a table lie in its files. */
public enum TableOrder {
  /** Row group by row group, columns in the order of the schema. */
  PLAIN,
  /** Row group by row group, columns in the order that suits the queries. */
  ORDERED,
  /** Column by column in that order, each with all row groups of a file. */
  COMPACTED;

  /** The name in tables and JSON. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
