// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds out which tables, columns and rows a query needs, from the syntax tree that DuckDB returns.
 * Where the tree has something unknown, the query is taken to need everything.
 */
final class QueryWalker {

  private static final Set<String> KNOWN_NODES =
      Set.of("SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE");

  private static final Pattern NOT_MATERIALIZED =
      Pattern.compile("\\bNOT\\s+MATERIALIZED\\b", Pattern.CASE_INSENSITIVE);

  /** The tables of a FROM clause, at its own level. */
  private static final class Block {
    final List<TableUse> tables = new ArrayList<>();
    boolean hasStar;
  }

  /**
   * Where in the query the walker is.
   *
   * @param block the nearest FROM clause around an expression; null outside of SELECT
   * @param around the common table expressions around it
   * @param visible those to which names refer, in lower case
   */
  private record Place(
      Block block,
      List<CommonTable> around,
      Map<String, CommonTable> visible,
      boolean isRecursive) {

    Place in(Block other) {
      return new Place(other, around, visible, isRecursive);
    }

    Place inside(CommonTable table) {
      List<CommonTable> inner = new ArrayList<>(around);
      inner.add(table);
      return new Place(null, inner, visible, isRecursive);
    }

    Place with(String name, CommonTable table) {
      Map<String, CommonTable> more = new HashMap<>(visible);
      more.put(name, table);
      return new Place(block, around, more, isRecursive);
    }

    Place recursive() {
      return new Place(null, around, visible, true);
    }
  }

  /** A common table expression. */
  static final class CommonTable {

    /** Whether each reference may evaluate it anew; otherwise DuckDB keeps the rows. */
    private final boolean isInlined;

    private int references;
    private boolean isRepeated;

    CommonTable(boolean isInlined) {
      this.isInlined = isInlined;
    }

    /** Whether DuckDB may evaluate it several times. */
    boolean isRepeated() {
      return isRepeated || (isInlined && references > 1);
    }
  }

  /** The tables that are none of the query itself. */
  private final List<TableUse> tables = new ArrayList<>();

  /** References to common table expressions. */
  private final Map<TableUse, CommonTable> references = new LinkedHashMap<>();

  private final Set<String> names = new HashSet<>();
  private final Set<String> singles = new HashSet<>();
  private final List<ParsedQuery.Condition> conditions = new ArrayList<>();
  private boolean isOpaque;

  /** Whether references may evaluate common table expressions anew. */
  private final boolean isInlined;

  private QueryWalker(boolean isInlined) {
    this.isInlined = isInlined;
  }

  /**
   * Analyzes a statement.
   *
   * @param sql its text: the syntax tree does not have NOT MATERIALIZED
   * @param statement of {@code json_serialize_sql}
   */
  static ParsedQuery walk(String sql, JsonNode statement) {
    QueryWalker walker = new QueryWalker(NOT_MATERIALIZED.matcher(sql).find());
    walker.visit(statement.path("node"), new Place(null, List.of(), Map.of(), false));
    return walker.result();
  }

  private ParsedQuery result() {
    boolean isChanged = true;
    while (isChanged) {
      isChanged = false;
      for (Map.Entry<TableUse, CommonTable> reference : references.entrySet()) {
        if (reference.getKey().isRepeated() && !reference.getValue().isRepeated()) {
          reference.getValue().isRepeated = true;
          isChanged = true;
        }
      }
    }
    return new ParsedQuery(tables, names, singles, conditions, isOpaque);
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
    Place inside = commonTables(node.path("cte_map"), place);
    node.properties()
        .forEach(
            child -> {
              if (!child.getKey().equals("cte_map")) {
                visit(child.getValue(), inside);
              }
            });
  }

  /**
   * Visits common table expressions, each of which sees those before it, and itself only if it is
   * recursive.
   *
   * @return the place that sees all of them
   */
  private Place commonTables(JsonNode map, Place place) {
    Place seen = place;
    for (JsonNode entry : map.path("map")) {
      String name = lower(entry.path("key"));
      JsonNode query = entry.path("value").path("query").path("node");
      CommonTable table = new CommonTable(isInlined);
      Place next = seen.with(name, table);
      boolean isRecursive = query.path("type").asText().equals("RECURSIVE_CTE_NODE");
      visit(query, (isRecursive ? next : seen).inside(table));
      seen = next;
    }
    return seen;
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
    Place inside = commonTables(node.path("cte_map"), place).in(block);
    List<TableUse> targets = from(node.path("from_table"), inside);
    node.properties()
        .forEach(
            child -> {
              switch (child.getKey()) {
                case "from_table", "cte_map" -> {}
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
    TableUse use = new TableUse(node, place.around());
    CommonTable table =
        use.isQualified() ? null : place.visible().get(use.name().toLowerCase(Locale.ROOT));
    if (table == null) {
      tables.add(use);
    } else {
      table.references++;
      references.put(use, table);
    }
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
