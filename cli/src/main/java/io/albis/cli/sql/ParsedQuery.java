// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A query as DuckDB has parsed it.
 *
 * @param tables the tables that it refers to, without common table expressions
 * @param names all names in column references, in lower case
 * @param singles names that stand alone in a column reference, in lower case: columns, or tables
 *     used as a value
 * @param conditions that rows of tables must meet to matter
 * @param isOpaque whether there is something in it whose needs are not known
 */
record ParsedQuery(
    List<TableUse> tables,
    Set<String> names,
    Set<String> singles,
    List<Condition> conditions,
    boolean isOpaque) {

  /**
   * A condition: rows of these tables for which it is not true do not affect the result.
   *
   * @param expression the condition
   * @param targets tables that it holds for
   * @param inScope all tables to which its column names may refer, at the level of the condition
   */
  record Condition(JsonNode expression, List<TableUse> targets, List<TableUse> inScope) {}

  /** Whether all columns of a table are needed. */
  boolean needsWhole(TableUse use) {
    return isOpaque || use.isWhole() || singles.contains(use.alias());
  }

  /** Whether a column of this name may be needed. */
  boolean mayNeed(String column) {
    return names.contains(column.toLowerCase(Locale.ROOT));
  }
}
