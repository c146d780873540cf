// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import com.fasterxml.jackson.databind.JsonNode;
import io.albis.format.schema.Type;
import io.albis.reader.Expression;
import io.albis.reader.Predicate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/**
 * Converts conditions of DuckDB's syntax tree to predicates. Parts that no predicate expresses are
 * left out where the rest still rules out no row that matches, or make the whole inexpressible.
 */
final class ConditionReader {

  /**
   * A column in a condition.
   *
   * @param path in the schema
   */
  record Column(String path, Type type) {}

  /** Converts a constant to a value to compare a column with. */
  interface Conversion {
    /** Returns empty if the column cannot be compared with the constant. */
    Optional<Object> convert(Column column, Constant constant);
  }

  private final Function<List<String>, Optional<Column>> columns;
  private final Function<JsonNode, Optional<Constant>> constants;
  private final Conversion conversion;
  private final boolean isPartial;

  /**
   * Creates a reader.
   *
   * @param columns resolves the names of a column reference
   * @param constants evaluates an expression; empty if it is not constant
   * @param isPartial whether operands of AND may be left out
   */
  ConditionReader(
      Function<List<String>, Optional<Column>> columns,
      Function<JsonNode, Optional<Constant>> constants,
      Conversion conversion,
      boolean isPartial) {
    this.columns = columns;
    this.constants = constants;
    this.conversion = conversion;
    this.isPartial = isPartial;
  }

  /** Converts a condition; empty if it cannot be expressed. */
  Optional<Predicate> read(JsonNode node) {
    String type = node.path("type").asText();
    return switch (type) {
      case "CONJUNCTION_AND" -> and(node.path("children"));
      case "CONJUNCTION_OR" -> or(node.path("children"));
      case "OPERATOR_NOT" -> isPartial ? Optional.empty() : not(node.path("children").get(0));
      case "COMPARE_IN" -> in(node.path("children"));
      case "COMPARE_NOT_IN" -> in(node.path("children")).map(Predicate::not);
      case "COMPARE_BETWEEN" -> between(node);
      case "OPERATOR_IS_NULL" ->
          column(node.path("children").get(0)).map(column -> Predicate.isNull(column.path()));
      case "OPERATOR_IS_NOT_NULL" ->
          column(node.path("children").get(0)).map(column -> Predicate.isNotNull(column.path()));
      case "FUNCTION" -> like(node);
      case "COLUMN_REF" -> bool(node);
      default -> type.startsWith("COMPARE_") ? comparison(node, type) : Optional.empty();
    };
  }

  private Optional<Predicate> and(JsonNode operands) {
    List<Predicate> all = new ArrayList<>();
    for (JsonNode operand : operands) {
      Optional<Predicate> predicate = read(operand);
      if (predicate.isEmpty() && !isPartial) {
        return Optional.empty();
      }
      predicate.ifPresent(all::add);
    }
    return all.isEmpty() ? Optional.empty() : Optional.of(Predicate.and(all));
  }

  private Optional<Predicate> or(JsonNode operands) {
    List<Optional<Predicate>> all =
        StreamSupport.stream(operands.spliterator(), false).map(this::read).toList();
    return all.stream().allMatch(Optional::isPresent)
        ? Optional.of(Predicate.or(all.stream().map(Optional::get).toList()))
        : Optional.empty();
  }

  private Optional<Predicate> not(JsonNode operand) {
    return read(operand).map(Predicate::not);
  }

  private Optional<Predicate> bool(JsonNode node) {
    return column(node)
        .flatMap(column -> convert(column, new Constant("BOOLEAN", "true", true)))
        .flatMap(value -> column(node).map(column -> Predicate.equal(column.path(), value)));
  }

  private Optional<Predicate> comparison(JsonNode node, String type) {
    Optional<Column> column = column(node.path("left"));
    JsonNode other = node.path("right");
    String operator = type;
    if (column.isEmpty()) {
      column = column(node.path("right"));
      other = node.path("left");
      operator = mirrored(type);
    }
    if (column.isEmpty()) {
      return Optional.empty();
    }
    Optional<Object> value = operand(column.get(), other);
    return value.isEmpty() ? Optional.empty() : of(operator, column.get().path(), value.get());
  }

