// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.spark.SparkArithmeticException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conditional aggregates, and those of integers, have the results that Spark computes of rows. */
@ExtendWith(SparkTestSession.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AggregateExpressionsTest {

  private static final int ROWS = 3000;

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int64()),
          Field.nullable("b", Type.bool()),
          Field.nullable("i1", Type.int8()),
          Field.nullable("i2", Type.int16()),
          Field.nullable("i4", Type.int32()),
          Field.nullable("i8", Type.int64()),
          Field.nullable("f8", Type.float64()),
          Field.nullable("n", Type.decimal(12, 2)),
          Field.nullable("s", Type.string()),
          Field.nullable("p", Type.struct(Field.nullable("x", Type.int32()))));

  private String table;
  private SplittableRandom random;

  @BeforeAll
  void write(@TempDir Path directory) {
    table = directory.resolve("table").toString();
    SplittableRandom values = new SplittableRandom(7);
    try (TableWriter writer = TableWriter.create(table, SCHEMA).segmentSize(4096).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int id = 0; id < ROWS; id++) {
          rows.setLong(0, id);
          boolean isLarge = values.nextInt(100) == 0;
          if (values.nextInt(6) > 0) {
            rows.setBoolean(1, values.nextBoolean());
            rows.setByte(2, (byte) values.nextInt(isLarge ? 128 : 10));
          }
          if (values.nextInt(6) > 0) {
            rows.setShort(3, (short) (isLarge ? values.nextInt() : values.nextInt(-100, 100)));
            rows.setInt(4, isLarge ? values.nextInt() : values.nextInt(-1000, 1000));
          }
          if (values.nextInt(6) > 0) {
            rows.setLong(5, isLarge ? values.nextLong() : values.nextInt(1000));
            rows.setDouble(6, values.nextInt(-50, 50) / 4.0);
            rows.setDecimal(7, BigDecimal.valueOf(values.nextInt(-100_000, 100_000), 2));
          }
          if (values.nextInt(6) > 0) {
            rows.setString(8, "name " + values.nextInt(20));
            rows.value(9).beginStruct();
            rows.value(9).field(0).setInt(values.nextInt(10));
            rows.value(9).endStruct();
          }
          rows.endRow();
        }
      }
      writer.commit();
    }
  }

  private Dataset<Row> query(SparkSession spark, String aggregates, String sql) {
    TestTables.view(spark, table, Map.of("aggregates", aggregates));
    return spark.sql(sql);
  }

  /** Returns the rows, or why there are none. */
  private static List<String> result(Dataset<Row> query) {
    try {
      return query.collectAsList().stream().map(Row::toString).sorted().toList();
    } catch (SparkArithmeticException e) {
      String condition = e.getCondition();
      return List.of(condition.contains("OVERFLOW") ? "overflow" : condition);
    }
  }

  private List<String> assertAggregated(SparkSession spark, String sql) {
    List<String> expected = result(query(spark, "false", sql));
    Dataset<Row> query = query(spark, "true", sql);
    assertThat(result(query)).as(sql).isEqualTo(expected);
    assertThat(Plans.isAggregated(query)).as(sql).isTrue();
    return expected;
  }

  private void assertLeftToSpark(SparkSession spark, String sql) {
    List<String> expected = result(query(spark, "false", sql));
    Dataset<Row> query = query(spark, "true", sql);
    assertThat(result(query)).as(sql).isEqualTo(expected);
    assertThat(Plans.isAggregated(query)).as(sql).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "count(*) filter (where i4 > 3), count(s) filter (where b), sum(n) filter (where s = 'a')",
        "sum(case when s = 'name 3' then n else null end), sum(case when s = '' then n end)",
        "sum(case when s = 'name 3' then n else 0 end), sum(case when s = '' then n else 0 end)",
        "sum(if(i4 > 10, 1, 0)), sum(if(i4 > 10, 0, 1)), count(if(i4 > 10, s, null))",
        "count(case when i4 > 10 then 1 end), count(case when i4 > 10 then 'a' else s end)",
        "avg(n) filter (where i4 between 10 and 100), avg(case when b then i4 else 7 end)",
        "max(case when b then f8 else 1.5D end), min(n) filter (where s like '%me_1%')",
        "sum(case when i4 < 0 then n when i4 < 100 then n * 2 else 3.25 end)",
        "sum(i4) filter (where p.x in (1, 2, 3)), count(*) filter (where p is null)",
        "sum(n) filter (where not b or s is null), sum(f8) filter (where not (b and i4 > 0))"
      })
  void aggregatesWithConditions(String aggregates, SparkSession spark) {
    spark.conf().set("spark.sql.ansi.enabled", "true");
    assertAggregated(spark, "select " + aggregates + " from t where id <> 5");
    assertAggregated(spark, "select i1, " + aggregates + " from t where id <> 5 group by i1");
    assertAggregated(spark, "select " + aggregates + " from t where id < 0");
  }

  @Test
  void computesConditionsOfWhatIsComputedBefore(SparkSession spark) {
    assertAggregated(
        spark,
        "select k, sum(y) filter (where name <> 'name 3'), sum(case when K < 3 then y end) from"
            + " (select i1 as k, n * 2 as y, S as name, id from t) where id > 3 group by k");
  }

  /** Spark computes such a value only where the condition is true. */
  @Test
  void leavesConditionalErrorsToSpark(SparkSession spark) {
    String sql = "select sum(case when id < 0 then i4 + i4 end) from t where id > 3";

    spark.conf().set("spark.sql.ansi.enabled", "true");
    assertLeftToSpark(spark, sql);
    assertLeftToSpark(spark, "select sum(i8 * i8) filter (where i8 < 9) from t where id > 3");
    spark.conf().set("spark.sql.ansi.enabled", "false");
    assertAggregated(spark, sql);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "i1 + i1",
        "i2 * i2",
        "i4 * 3000000",
        "i4 - i2",
        "-i4",
        "i8 * i8",
        "cast(i4 as bigint) * i8",
        "i1 * 2Y - i2",
        "-(i8 - i4)",
        "abs(i4) - 7",
        "(i4 + 7) * (1 - i4)",
        "i8 + 9223372036854775800"
      })
  void computesWithIntegers(String value, SparkSession spark) {
    String aggregates = "sum(%s), min(%s), max(%s), count(%s)".replace("%s", value);
    aggregates += hasRoundedAverage(value) ? "" : ", avg(" + value + ")";
    for (String isAnsi : List.of("true", "false")) {
      spark.conf().set("spark.sql.ansi.enabled", isAnsi);
      assertAggregated(spark, "select " + aggregates + " from t where id <> 5");
      assertAggregated(spark, "select i1, " + aggregates + " from t where id > 50 group by i1");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "f8 / 4; i4 / 8; exp(f8 / 10); 1 / (1 + exp(-(f8 * 0.25D + i1)))",
        "ln(f8); ln(i4); sqrt(i1); sqrt(f8); abs(f8); abs(n); -f8",
        "coalesce(f8, i1, 0); coalesce(i4, i8, 7); coalesce(n, i1); nullif(f8, 3)",
        "least(f8, i1, 3.5D); least(n, i4); greatest(n, 1.2345, i1); greatest(f8, -f8)",
        "cast(i8 as double); cast(n as double) * f8; if(f8 * f8 > i1 * 2.0D, f8, -1.5D)",
        "case when f8 / 4.0D = i1 then 1 when ln(f8) < 1 and b then n else i4 end",
        "case when not (abs(n) > i4 or exp(f8) <= i1) then i8 end",
        "case when sqrt(f8) is null or n * 2 is not null then 1 else 2 end",
        "if(least(f8, i1) = greatest(f8, i1), f8, 0); if(n > i4 * 1.234567, 1, 0)"
      })
  void computesFunctions(String values, SparkSession spark) {
    List<String> aggregates = new ArrayList<>();
    for (String value : values.split("; ", -1)) {
      // Not the sums of doubles, which depend on the order.
      aggregates.add("min(%s), max(%s), count(%s)".replace("%s", value));
    }
    String select = String.join(", ", aggregates) + " from t where i1 < 60 and id <> 5";
    for (String isAnsi : List.of("true", "false")) {
      spark.conf().set("spark.sql.ansi.enabled", isAnsi);
      assertAggregated(spark, "select " + select);
      assertAggregated(spark, "select i1, " + select + " group by i1");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "f8 * f8 > 30",
        "f8 / 4 >= i1",
        "exp(f8) < i4 and b",
        "not (f8 + i1 = 3) or s = 'name 3'",
        "abs(n) > i4 and ln(f8) > 0.5D and i4 > 7"
      })
  void aggregatesRowsByComputedConditions(String condition, SparkSession spark) {
    spark.conf().set("spark.sql.ansi.enabled", "false");
    assertAggregated(spark, "select count(*), sum(i4), max(f8) from t where " + condition);
    assertAggregated(
        spark, "select i1, count(s), sum(n) from t where " + condition + " group by i1");
  }

  /** With ANSI, an error; the divisor is computed first, and 0 is none if the dividend is null. */
  @Test
  void dividesByZeroAsSpark(SparkSession spark) {
    for (String isAnsi : List.of("true", "false")) {
      spark.conf().set("spark.sql.ansi.enabled", isAnsi);
      String zero = "select max(f8 / (i1 - 3)), count(f8 / i1) from t where id > 5";
      List<String> results = assertAggregated(spark, zero);
      assertThat(results).isEqualTo(isAnsi.equals("true") ? List.of("DIVIDE_BY_ZERO") : results);
      assertAggregated(spark, "select max(f8 / (i1 - 3)) from t where i1 <> 3");
      assertAggregated(spark, "select max(f8 / (i1 - 3)) from t where f8 is null");
      assertAggregated(spark, "select max(f8 / -0.0D) from t where id > 5");
      assertAggregated(spark, "select max(f8 / cast('NaN' as double)) from t where id > 5");
    }
  }

  /** Spark does not compute an operand after one that is null. */
  @Test
  void leavesErrorsBesidesNullsToSpark(SparkSession spark) {
    for (String value :
        List.of(
            "i1 + (i8 * i8)",
            "ln(f8) * (f8 / (i1 - 3))",
            "(i8 * i8) / f8",
            "coalesce(f8, i4 / (i1 - 3))",
            "if(f8 / (i1 - 3) > 2, 1, 0)")) {
      String sql = "select max(%s), count(%s) from t where id > 3".replace("%s", value);
      spark.conf().set("spark.sql.ansi.enabled", "true");
      assertLeftToSpark(spark, sql);
      spark.conf().set("spark.sql.ansi.enabled", "false");
      assertAggregated(spark, sql);
    }
    spark.conf().set("spark.sql.ansi.enabled", "true");
    // Where the first operand is null, so is the second one, or an operand of it.
    assertAggregated(spark, "select max((f8 + 1) * (i4 / (f8 - 3))) from t where f8 > 3");
    assertAggregated(spark, "select max(id * (i8 + i1)) from t where i8 < 1000");
    assertLeftToSpark(spark, "select max(f8 / (i1 - 3)) filter (where b) from t where id > 3");
    assertLeftToSpark(spark, "select count(*) from t where f8 / (i1 - 3) > 1 and i8 > 3");
  }

  /** Spark adds up doubles, in some order. */
  private static boolean hasRoundedAverage(String value) {
    return value.contains("i8") || value.contains("bigint");
  }

  private String any(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private String condition(int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 4)) {
      case 7 -> value(1) + any(" < ", " >= ", " = ", " <> ") + any(value(1), "f8 * f8");
      case 0 -> any("i4", "i8", "n", "f8", "i1") + any(" < ", " >= ", " = ", " <> ") + number();
      case 1 -> any("i4", "s", "p.x", "b") + any(" is null", " is not null");
      case 2 -> any("s like '%1%'", "s in ('name 1', 'name 7')", "b", "i2 in (1, 2, null)");
      case 3 -> "s > 'name " + random.nextInt(20) + "'";
      case 4 -> "not (" + condition(depth - 1) + ")";
      default -> "(" + condition(depth - 1) + any(" and ", " or ") + condition(depth - 1) + ")";
    };
  }

  private int number() {
    return random.nextInt(-20, 100);
  }

  private String quotient() {
    String divisor = any("i1", "f8", "(i4 - 7)", "exp(f8)", "ln(i2)", "sqrt(n)");
    return any("f8", "i4", "1") + " / " + divisor;
  }

  private String value(int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 2)) {
      case 5 ->
          any("least", "greatest", "coalesce") + "(" + value(depth - 1) + ", " + value(0) + ")";
      case 6 -> any("abs", "-") + "(" + value(depth - 1) + ")";
      case 7 -> "if(" + quotient() + any(" > ", " <= ") + "i1, " + value(0) + ", 7)";
      case 0 -> any("i1", "i2", "i4", "i8", "n");
      case 1 -> any("i1", "i4", Integer.toString(number()));
      case 2 -> "if(" + condition(1) + ", " + value(0) + ", " + any(value(0), "null") + ")";
      case 3 ->
          "case when "
              + condition(1)
              + " then "
              + value(0)
              + any(" end", " else 0 end", " else " + value(0) + " end");
      default -> "(" + value(depth - 1) + any(" + ", " - ", " * ") + value(depth - 1) + ")";
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void randomAggregatesAreThoseOfSpark(int seed, SparkSession spark) {
    random = new SplittableRandom(seed);
    spark.conf().set("spark.sql.ansi.enabled", Boolean.toString(seed % 2 == 0));
    int aggregated = 0;
    for (int i = 0; i < 15; i++) {
      List<String> selected = new ArrayList<>();
      for (int call = 0; call < 3; call++) {
        String value = value(2);
        String average = hasRoundedAverage(value) ? "sum" : "avg";
        String aggregate = any("sum", average, "min", "max", "count");
        selected.add(
            aggregate + "(" + value + ")" + any("", " filter (where " + condition(2) + ")"));
      }
      boolean hasKey = random.nextBoolean();
      String sql =
          (hasKey ? "select i1, " : "select ")
              + String.join(", ", selected)
              + " from t where id > 3"
              + (hasKey ? " group by i1" : "");
      Dataset<Row> query = query(spark, "true", sql);
      List<String> found = result(query);
      aggregated += Plans.isAggregated(query) ? 1 : 0;
      assertThat(found).as(sql).isEqualTo(result(query(spark, "false", sql)));
    }
    // With ANSI, conditions of integers may be errors.
    assertThat(aggregated).isGreaterThan(seed % 2 == 0 ? 0 : 3);
  }
}
