// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.Aggregation;
import io.albis.reader.Aggregator;
import io.albis.reader.Expression;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Sums of two columns in groups of random integers, from the page cache, in the column layout, and
 * the same by DuckDB with one thread, from a table of its own in memory. Times are per row.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(GroupedSums.ROWS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class GroupedSums {

  static final int ROWS = 1 << 21;

  /** Number of groups; 1 for no grouping column. */
  @Param({"1", "10", "1000", "100000"})
  private int groups;

  /** Percentage of nulls among the numbers. */
  @Param({"0", "5"})
  private int nulls;

  private final TemporaryDirectory directory = new TemporaryDirectory();
  private Table table;
  private Connection connection;
  private Statement statement;
  private Aggregation aggregation;
  private String sql;

  /** Writes the tables. */
  @Setup
  public void write() throws SQLException {
    connection = DriverManager.getConnection("jdbc:duckdb:");
    statement = connection.createStatement();
    statement.execute("SET threads = 1");
    statement.execute("CREATE TABLE data (key INTEGER NOT NULL, a BIGINT, b DOUBLE)");
    Schema schema =
        Schema.of(
            Field.required("key", Type.int32()),
            Field.nullable("a", Type.int64()),
            Field.nullable("b", Type.float64()));
    String uri = directory.path("table");
    SplittableRandom random = new SplittableRandom(42);
    try (TableWriter writer = TableWriter.create(uri, schema).option("io.direct", "never").open();
        DuckDBAppender appender =
            connection.unwrap(DuckDBConnection.class).createAppender("main", "data")) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < ROWS; i++) {
          int key = random.nextInt(groups);
          long a = random.nextInt(1_000_000);
          double b = random.nextDouble();
          rows.setInt(0, key);
          appender.beginRow();
          appender.append(key);
          if (nulls > 0 && random.nextInt(100) < nulls) {
            appender.appendNull();
          } else {
            rows.setLong(1, a);
            appender.append(a);
          }
          if (nulls > 0 && random.nextInt(100) < nulls) {
            appender.appendNull();
          } else {
            rows.setDouble(2, b);
            appender.append(b);
          }
          rows.endRow();
          appender.endRow();
        }
      }
      writer.commit();
    }
    table = Table.open(uri, ReadOptions.defaults().option("io.direct", "never"));
    aggregation =
        (groups == 1 ? Aggregation.groupBy() : Aggregation.groupBy("key"))
            .sum(Expression.column("a"))
            .sum(Expression.column("b"));
    sql =
        "SELECT max(x), max(y) FROM (SELECT sum(a) AS x, sum(b) AS y FROM data"
            + (groups == 1 ? ")" : " GROUP BY key)");
  }

  /** Deletes them. */
  @TearDown
  public void close() throws SQLException {
    table.close();
    statement.close();
    connection.close();
    directory.close();
  }

  /** The aggregates of a scan. */
  @Benchmark
  public Aggregator albis() {
    return table.scan().aggregate(aggregation);
  }

  /** A query of DuckDB, whose result is the greatest sum of all groups. */
  @Benchmark
  public double duckDb() throws SQLException {
    try (ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getDouble(1) + result.getDouble(2);
    }
  }
}
