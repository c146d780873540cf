// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

/**
 * The value of a constant expression in a query.
 *
 * @param type DuckDB's name of its type
 * @param text its text; null for null
 * @param isLiteral whether it is written as a plain literal, so that a text takes the type of the
 *     column that it is compared with
 */
record Constant(String type, String text, boolean isLiteral) {

  boolean isNull() {
    return text == null;
  }

  boolean isInteger() {
    return switch (type) {
      case "TINYINT", "SMALLINT", "INTEGER", "BIGINT" -> true;
      case "UTINYINT", "USMALLINT", "UINTEGER" -> true;
      default -> false;
    };
  }

  boolean isDecimal() {
    return isInteger() || type.startsWith("DECIMAL");
  }

  /** Whether it is a text that takes the type of a column. */
  boolean isTextLiteral() {
    return isLiteral && type.equals("VARCHAR");
  }
}
