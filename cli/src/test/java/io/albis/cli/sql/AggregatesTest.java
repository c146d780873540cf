// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.Aggregation;
import io.albis.reader.Aggregator;
import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import io.albis.reader.Expression;
import io.albis.reader.Predicate;
import io.albis.reader.Table;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random aggregates of random tables, compared with those of DuckDB. */
class AggregatesTest {

  private static final int ROWS = 2500;

  private static final Schema SCHEMA =
      Schema.of(
          Field.nullable("b", Type.bool()),
          Field.nullable("i8", Type.int8()),
          Field.required("i32", Type.int32()),
          Field.nullable("i64", Type.int64()),
          Field.nullable("d9", Type.decimal(9, 3)),
          Field.required("d15", Type.decimal(15, 2)),
          Field.nullable("d30", Type.decimal(30, 4)),
          Field.nullable("f64", Type.float64()),
          Field.nullable("s", Type.string()),
          Field.required("t", Type.string()));

  private static final String[] SQL_TYPES = {
    "boolean",
    "tinyint",
    "integer",
    "bigint",
    "decimal(9,3)",
    "decimal(15,2)",
    "decimal(30,4)",
    "double",
    "varchar",
    "varchar"
  };

  private static final List<String> KEYS = List.of("b", "i8", "i32", "d9", "d15", "s", "t");
  private static final List<String> EXACT = List.of("i8", "i32", "i64", "d9", "d15", "d30");

  @TempDir private Path directory;

  private SplittableRandom random;

  /** Number of queries that DuckDB could compute. */
  private int compared;

  /** How different the values of this table are. */
  private int range;

  private Object value(int column) {
    if (SCHEMA.fields().get(column).nullable() && random.nextInt(5) == 0) {
      return null;
    }
    int number = random.nextInt(-range, range);
    return switch (column) {
      case 0 -> number % 2 == 0;
      case 1 -> (byte) number;
      case 2 -> number;
      case 3 -> random.nextInt(4) == 0 ? random.nextLong() : number;
      case 4 -> BigDecimal.valueOf(number % 999_999_999, 3);
      case 5 -> BigDecimal.valueOf(number * 1000L, 2);
      case 6 -> BigDecimal.valueOf(number * 1_000_000_007L, 4);
      case 7 -> number / 8.0;
      default -> text(number);
    };
  }

  private static String text(int number) {
    return switch (number & 7) {
      case 0 -> "";
      case 1 -> "x".repeat(1 + Math.abs(number % 8));
      case 2 -> "\0".repeat(Math.abs(number % 9));
      default -> Integer.toString(number).repeat(1 + (number & 1));
    };
  }

  private static void set(RowWriter rows, int column, Object value) {
    switch (column) {
      case 0 -> rows.setBoolean(column, (Boolean) value);
      case 1 -> rows.setByte(column, (Byte) value);
      case 2 -> rows.setInt(column, (Integer) value);
      case 3 -> rows.setLong(column, ((Number) value).longValue());
      case 4, 5, 6 -> rows.setDecimal(column, (BigDecimal) value);
      case 7 -> rows.setDouble(column, (Double) value);
      default -> rows.setString(column, (String) value);
    }
  }

