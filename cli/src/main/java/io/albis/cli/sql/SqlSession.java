// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import com.fasterxml.jackson.databind.JsonNode;
import io.albis.cli.command.StorageArguments;
import io.albis.cli.output.RowFormat;
import io.albis.cli.output.RowPrinter;
import io.albis.format.error.AlbisException;
import io.albis.reader.Dataset;
import io.albis.reader.cache.ColumnCache;
import io.albis.tools.command.CommandFailedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Executes statements. Tables of Albis are found by name, and read by the columns and row groups
 * that a query needs. Statements other than queries read them whole. Not thread-safe.
 */
final class SqlSession implements AutoCloseable {

  /**
   * How DuckDB reports a table that it does not know, also in a common table expression of the same
   * name.
   */
  private static final Pattern UNKNOWN_TABLE =
      Pattern.compile(
          "Table with name (.+) does not exist!|Circular reference to CTE \"(.+)\", ",
          Pattern.DOTALL);

  /** How DuckDB reports a scan that has been read before. */
  private static final String RELEASED = "This stream has been released";

  private final DuckDb database;
  private final Map<String, String> aliases;
  private final StorageArguments options;
  private final Optional<ColumnCache> cache;

  /** Names of tables that statements other than queries have used: views may refer to them. */
  private final Set<String> wholeTables = new LinkedHashSet<>();

  /** Whether statements may have defined what queries use, such as macros and tables. */
  private boolean isModified;

  private int counter;

  /** Whether rows of the current statement have been printed. */
  private boolean hasPrinted;

  /**
   * Starts DuckDB.
   *
   * @param aliases URIs of tables by name in lower case
   * @param cache of the columns that statements read; not closed
   */
  SqlSession(Map<String, String> aliases, StorageArguments options, Optional<ColumnCache> cache) {
    this.database = DuckDb.open();
    this.aliases = aliases;
    this.options = options;
    this.cache = cache;
  }

