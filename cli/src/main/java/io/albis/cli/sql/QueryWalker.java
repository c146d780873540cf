// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Finds out which tables, columns and rows a query needs, from the syntax tree that DuckDB returns.
 * Where the tree has something unknown, the query is taken to need everything.
 */
final class QueryWalker {

  private static final Set<String> KNOWN_NODES =
      Set.of("SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE");

  /** The tables of a FROM clause, at its own level. */
  private static final class Block {
    final List<TableUse> tables = new ArrayList<>();
    boolean hasStar;
  }

  /**
   * Where in the query the walker is.
   *
   * @param block the nearest FROM clause around an expression; null outside of SELECT
   * @param ctes names of the common table expressions around it
   */
  private record Place(Block block, List<String> ctes, boolean isRecursive) {

    Place in(Block other) {
      return new Place(other, ctes, isRecursive);
    }

    Place inCte(String name) {
      List<String> inner = new ArrayList<>(ctes);
      inner.add(name.toLowerCase(Locale.ROOT));
      return new Place(null, inner, isRecursive);
    }

    Place recursive() {
      return new Place(null, ctes, true);
    }
  }

  private final List<TableUse> uses = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private final Set<String> singles = new HashSet<>();
  private final List<ParsedQuery.Condition> conditions = new ArrayList<>();
  private final Set<String> ctes = new HashSet<>();
  private boolean isOpaque;

  private QueryWalker() {}

  /** Analyzes a statement of {@code json_serialize_sql}. */
  static ParsedQuery walk(JsonNode statement) {
    QueryWalker walker = new QueryWalker();
    walker.visit(statement.path("node"), new Place(null, List.of(), false));
    return walker.result();
  }

  private ParsedQuery result() {
    Map<String, Integer> references = new HashMap<>();
    List<TableUse> tables = new ArrayList<>();
    for (TableUse use : uses) {
      String name = use.name().toLowerCase(Locale.ROOT);
      if (!use.isQualified() && ctes.contains(name)) {
        references.merge(name, 1, Integer::sum);
      } else {
        tables.add(use);
      }
    }
    Set<String> repeated = repeatedCtes(references);
    tables.stream().filter(use -> use.isInside(repeated)).forEach(TableUse::repeat);
    return new ParsedQuery(tables, names, singles, conditions, isOpaque);
  }

  /** Names of the common table expressions that DuckDB may evaluate several times. */
  private Set<String> repeatedCtes(Map<String, Integer> references) {
    Set<String> repeated = new HashSet<>();
    references.forEach(
        (name, count) -> {
          if (count > 1) {
            repeated.add(name);
          }
        });
    boolean isChanged = true;
    while (isChanged) {
      isChanged = false;
      for (TableUse use : uses) {
        String name = use.name().toLowerCase(Locale.ROOT);
        if (ctes.contains(name) && (use.isRepeated() || use.isInside(repeated))) {
          isChanged |= repeated.add(name);
        }
      }
    }
    return repeated;
  }

  private void visit(JsonNode node, Place place) {
    if (node.isArray()) {
      node.forEach(element -> visit(element, place));
      return;
    }
    if (!node.isObject()) {
      return;
    }
    String type = node.path("type").asText();
    switch (type) {
      case "SELECT_NODE" -> select(node, place, true);
      case "RECURSIVE_CTE_NODE" -> visitChildren(node, place.recursive());
      case "BASE_TABLE" -> addTable(node, place).needWhole();
      case "COLUMN_REF" -> addColumn(node.path("column_names"));
      case "STAR", "POSITIONAL_REFERENCE" -> {
        addStar(place);
        visitChildren(node, place);
      }
      case "SUBQUERY" -> subquery(node, place);
      default -> {
        isOpaque |= type.endsWith("_NODE") && !KNOWN_NODES.contains(type);
        visitChildren(node, place);
      }
    }
  }

  private void visitChildren(JsonNode node, Place place) {
    node.properties()
        .forEach(
            child -> {
              if (child.getKey().equals("cte_map")) {
                commonTables(child.getValue(), place);
              } else {
                visit(child.getValue(), place);
              }
            });
  }

