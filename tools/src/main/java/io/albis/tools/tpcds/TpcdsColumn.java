// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.tpcds;

/**
 * A column of a table of TPC-DS, which may have nulls.
 *
 * @param name the name in TPC-DS, in lower case
 * @param kind the stored type
 */
public record TpcdsColumn(String name, Kind kind) {

  /** The stored type of a column. */
  public enum Kind {
    /** A 4-byte integer. */
    INT,
    /** An 8-byte integer. */
    LONG,
    /** A decimal number, as a double. */
    DOUBLE,
    /** A string. */
    TEXT
  }
}