  private static String mirrored(String type) {
    return switch (type) {
      case "COMPARE_LESSTHAN" -> "COMPARE_GREATERTHAN";
      case "COMPARE_GREATERTHAN" -> "COMPARE_LESSTHAN";
      case "COMPARE_LESSTHANOREQUALTO" -> "COMPARE_GREATERTHANOREQUALTO";
      case "COMPARE_GREATERTHANOREQUALTO" -> "COMPARE_LESSTHANOREQUALTO";
      default -> type;
    };
  }

  private static Optional<Predicate> of(String operator, String path, Object value) {
    return switch (operator) {
      case "COMPARE_EQUAL" -> Optional.of(Predicate.equal(path, value));
      case "COMPARE_NOTEQUAL" -> Optional.of(Predicate.notEqual(path, value));
      case "COMPARE_LESSTHAN" -> Optional.of(Predicate.lessThan(path, value));
      case "COMPARE_GREATERTHAN" -> Optional.of(Predicate.greaterThan(path, value));
      case "COMPARE_LESSTHANOREQUALTO" -> Optional.of(Predicate.lessOrEqual(path, value));
      case "COMPARE_GREATERTHANOREQUALTO" -> Optional.of(Predicate.greaterOrEqual(path, value));
      case "COMPARE_NOT_DISTINCT_FROM" -> Optional.of(Predicate.equalNullSafe(path, value));
      case "COMPARE_DISTINCT_FROM" -> Optional.of(Predicate.notEqualNullSafe(path, value));
      default -> Optional.empty();
    };
  }

  private Optional<Predicate> between(JsonNode node) {
    return column(node.path("input"))
        .flatMap(
            column ->
                operand(column, node.path("lower"))
                    .flatMap(
                        lower ->
                            operand(column, node.path("upper"))
                                .map(
                                    upper ->
                                        Predicate.and(
                                            Predicate.greaterOrEqual(column.path(), lower),
                                            Predicate.lessOrEqual(column.path(), upper)))));
  }

  private Optional<Predicate> in(JsonNode children) {
    Optional<Column> column = column(children.get(0));
    List<Object> values = new ArrayList<>();
    for (int i = 1; i < children.size() && column.isPresent(); i++) {
      Optional<Object> value = value(column.get(), children.get(i));
      if (value.isEmpty()) {
        return Optional.empty();
      }
      values.add(value.get());
    }
    return column.map(found -> Predicate.in(found.path(), values));
  }

  private Optional<Predicate> like(JsonNode node) {
    String function = node.path("function_name").asText();
    JsonNode operands = node.path("children");
    if (operands.size() != 2 || !(function.equals("~~") || function.equals("!~~"))) {
      return Optional.empty();
    }
    return column(operands.get(0))
        .flatMap(
            column ->
                value(column, operands.get(1))
                    .filter(String.class::isInstance)
                    // DuckDB has no escape character unless one is given.
                    .map(text -> ((String) text).replace("\\", "\\\\"))
                    .map(pattern -> Predicate.like(column.path(), pattern)))
        .map(matches -> function.equals("~~") ? matches : Predicate.not(matches));
  }

  private Optional<Column> column(JsonNode node) {
    if (node == null || !node.path("type").asText().equals("COLUMN_REF")) {
      return Optional.empty();
    }
    List<String> names = new ArrayList<>();
    node.path("column_names").forEach(name -> names.add(name.asText()));
    return columns.apply(names);
  }

  /** What a column is compared with: a constant, or another column. */
  private Optional<Object> operand(Column column, JsonNode node) {
    // DuckDB may convert columns before it compares them.
    Optional<Column> other = isPartial ? Optional.empty() : column(node);
    return other.isPresent()
        ? Optional.of(Expression.column(other.get().path()))
        : value(column, node);
  }

  private Optional<Object> value(Column column, JsonNode node) {
    return constants.apply(node).flatMap(constant -> convert(column, constant));
  }

  private Optional<Object> convert(Column column, Constant constant) {
    return conversion.convert(column, constant);
  }
}
