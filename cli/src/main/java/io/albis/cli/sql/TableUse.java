// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;

/** A table reference in a query, and what the query tells about it. */
final class TableUse {

  private final JsonNode node;
  private final List<QueryWalker.CommonTable> around;
  private boolean isWhole;
  private boolean isRepeated;

  /**
   * Creates a reference.
   *
   * @param node of the parser, of type BASE_TABLE
   * @param around the common table expressions around it
   */
  TableUse(JsonNode node, List<QueryWalker.CommonTable> around) {
    this.node = node;
    this.around = List.copyOf(around);
    this.isWhole = hasColumnAliases();
  }

  /** The name, or the path or URI, of the table. */
  String name() {
    return node.path("table_name").asText();
  }

  /** Whether the name is qualified by a schema or catalog. */
  boolean isQualified() {
    return !node.path("schema_name").asText().isEmpty()
        || !node.path("catalog_name").asText().isEmpty();
  }

  /** Whether there is an alias in the query. */
  boolean hasAlias() {
    return !node.path("alias").asText().isEmpty();
  }

  /** Whether the query gives its columns other names. */
  boolean hasColumnAliases() {
    return !node.path("column_name_alias").isEmpty();
  }

  /** The name by which expressions refer to it, in lower case. */
  String alias() {
    return (hasAlias() ? node.path("alias").asText() : name()).toLowerCase(Locale.ROOT);
  }

  /** The offset of the name in the query, in bytes of UTF-8. */
  int location() {
    return node.path("query_location").asInt(-1);
  }

  /** Whether only a sample of it is read. */
  boolean isSampled() {
    return !node.path("sample").isNull();
  }

  /** Notes that all columns are needed. */
  void needWhole() {
    isWhole = true;
  }

  boolean isWhole() {
    return isWhole;
  }

  /** Notes that it may be scanned several times. */
  void repeat() {
    isRepeated = true;
  }

  boolean isRepeated() {
    return isRepeated || around.stream().anyMatch(QueryWalker.CommonTable::isRepeated);
  }
}