  private void commonTables(JsonNode map, Place place) {
    for (JsonNode entry : map.path("map")) {
      String name = entry.path("key").asText();
      ctes.add(name.toLowerCase(Locale.ROOT));
      visit(entry.path("value").path("query").path("node"), place.inCte(name));
    }
  }

  /** Of the rows of EXISTS, no columns are used. */
  private void subquery(JsonNode node, Place place) {
    JsonNode inner = node.path("subquery").path("node");
    if (node.path("subquery_type").asText().equals("EXISTS")
        && inner.path("type").asText().equals("SELECT_NODE")) {
      select(inner, place, false);
      visit(node.path("child"), place);
    } else {
      visitChildren(node, place);
    }
  }

  private void select(JsonNode node, Place place, boolean usesStars) {
    Block block = new Block();
    Place inside = place.in(block);
    List<TableUse> targets = from(node.path("from_table"), inside);
    node.properties()
        .forEach(
            child -> {
              switch (child.getKey()) {
                case "from_table" -> {}
                case "cte_map" -> commonTables(child.getValue(), place);
                default -> visit(child.getValue(), inside);
              }
            });
    if (block.hasStar && usesStars) {
      block.tables.forEach(TableUse::needWhole);
    }
    if (!node.path("sample").isNull()) {
      conditions.removeIf(condition -> condition.inScope() == block.tables);
    } else if (node.path("where_clause").isObject()) {
      conditions.add(new ParsedQuery.Condition(node.path("where_clause"), targets, block.tables));
    }
  }

  /**
   * Visits a FROM clause or a part of it.
   *
   * @return the tables in it whose rows affect only rows of the clause that they are part of
   */
  private List<TableUse> from(JsonNode node, Place place) {
    switch (node.path("type").asText()) {
      case "BASE_TABLE" -> {
        TableUse use = addTable(node, place);
        return use.isSampled() ? List.of() : List.of(use);
      }
      case "JOIN" -> {
        return join(node, place);
      }
      case "SUBQUERY" -> visit(node.path("subquery").path("node"), place.in(null));
      case "EMPTY", "TABLE_FUNCTION", "EXPRESSION_LIST" -> visitChildren(node, place);
      default -> {
        isOpaque = true;
        visitChildren(node, place);
      }
    }
    return List.of();
  }

  private List<TableUse> join(JsonNode node, Place place) {
    List<TableUse> left = from(node.path("left"), place);
    List<TableUse> right = from(node.path("right"), place);
    JsonNode condition = node.path("condition");
    visit(condition, place);
    node.path("using_columns").forEach(name -> names.add(lower(name)));
    String kind = node.path("ref_type").asText();
    if (kind.equals("NATURAL")) {
      addStar(place);
    }
    if (!node.path("sample").isNull() || !(kind.equals("REGULAR") || kind.equals("CROSS"))) {
      return List.of();
    }
    return switch (node.path("join_type").asText()) {
      case "INNER" -> {
        List<TableUse> both = new ArrayList<>(left);
        both.addAll(right);
        if (condition.isObject()) {
          conditions.add(new ParsedQuery.Condition(condition, both, place.block().tables));
        }
        yield both;
      }
      case "LEFT", "SEMI", "ANTI" -> left;
      case "RIGHT" -> right;
      default -> List.of();
    };
  }

  private TableUse addTable(JsonNode node, Place place) {
    TableUse use = new TableUse(node, place.ctes());
    uses.add(use);
    if (place.isRecursive()) {
      use.repeat();
    }
    if (place.block() != null) {
      place.block().tables.add(use);
    }
    return use;
  }

  private void addStar(Place place) {
    if (place.block() == null) {
      isOpaque = true;
    } else {
      place.block().hasStar = true;
    }
  }

  private void addColumn(JsonNode path) {
    path.forEach(name -> names.add(lower(name)));
    if (path.size() == 1) {
      singles.add(lower(path.get(0)));
    }
  }

  private static String lower(JsonNode name) {
    return name.asText().toLowerCase(Locale.ROOT);
  }
}