  private void write(String uri, Statement statement) throws SQLException {
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < SQL_TYPES.length; i++) {
      columns.add(SCHEMA.fields().get(i).name() + " " + SQL_TYPES[i]);
    }
    statement.execute("CREATE OR REPLACE TABLE data (" + String.join(", ", columns) + ")");
    ColumnGroupSpec groups =
        random.nextBoolean() ? ColumnGroupSpec.all() : ColumnGroupSpec.single();
    try (TableWriter writer =
            TableWriter.create(uri, SCHEMA).columnGroups(groups).segmentSize(64 << 10).open();
        PreparedStatement insert =
            statement
                .getConnection()
                .prepareStatement("INSERT INTO data VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int row = 0; row < ROWS; row++) {
          for (int column = 0; column < SQL_TYPES.length; column++) {
            Object value = value(column);
            insert.setObject(column + 1, value);
            if (value != null) {
              set(rows, column, value);
            }
          }
          insert.addBatch();
          rows.endRow();
        }
      }
      insert.executeBatch();
      writer.commit();
    }
  }

  /** An expression, and the same in SQL. */
  private record Both(Expression albis, String sql, boolean isDouble) {}

  /** A condition, and the same in SQL. */
  private record Test(Predicate albis, String sql) {}

  private Test test(int depth) {
    int number = random.nextInt(-range, range);
    return switch (random.nextInt(depth > 0 ? 8 : 5)) {
      case 0 -> new Test(Predicate.lessThan("i32", number), "i32 < " + number);
      case 1 -> new Test(Predicate.isNull("i64"), "i64 IS NULL");
      case 2 -> {
        BigDecimal value = BigDecimal.valueOf(number % 999_999_999, 3);
        yield new Test(Predicate.greaterOrEqual("d9", value), "d9 >= " + value.toPlainString());
      }
      case 3 -> new Test(Predicate.equal("b", true), "b");
      case 4 -> new Test(Predicate.startsWith("s", "x"), "s LIKE 'x%'");
      case 5 -> {
        Test inner = test(depth - 1);
        yield new Test(Predicate.not(inner.albis), "NOT (" + inner.sql + ")");
      }
      default -> {
        Test left = test(depth - 1);
        Test right = test(depth - 1);
        yield random.nextBoolean()
            ? new Test(
                Predicate.and(left.albis, right.albis),
                "((" + left.sql + ") AND (" + right.sql + "))")
            : new Test(
                Predicate.or(left.albis, right.albis),
                "((" + left.sql + ") OR (" + right.sql + "))");
      }
    };
  }

  /** A comparison of exact numbers: doubles that were rounded may be ordered in another way. */
  private Both comparison(int depth) {
    if (depth > 0 && random.nextBoolean()) {
      Both left = comparison(depth - 1);
      Both right = comparison(depth - 1);
      return random.nextBoolean()
          ? new Both(
              left.albis.times(right.albis), "(" + left.sql + " AND " + right.sql + ")", false)
          : new Both(
              left.albis.greatest(right.albis), "(" + left.sql + " OR " + right.sql + ")", false);
    }
    Both left = exact(random.nextInt(3));
    Both right = exact(random.nextInt(3));
    return switch (random.nextInt(4)) {
      case 0 ->
          new Both(
              left.albis.lessThan(right.albis), "(" + left.sql + " < " + right.sql + ")", false);
      case 1 ->
          new Both(
              left.albis.lessOrEqual(right.albis),
              "(" + left.sql + " <= " + right.sql + ")",
              false);
      case 2 ->
          new Both(
              left.albis.equalTo(right.albis), "(" + left.sql + " = " + right.sql + ")", false);
      default ->
          new Both(
              Expression.literal(1).minus(left.albis.equalTo(right.albis)),
              "(" + left.sql + " <> " + right.sql + ")",
              false);
    };
  }

  private Both exact(int depth) {
    Both found = expression(depth);
    while (found.isDouble) {
      found = expression(depth);
    }
    return found;
  }

  private Both choice(int depth) {
    Both chosen = expression(depth);
    Both other = random.nextBoolean() ? null : expression(depth);
    Expression otherwise = other == null ? null : other.albis;
    String end = other == null ? " END)" : " ELSE " + other.sql + " END)";
    boolean isDouble = chosen.isDouble || other != null && other.isDouble;
    if (random.nextBoolean()) {
      Both test = comparison(1);
      return new Both(
          otherwise == null
              ? chosen.albis.when(test.albis)
              : chosen.albis.when(test.albis, otherwise),
          "(CASE WHEN " + test.sql + " THEN " + chosen.sql + end,
          isDouble);
    }
    Test test = test(2);
    return new Both(
        otherwise == null
            ? chosen.albis.when(test.albis)
            : chosen.albis.when(test.albis, otherwise),
        "(CASE WHEN " + test.sql + " THEN " + chosen.sql + end,
        isDouble);
  }

  /** Not where DuckDB fails, such as the logarithm of 0. */
  private Both function(int depth) {
    Both value = expression(depth);
    String number = "CAST(" + value.sql + " AS double)";
    return switch (random.nextInt(7)) {
      case 0 -> new Both(value.albis.abs(), "abs(" + value.sql + ")", value.isDouble);
      case 1 ->
          new Both(
              Expression.literal(0).minus(value.albis.abs()).exp(),
              "exp(-abs(" + number + "))",
              true);
      case 2 -> new Both(value.albis.abs().sqrt(), "sqrt(abs(" + number + "))", true);
      case 3 ->
          new Both(
              value.albis.ln(), "(CASE WHEN " + number + " > 0 THEN ln(" + number + ") END)", true);
      case 4 -> {
        Both divisor = expression(depth);
        yield new Both(
            value.albis.dividedByOrNull(divisor.albis),
            "(" + number + " / nullif(CAST(" + divisor.sql + " AS double), 0))",
            true);
      }
      default -> {
        Both other = expression(depth);
        String operands = "(" + value.sql + ", " + other.sql + ")";
        boolean isDouble = value.isDouble || other.isDouble;
        yield switch (random.nextInt(3)) {
          case 0 -> new Both(value.albis.least(other.albis), "least" + operands, isDouble);
          case 1 -> new Both(value.albis.greatest(other.albis), "greatest" + operands, isDouble);
          default -> new Both(value.albis.orElse(other.albis), "coalesce" + operands, isDouble);
        };
      }
    };
  }

  private Both expression(int depth) {
    if (random.nextInt(4) == 0) {
      return random.nextBoolean()
          ? choice(Math.max(0, depth - 1))
          : function(Math.max(0, depth - 1));
    }
    int kind = random.nextInt(depth > 0 ? 4 : 2);
    if (kind == 0) {
      if (random.nextInt(6) == 0) {
        return new Both(Expression.column("f64"), "f64", true);
      }
      // The type in which DuckDB does not overflow.
      List<String> names = depth < 2 ? List.of("i8", "i32", "d9") : EXACT;
      String name = names.get(random.nextInt(names.size()));
      String sql = name.startsWith("i") ? "CAST(" + name + " AS decimal(19,0))" : name;
      return new Both(Expression.column(name), sql, false);
    }
    if (kind == 1) {
      BigDecimal number = BigDecimal.valueOf(random.nextInt(-9, 10), random.nextInt(3));
      return new Both(
          Expression.literal(number),
          "CAST(" + number + " AS decimal(3," + number.scale() + "))",
          false);
    }
    Both left = expression(depth - 2);
    Both right = expression(depth - 2);
    boolean isDouble = left.isDouble || right.isDouble;
    return switch (random.nextInt(3)) {
      case 0 ->
          new Both(
              left.albis.plus(right.albis), "(" + left.sql + " + " + right.sql + ")", isDouble);
      case 1 ->
          new Both(
              left.albis.minus(right.albis), "(" + left.sql + " - " + right.sql + ")", isDouble);
      default ->
          new Both(
              left.albis.times(right.albis), "(" + left.sql + " * " + right.sql + ")", isDouble);
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 100, 5000, 1 << 30})
  void equalThoseOfDuckDb(int differentValues) throws SQLException {
    range = differentValues;
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      for (int seed = 0; seed < 2; seed++) {
        random = new SplittableRandom(seed);
        String uri = directory.resolve("t" + seed).toString();
        write(uri, statement);
        try (Table table = Table.open(uri)) {
          compared = 0;
          for (int query = 0; query < 40; query++) {
            compare(table, connection);
          }
          assertThat(compared).isGreaterThan(20);
        }
      }
    }
  }

  private void compare(Table table, Connection connection) throws SQLException {
    List<String> keys = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      String key = KEYS.get(random.nextInt(KEYS.size()));
      if (!keys.contains(key)) {
        keys.add(key);
      }
    }
    Aggregation aggregation = Aggregation.groupBy(keys.toArray(String[]::new)).count();
    List<String> selected = new ArrayList<>(keys);
    selected.add("count(*)");
    List<Boolean> areDoubles = new ArrayList<>(List.of(false));
    for (int i = random.nextInt(1, 5); i > 0; i--) {
      Both value = expression(random.nextInt(4));
      int function = random.nextInt(4);
      aggregation =
          switch (function) {
            case 0 -> aggregation.count(value.albis);
            case 1 -> aggregation.sum(value.albis);
            case 2 -> aggregation.min(value.albis);
            default -> aggregation.max(value.albis);
          };
      selected.add(List.of("count", "sum", "min", "max").get(function) + "(" + value.sql + ")");
      areDoubles.add(function > 0 && value.isDouble);
    }
    boolean isFiltered = random.nextBoolean();
    String sql = "SELECT " + String.join(", ", selected) + " FROM data";
    sql += isFiltered ? " WHERE i32 < 1" : "";
    if (random.nextBoolean()) {
      Both condition = comparison(1);
      aggregation = aggregation.where(condition.albis);
      sql += (isFiltered ? " AND " : " WHERE ") + condition.sql;
    }
    sql += keys.isEmpty() ? "" : " GROUP BY " + String.join(", ", keys);
    Map<List<Object>, List<Object>> expected = new HashMap<>();
    // DuckDB closes a statement that fails.
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        List<Object> group = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
          group.add(result.getString(i + 1));
        }
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < areDoubles.size(); i++) {
          int column = keys.size() + i + 1;
          Object value = result.getObject(column);
          values.add(value == null || areDoubles.get(i) ? value : number(result, column));
        }
        expected.put(group, values);
      }
    } catch (SQLException e) {
      // DuckDB refuses products of more than 38 digits.
      assertThat(e.getMessage()).matches("(?is).*(decimal|overflow).*");
      return;
    }
    compared++;
    var scan = isFiltered ? table.scan().filter(Predicate.lessThan("i32", 1)) : table.scan();
    Aggregator aggregator =
        switch (random.nextInt(3)) {
          case 0 -> scan.aggregate(aggregation);
          case 1 -> scan.aggregate(aggregation, 2);
          default -> merged(scan.select(aggregation.columns()), aggregation);
        };
    assertThat(aggregator.groupCount()).as(sql).isEqualTo(expected.size());
    for (int group = 0; group < aggregator.groupCount(); group++) {
      List<Object> key = new ArrayList<>();
      for (int i = 0; i < keys.size(); i++) {
        key.add(key(aggregator, group, i, keys.get(i)));
      }
      List<Object> values = expected.get(key);
      assertThat(values).as("%s in %s", key, sql).isNotNull();
      for (int i = 0; i < areDoubles.size(); i++) {
        check(aggregator, group, keys.size() + i, values.get(i), key + " of " + sql);
      }
    }
  }

  /** Aggregates blocks of rows, and adds the groups of each to those before. */
  private static Aggregator merged(DatasetScan scan, Aggregation aggregation) {
    Aggregator all = new Aggregator(aggregation, scan.schema());
    try (BatchCursor cursor = scan.batches()) {
      while (cursor.next()) {
        int from = 0;
        while (from < cursor.batch().selectedCount()) {
          Aggregator part = new Aggregator(aggregation, scan.schema());
          from = part.add(cursor.batch(), from, 1);
          all.merge(part);
        }
      }
    }
    return all;
  }

  private static BigDecimal number(ResultSet result, int column) throws SQLException {
    return new BigDecimal(result.getString(column));
  }

  private static String key(Aggregator aggregator, int group, int column, String name) {
    if (aggregator.isNull(group, column)) {
      return null;
    }
    return switch (name) {
      case "b" -> Boolean.toString(aggregator.getLong(group, column) == 1);
      case "s", "t" -> new String(aggregator.getBytes(group, column), StandardCharsets.UTF_8);
      case "d9", "d15" -> aggregator.getDecimal(group, column).toPlainString();
      default -> Long.toString(aggregator.getLong(group, column));
    };
  }

  private static void check(
      Aggregator aggregator, int group, int column, Object expected, String description) {
    assertThat(aggregator.isNull(group, column)).as(description).isEqualTo(expected == null);
    if (expected instanceof BigDecimal number) {
      assertThat(aggregator.getDecimal(group, column)).as(description).isEqualByComparingTo(number);
    } else if (expected != null) {
      double number = (Double) expected;
      assertThat(aggregator.getDouble(group, column))
          .as(description)
          .isCloseTo(number, org.assertj.core.data.Offset.offset(1e-9 * Math.abs(number) + 1e-6));
    }
  }
}
