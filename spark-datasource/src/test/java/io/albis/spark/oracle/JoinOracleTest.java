// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.oracle;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;
import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.format.schema.TypeKind;
import io.albis.spark.Plans;
import io.albis.spark.SparkTestSession;
import io.albis.spark.internal.type.SparkTypes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Joins of 2 to 6 tables, of all types and by keys of all types, give the same results over a table
 * of Albis as over the same rows in Parquet. The property {@code albis.joins} sets their number,
 * {@code albis.seed} repeats a run.
 */
@ExtendWith(SparkTestSession.class)
class JoinOracleTest {

  private static final int QUERIES = Integer.getInteger("albis.joins", 20);
  private static final int MOST_TO_COVER = 400;
  private static final int PER_TABLE = 10;
  private static final List<String> TYPES =
      List.of("inner", "left_semi", "left_outer", "right_outer", "full_outer", "left_anti");

  @TempDir static Path directory;

  private Random random;
  private List<Field> keys;
  private RandomPredicates predicates;
  private int rowsCompared;
  private int withKeys;
  private int withDistantKeys;
  private int withBloomKeys;
  private int withGroups;

  @Test
  void joinsGiveTheResultsOfParquet(SparkSession spark) {
    OracleSession.configure(spark);
    // Only what has a hint is broadcast: the tables are small.
    spark.conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");
    spark.conf().set("spark.sql.adaptive.autoBroadcastJoinThreshold", "-1");
    // Few queries may all miss one of the ways by luck: then more follow.
    for (int i = 0; i * PER_TABLE < (isCovered() ? QUERIES : QUERIES + MOST_TO_COVER); i++) {
      long seed = OracleSession.seed(i);
      random = new Random(seed);
      try {
        compare(spark, directory.resolve("t" + i));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("-Dalbis.seed=" + seed + ": " + e.getMessage(), e);
      }
    }
    // Otherwise the test compares little.
    assertThat(rowsCompared).isGreaterThan(QUERIES * 5);
    assertThat(withKeys).isGreaterThan(QUERIES / 20);
    assertThat(withDistantKeys).isGreaterThan(QUERIES / 100);
    assertThat(withBloomKeys).isGreaterThan(QUERIES / 100);
    assertThat(withGroups).isPositive().isGreaterThanOrEqualTo(QUERIES / 50);
  }

  /** Whether enough scans tested keys, also without a broadcast, and grouped rows below a join. */
  private boolean isCovered() {
    return withKeys > QUERIES / 20
        && withDistantKeys > QUERIES / 100
        && withBloomKeys > QUERIES / 100
        && withGroups >= Math.max(1, QUERIES / 50);
  }

  private void compare(SparkSession spark, Path path) {
    int rows = 50 + random.nextInt(200);
    OracleTable table = OracleTable.write(path.resolve("albis"), random, 4, rows);
    String parquet = path.resolve("parquet").toString();
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    spark
        .createDataFrame(
            context.parallelize(SparkValues.rows(table.schema(), table.rows()), 2),
            SparkTypes.toSpark(table.schema()))
        .write()
        .parquet(parquet);
    predicates = new RandomPredicates(random, table.schema(), table.values());
    keys =
        table.schema().fields().stream()
            .filter(field -> !field.type().isNested() && !field.name().equals(RandomColumns.ID))
            .toList();
    for (int i = 0; i < PER_TABLE; i++) {
      Star star = star();
      spark.conf().set("spark.sql.ansi.enabled", random.nextBoolean());
      spark.conf().set("spark.sql.codegen.wholeStage", random.nextBoolean());
      List<String> expected = Results.of(star.of(spark.read().parquet(parquet)));
      String joinKeys = random.nextInt(4) == 0 ? "auto" : "true";
      Dataset<Row> albis =
          star.of(
              spark
                  .read()
                  .format("albis")
                  .option("join-keys", joinKeys)
                  .option("aggregates", "true")
                  .load(table.uri()));
      boolean isPruned =
          albis.queryExecution().sparkPlan().toString().contains("RuntimeFilters: [dynamicpruning");
      assertThat(Results.of(albis)).as(() -> "" + albis.queryExecution()).isEqualTo(expected);
      rowsCompared += expected.size();
      boolean hasKeys =
          Plans.scans(albis).stream().anyMatch(scan -> scan.description().contains("JoinKeys: "));
      withKeys += hasKeys ? 1 : 0;
      withDistantKeys += hasKeys && isPruned ? 1 : 0;
      String executed = albis.queryExecution().executedPlan().toString();
      withBloomKeys += executed.contains("might_contain") ? 1 : 0;
      withGroups += executed.contains("merge_") ? 1 : 0;
    }
  }

