// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.albis.tools.command.CommandFailedException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;

/** A database of DuckDB in memory, and its parser. For one thread at a time. */
final class DuckDb implements AutoCloseable {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Operators and functions of constants whose results depend on their arguments only. */
  private static final Pattern PURE_FUNCTION =
      Pattern.compile(
          "[+*-]|trunc|to_(years|quarters|months|weeks|days|hours|(milli|micro)?seconds|minutes)");

  private static final String EXPRESSION_NODE =
      """
      {"type":"SELECT_NODE","modifiers":[],"cte_map":{"map":[]},"select_list":[],
       "from_table":{"type":"EMPTY","alias":"","sample":null,"query_location":0},
       "where_clause":null,"group_expressions":[],"group_sets":[],
       "aggregate_handling":"STANDARD_HANDLING","having":null,"sample":null,"qualify":null}
      """;

  private final DuckDBConnection connection;

  private DuckDb(DuckDBConnection connection) {
    this.connection = connection;
  }

  /** Starts a database. */
  static DuckDb open() {
    Properties properties = new Properties();
    properties.setProperty(DuckDBDriver.JDBC_STREAM_RESULTS, "true");
    try {
      DuckDb database =
          new DuckDb(
              DriverManager.getConnection("jdbc:duckdb:", properties)
                  .unwrap(DuckDBConnection.class));
      RowEstimates.register(database.connection);
      // Not the current directory, which is DuckDB's default.
      Path temporary =
          Path.of(
              System.getProperty("java.io.tmpdir"), "albis-sql-" + ProcessHandle.current().pid());
      database.execute("SET temp_directory = '" + temporary.toString().replace("'", "''") + "'");
      return database;
    } catch (SQLException | LinkageError e) {
      throw new CommandFailedException("Cannot start DuckDB: " + e.getMessage(), e);
    }
  }

  DuckDBConnection connection() {
    return connection;
  }

  /** Executes a statement without a result. */
  void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /**
   * Parses a query.
   *
   * @return its statement; empty if it is something else, or several statements
   * @throws CommandFailedException if it is not SQL
   */
  Optional<JsonNode> parse(String sql) throws SQLException {
    JsonNode parsed = tree(single("SELECT json_serialize_sql(?::VARCHAR)::VARCHAR", sql));
    if (parsed.path("error").asBoolean()) {
      if (parsed.path("error_type").asText().equals("parser")) {
        throw new CommandFailedException(
            "Cannot parse the statement: "
                + parsed.path("error_message").asText()
                + position(parsed.path("position").asText()));
      }
      return Optional.empty();
    }
    JsonNode statements = parsed.path("statements");
    return statements.size() == 1 ? Optional.of(statements.get(0)) : Optional.empty();
  }

  private static String position(String position) {
    return position.isEmpty() ? "" : " (position " + position + ")";
  }

  /** Evaluates an expression; empty if it is not constant, or fails. */
  Optional<Constant> constant(JsonNode expression) {
    if (!isConstant(expression)) {
      return Optional.empty();
    }
    try {
      ObjectNode node = (ObjectNode) tree(EXPRESSION_NODE);
      node.putArray("select_list").add(expression);
      ObjectNode statement = MAPPER.createObjectNode();
      statement.set("node", node);
      statement.putArray("named_param_map");
      ObjectNode root = MAPPER.createObjectNode();
      root.putArray("statements").add(statement);
      String select = single("SELECT json_deserialize_sql(?::JSON)", root.toString());
      return evaluate(select, expression.path("class").asText().equals("CONSTANT"));
    } catch (SQLException e) {
      // Such as an overflow: the query will fail with it, or not evaluate the expression.
      return Optional.empty();
    }
  }

  private Optional<Constant> evaluate(String select, boolean isLiteral) throws SQLException {
    String sql = "SELECT typeof(x), x::VARCHAR FROM (" + select + ") AS constants(x)";
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      return result.next()
          ? Optional.of(new Constant(result.getString(1), result.getString(2), isLiteral))
          : Optional.empty();
    }
  }

  private static boolean isConstant(JsonNode node) {
    return switch (node.path("class").asText()) {
      case "CONSTANT" -> true;
      case "CAST" -> !node.path("try_cast").asBoolean() && isConstant(node.path("child"));
      case "FUNCTION" ->
          PURE_FUNCTION.matcher(node.path("function_name").asText()).matches() && areConstant(node);
      default -> false;
    };
  }

  private static boolean areConstant(JsonNode function) {
    for (JsonNode child : function.path("children")) {
      if (!isConstant(child)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the first value of a query's result, as text. */
  String single(String sql, String... parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      try (ResultSet result = statement.executeQuery()) {
        return result.next() ? result.getString(1) : null;
      }
    }
  }

  private static JsonNode tree(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("DuckDB returned invalid JSON", e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new CommandFailedException("Failed to close DuckDB: " + e.getMessage(), e);
    }
  }
}
