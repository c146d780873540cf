// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.oracle;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.spark.SparkTestSession;
import io.albis.spark.internal.predicate.LikeConditions;
import io.albis.spark.internal.predicate.NullConditions;
import io.albis.spark.internal.predicate.PushedPredicates;
import io.albis.spark.internal.type.SparkTypes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.util.V2ExpressionBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import scala.Option;

/**
 * Spark evaluates random predicates over rows in its memory; the reader evaluates what they are
 * translated to over a table with the same rows. The property {@code albis.predicates} sets their
 * number, {@code albis.seed} repeats a run.
 */
@ExtendWith(SparkTestSession.class)
class PredicateOracleTest {

  private static final int PREDICATES = Integer.getInteger("albis.predicates", 500);
  private static final int PER_TABLE = 250;
  private static final int PER_QUERY = 25;

  @TempDir static Path directory;

  private int exact;
  private int pruning;
  private int skippedRows;

  @Test
  void selectsTheRowsThatSparkSelects(SparkSession spark) {
    OracleSession.configure(spark);
    for (int i = 0; i < (PREDICATES + PER_TABLE - 1) / PER_TABLE; i++) {
      long seed = OracleSession.seed(i);
      try {
        compare(spark, seed, directory.resolve("t" + i));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("-Dalbis.seed=" + seed + ": " + e.getMessage(), e);
      }
    }
    // Otherwise the test compares little.
    assertThat(exact).isGreaterThan(PREDICATES / 2);
    assertThat(pruning).isGreaterThan(PREDICATES / 40);
    assertThat(skippedRows).isGreaterThan(PREDICATES * 100);
  }

  private void compare(SparkSession spark, long seed, Path path) {
    Random random = new Random(seed);
    OracleTable table = OracleTable.write(path, random, 6, 100 + random.nextInt(200));
    RandomPredicates predicates = new RandomPredicates(random, table.schema(), table.values());
    Dataset<Row> rows = rows(spark, table);
    try (Table opened = Table.open(table.uri())) {
      for (int i = 0; i < PER_TABLE; i += PER_QUERY) {
        List<Column> conditions = new ArrayList<>();
        for (int k = 0; k < PER_QUERY; k++) {
          conditions.add(predicates.next(k % 4));
        }
        List<BitSet> expected = evaluate(rows, conditions);
        for (int k = 0; k < PER_QUERY; k++) {
          check(opened, rows, conditions.get(k), expected.get(k));
        }
      }
    }
  }

  /** The rows as an RDD: Spark does not evaluate predicates over it while it plans. */
  private static Dataset<Row> rows(SparkSession spark, OracleTable table) {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    return spark.createDataFrame(
        context.parallelize(SparkValues.rows(table.schema(), table.rows()), 2),
        SparkTypes.toSpark(table.schema()));
  }

  /** For each condition the ids of the rows for which it is true. */
  private static List<BitSet> evaluate(Dataset<Row> rows, List<Column> conditions) {
    List<Column> columns = new ArrayList<>();
    columns.add(col(RandomColumns.ID));
    for (Column condition : conditions) {
      columns.add(condition.as("p" + columns.size()));
    }
    List<BitSet> selected = new ArrayList<>();
    conditions.forEach(condition -> selected.add(new BitSet()));
    for (Row row : rows.select(columns.toArray(new Column[0])).collectAsList()) {
      for (int i = 0; i < conditions.size(); i++) {
        if (!row.isNullAt(i + 1) && row.getBoolean(i + 1)) {
          selected.get(i).set(Math.toIntExact(row.getLong(0)));
        }
      }
    }
    return selected;
  }

  private void check(Table table, Dataset<Row> rows, Column condition, BitSet expected) {
    LogicalPlan analyzed = rows.select(condition.as("p")).queryExecution().analyzed();
    Alias alias = (Alias) ((Project) analyzed).projectList().head();
    check(table, alias.child(), condition, expected);
    LogicalPlan optimized = rows.filter(condition).queryExecution().optimizedPlan();
    if (optimized instanceof Filter filter) {
      check(table, filter.condition(), condition, expected);
    }
  }

  private void check(Table table, Expression tested, Column condition, BitSet expected) {
    List<org.apache.spark.sql.connector.expressions.filter.Predicate> translated =
        new ArrayList<>();
    boolean isComplete = true;
    for (Expression operand : conjuncts(NullConditions.rewrite(tested))) {
      Option<org.apache.spark.sql.connector.expressions.filter.Predicate> predicate =
          LikeConditions.translate(operand)
              .map(Option::apply)
              .orElseGet(() -> new V2ExpressionBuilder(operand, true).buildPredicate());
      if (predicate.isDefined()) {
        translated.add(predicate.get());
      }
      isComplete &= predicate.isDefined();
    }
    PushedPredicates pushed =
        PushedPredicates.of(
            translated.toArray(new org.apache.spark.sql.connector.expressions.filter.Predicate[0]),
            table.schema());
    Predicate all = Predicate.and(pushed.exact(), pushed.pruning());
    String what = condition + " as " + tested + ", read as " + all;
    DatasetScan scan = table.scan().select(RandomColumns.ID);
    BitSet found = ids(scan.filter(all));
    if (isComplete && pushed.remaining().length == 0) {
      exact++;
      assertThat(found).as(what).isEqualTo(expected);
    } else if (!all.equals(Predicate.alwaysTrue())) {
      pruning++;
      assertContains(found, expected, what);
    }
    BitSet kept = ids(scan.pruneBy(all));
    skippedRows += Math.toIntExact(table.rowCount()) - kept.cardinality();
    assertContains(kept, found, what);
  }

  private static void assertContains(BitSet found, BitSet expected, String what) {
    BitSet missing = (BitSet) expected.clone();
    missing.andNot(found);
    assertThat(missing.cardinality()).as("missing rows of %s", what).isZero();
  }

  private static List<Expression> conjuncts(Expression expression) {
    if (expression instanceof And and) {
      List<Expression> conjuncts = new ArrayList<>(conjuncts(and.left()));
      conjuncts.addAll(conjuncts(and.right()));
      return conjuncts;
    }
    return List.of(expression);
  }

  private static BitSet ids(DatasetScan scan) {
    BitSet ids = new BitSet();
    try (RowCursor cursor = scan.rows()) {
      while (cursor.next()) {
        ids.set(Math.toIntExact(cursor.row().getLong(0)));
      }
    }
    return ids;
  }
}