  /** Sets an option of DuckDB. */
  void set(String option, String value) {
    try {
      database.execute("SET " + option + " = '" + value.replace("'", "''") + "'");
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** Executes a statement and prints its result. */
  void run(String sql, RowFormat format, PrintWriter out) throws IOException {
    hasPrinted = false;
    try (TableNames names = new TableNames(aliases, options, cache)) {
      Optional<JsonNode> query = database.parse(sql);
      if (query.isPresent()) {
        runQuery(sql, QueryWalker.walk(sql, query.get()), names, format, out);
      } else {
        isModified = true;
        runOther(sql, names, format, out);
      }
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static CommandFailedException failed(SQLException e) {
    String message = String.valueOf(e.getMessage());
    int start = message.lastIndexOf("\nError: ");
    return new CommandFailedException(
        "Cannot run the statement: " + message.substring(start < 0 ? 0 : start + 8), e);
  }

  private void runQuery(
      String sql, ParsedQuery query, TableNames names, RowFormat format, PrintWriter out)
      throws SQLException, IOException {
    Map<TableUse, Dataset> datasets = new LinkedHashMap<>();
    for (TableUse use : query.tables()) {
      if (!use.isQualified() && !isTableOfSession(use.name())) {
        names.find(use.name()).ifPresent(dataset -> datasets.put(use, dataset));
      }
    }
    // Functions that the session has defined may use columns that the query does not name.
    ParsedQuery known =
        isModified
            ? new ParsedQuery(query.tables(), query.names(), query.singles(), List.of(), true)
            : query;
    boolean canPrune = database.single("SELECT current_setting('default_collation')").isEmpty();
    TableScans scans = new TableScans(database, known, datasets, canPrune);
    try {
      execute(sql, datasets, scans, false, names, format, out);
    } catch (SQLException e) {
      if (!String.valueOf(e.getMessage()).contains(RELEASED)) {
        throw e;
      }
      if (hasPrinted) {
        throw new CommandFailedException(
            "Cannot run the statement: it reads a table more than once (write AS MATERIALIZED in"
                + " its common table expressions, or store its result by CREATE TEMP TABLE)",
            e);
      }
      execute(sql, datasets, scans, true, names, format, out);
    }
  }

  private boolean isTableOfSession(String name) throws SQLException {
    return isModified
        && !wholeTables.contains(name)
        && !"0"
            .equals(
                database.single(
                    "SELECT count(*) FROM (SELECT table_name AS n FROM duckdb_tables() UNION ALL"
                        + " SELECT view_name FROM duckdb_views() WHERE NOT internal)"
                        + " WHERE lower(n) = lower(?::VARCHAR)",
                    name));
  }

  /**
   * Executes a query.
   *
   * @param copiesAll whether to copy all tables into DuckDB, since it reads some more than once
   */
  private void execute(
      String sql,
      Map<TableUse, Dataset> datasets,
      TableScans scans,
      boolean copiesAll,
      TableNames names,
      RowFormat format,
      PrintWriter out)
      throws SQLException, IOException {
    List<String> copies = new ArrayList<>();
    Map<TableUse, String> views = new LinkedHashMap<>();
    try (RegisteredStreams streams = new RegisteredStreams(database)) {
      addWholeTables(streams, names);
      try {
        for (TableUse use : datasets.keySet()) {
          String view = "albis_" + counter++;
          if (!copiesAll && !use.isRepeated()) {
            streams.add(view, scans.of(use));
          } else {
            streams.addUncounted(view, scans.of(use));
            String copy = view + "_copy";
            database.execute("CREATE TEMP TABLE " + copy + " AS FROM " + view);
            copies.add(copy);
            view = copy;
          }
          views.put(use, view);
        }
        print(rewritten(sql, views), format, out);
      } catch (SQLException e) {
        throw causeOf(e, streams);
      } finally {
        for (String copy : copies) {
          database.execute("DROP TABLE " + copy);
        }
      }
    }
  }

  /** Returns the statement with other names of tables. */
  private static String rewritten(String sql, Map<TableUse, String> views) {
    byte[] bytes = sql.getBytes(StandardCharsets.UTF_8);
    StringBuilder text = new StringBuilder();
    int copied = 0;
    List<TableUse> inOrder =
        views.keySet().stream().sorted(Comparator.comparing(TableUse::location)).toList();
    for (TableUse use : inOrder) {
      int end = SqlNames.end(bytes, use.location(), use.name());
      if (end < 0) {
        throw new CommandFailedException(
            "Cannot run the statement: found no plain table name where " + use.name() + " is read");
      }
      text.append(new String(bytes, copied, use.location() - copied, StandardCharsets.UTF_8));
      text.append(SqlNames.quote(views.get(use)));
      if (!use.hasAlias()) {
        text.append(" AS ").append(SqlNames.quote(use.name()));
      }
      copied = end;
    }
    return text.append(new String(bytes, copied, bytes.length - copied, StandardCharsets.UTF_8))
        .toString();
  }

  /** Executes another statement. Which tables it uses becomes known as DuckDB misses them. */
  private void runOther(String sql, TableNames names, RowFormat format, PrintWriter out)
      throws SQLException, IOException {
    while (true) {
      try (RegisteredStreams streams = new RegisteredStreams(database)) {
        addWholeTables(streams, names);
        try {
          print(sql, format, out);
          return;
        } catch (SQLException e) {
          Matcher unknown = UNKNOWN_TABLE.matcher(String.valueOf(e.getMessage()));
          if (!unknown.find()) {
            throw causeOf(e, streams);
          }
          String name = unknown.group(unknown.group(1) == null ? 2 : 1);
          if (names.find(name).isEmpty() || !wholeTables.add(name)) {
            throw causeOf(e, streams);
          }
        }
      }
    }
  }

  private void addWholeTables(RegisteredStreams streams, TableNames names)
      throws SQLException, IOException {
    for (String name : wholeTables) {
      Optional<Dataset> dataset = names.find(name);
      if (dataset.isPresent()) {
        streams.add(name, dataset.get().scan());
      }
    }
  }

  /** Prefers the failure of a scan to what DuckDB makes of it. */
  private static SQLException causeOf(SQLException e, RegisteredStreams streams) {
    Optional<Throwable> failure = streams.failure();
    if (failure.isPresent() && failure.get() instanceof AlbisException cause) {
      throw cause;
    }
    return e;
  }

  private void print(String sql, RowFormat format, PrintWriter out) throws SQLException {
    try (Statement statement = database.connection().createStatement()) {
      if (!statement.execute(sql)) {
        return;
      }
      try (ResultSet result = statement.getResultSet()) {
        print(result, format, out);
      }
    }
  }

  private void print(ResultSet result, RowFormat format, PrintWriter out) throws SQLException {
    ResultSetMetaData metaData = result.getMetaData();
    int count = metaData.getColumnCount();
    List<RowPrinter.Column> columns = new ArrayList<>(count);
    for (int i = 1; i <= count; i++) {
      columns.add(
          new RowPrinter.Column(metaData.getColumnLabel(i), SqlValues.isNumber(metaData, i)));
    }
    RowPrinter printer = null;
    boolean isRead = true;
    while (isRead && result.next()) {
      hasPrinted = true;
      // Not before the first row: the query may still fail.
      printer = printer == null ? format.printer(out, columns) : printer;
      isRead = printer.row(SqlValues.row(result, count));
    }
    (printer == null ? format.printer(out, columns) : printer).end();
  }

  @Override
  public void close() {
    database.close();
  }
}
