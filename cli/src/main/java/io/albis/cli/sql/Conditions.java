// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import com.fasterxml.jackson.databind.JsonNode;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TypeKind;
import io.albis.reader.Predicate;
import io.albis.tools.command.CommandFailedException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Parses conditions on the command line, in the syntax of SQL, by DuckDB's parser. */
public final class Conditions {

  private Conditions() {}

  /**
   * Parses a condition, such as {@code price > 10.5 and region in ('eu', 'us')}. Operators:
   * comparisons of a column with a constant or another column, {@code BETWEEN}, {@code IN}, {@code
   * LIKE}, {@code IS NULL}, {@code IS DISTINCT FROM}, {@code AND}, {@code OR} and {@code NOT}.
   *
   * @param schema of the table
   * @throws CommandFailedException if the condition is invalid, or not of this form
   */
  public static Predicate parse(String text, Schema schema) {
    try (DuckDb database = DuckDb.open()) {
      JsonNode where =
          database
              .parse("SELECT 1 WHERE (" + text + "\n)")
              .map(statement -> statement.path("node").path("where_clause"))
              .orElseThrow(() -> unsupported(text));
      return new ConditionReader(
              names -> Optional.of(column(schema, names)),
              database::constant,
              Conditions::value,
              false)
          .read(where)
          .orElseThrow(() -> unsupported(text));
    } catch (SQLException e) {
      throw new CommandFailedException("Cannot parse the condition: " + e.getMessage(), e);
    }
  }

  private static CommandFailedException unsupported(String text) {
    return new CommandFailedException(
        "Invalid condition: "
            + text
            + " (expected comparisons of columns with constants or columns, IN, BETWEEN, LIKE,"
            + " IS NULL, AND, OR and NOT; 'albis sql' has all of SQL)");
  }

  private static ConditionReader.Column column(Schema schema, List<String> names) {
    String path = names.stream().map(Field::quote).collect(Collectors.joining("."));
    Field field = schema.field(path);
    return new ConditionReader.Column(path, field.type());
  }

  private static Optional<Object> value(ConditionReader.Column column, Constant constant) {
    if (constant.isNull()) {
      throw new CommandFailedException(
          "Cannot compare column " + column.path() + " with null (expected IS NULL)");
    }
    boolean isText = constant.type().equals("VARCHAR");
    Optional<Object> value =
        column.type().kind() == TypeKind.STRING && !isText
            ? Optional.empty()
            : Literals.of(column.type(), constant);
    if (value.isEmpty()) {
      throw new CommandFailedException(
          "Cannot compare column "
              + column.path()
              + " of type "
              + column.type()
              + " with "
              + (isText ? "'" + constant.text() + "'" : constant.text()));
    }
    return value;
  }
}