  /** A table that is joined: its keys, which are unique, and the greatest id of each. */
  private record Side(
      String type, Column condition, List<Column> keys, boolean comparesIds, boolean isBroadcast) {}

  /**
   * Joins of a table with others, which are all of the same rows.
   *
   * @param added rows of the table that are in it once more; null for none
   * @param isGrouped whether the result is aggregated, by what was joined last
   * @param isRolledUp whether there is also a group of all rows
   */
  private record Star(
      Column condition, Column added, List<Side> sides, boolean isGrouped, boolean isRolledUp) {

    Dataset<Row> of(Dataset<Row> table) {
      List<Column> columns = new ArrayList<>(List.of(col(RandomColumns.ID).as("f")));
      for (int i = 0; i < sides.size(); i++) {
        columns.addAll(named(sides.get(i).keys(), "f" + i));
      }
      Column[] selected = columns.toArray(Column[]::new);
      Dataset<Row> result = table.filter(condition).select(selected);
      if (added != null) {
        result = result.union(table.filter(added).select(selected));
      }
      List<Column> ids = new ArrayList<>(List.of(col("f")));
      for (int i = 0; i < sides.size(); i++) {
        Side side = sides.get(i);
        String id = "d" + i;
        List<Column> names = new ArrayList<>(named(side.keys(), id + "k"));
        names.add(col(RandomColumns.ID).as("x"));
        Column[] groups = columnsOf(side.keys().size(), id + "k");
        Dataset<Row> other =
            table
                .filter(side.condition())
                .select(names.toArray(Column[]::new))
                .groupBy(groups)
                .agg(max(isGrouped ? col("x").mod(lit(7)) : col("x")).as(id));
        Column on = side.comparesIds() ? col("f").leq(col(id)) : col("f").isNotNull();
        for (int k = 0; k < groups.length; k++) {
          on = on.and(col("f" + i + k).equalTo(groups[k]));
        }
        result = result.join(side.isBroadcast() ? broadcast(other) : other, on, side.type());
        if (!side.type().equals("left_semi") && !side.type().equals("left_anti")) {
          ids.add(col(id));
        }
      }
      if (isGrouped) {
        Column id = ids.get(ids.size() - 1);
        Column value = col("f");
        Column group = id.mod(lit(5)).as("g");
        return (isRolledUp ? result.rollup(group) : result.groupBy(group))
            .agg(
                count(lit(1)).as("a0"),
                sum(value).as("a1"),
                min(value).as("a2"),
                sum(when(id.mod(lit(2)).equalTo(0), value)).as("a3"));
      }
      return result.select(ids.toArray(Column[]::new));
    }

    private static List<Column> named(List<Column> columns, String prefix) {
      List<Column> named = new ArrayList<>();
      for (int i = 0; i < columns.size(); i++) {
        named.add(columns.get(i).as(prefix + i));
      }
      return named;
    }

    private static Column[] columnsOf(int count, String prefix) {
      Column[] columns = new Column[count];
      for (int i = 0; i < count; i++) {
        columns[i] = col(prefix + i);
      }
      return columns;
    }
  }

  private Star star() {
    List<Side> sides = new ArrayList<>();
    // Often the scan can then group rows before they are joined.
    boolean isGrouped = random.nextInt(4) == 0;
    for (int i = random.nextInt(isGrouped ? 2 : 5); i >= 0; i--) {
      List<Column> ofSide = new ArrayList<>(List.of(key()));
      if (random.nextInt(3) == 0) {
        ofSide.add(key());
      }
      // Half are inner joins: they and semi joins leave out rows.
      String type = random.nextBoolean() ? "inner" : TYPES.get(random.nextInt(TYPES.size()));
      boolean comparesIds = !isGrouped && random.nextInt(4) == 0;
      boolean isBroadcast = isGrouped || random.nextInt(3) > 0;
      sides.add(new Side(type, predicates.next(1), ofSide, comparesIds, isBroadcast));
    }
    Column added = random.nextInt(3) == 0 ? condition(isGrouped) : null;
    return new Star(condition(isGrouped), added, sides, isGrouped, random.nextBoolean());
  }

  /** Scans group rows only if they can test all conditions themselves. */
  private Column condition(boolean isSimple) {
    return isSimple && random.nextInt(4) > 0
        ? col(RandomColumns.ID).gt(random.nextInt(20))
        : predicates.next(1);
  }

  private Column key() {
    Field field = keys.get(random.nextInt(keys.size()));
    Column column = col('`' + field.name().replace("`", "``") + '`');
    boolean isNarrow =
        field.type().kind() == TypeKind.INT8 || field.type().kind() == TypeKind.INT16;
    return isNarrow && random.nextBoolean() ? column.cast("bigint") : column;
  }
}
