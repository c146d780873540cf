// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.spark.SparkTestSession;
import io.albis.spark.cache.CacheSession;
import io.albis.spark.internal.type.SparkTypes;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random queries give the same results over a table of Albis, and over a data frame that Albis
 * caches, as over the same rows in Parquet, with random settings of Spark, and with both layouts of
 * columns. The property {@code albis.queries} sets their number, {@code albis.seed} repeats a run,
 * {@code albis.settings} sets with how many settings each query runs (16 are all).
 */
@ExtendWith(SparkTestSession.class)
class QueryOracleTest {

  private static final int QUERIES = Integer.getInteger("albis.queries", 32);
  private static final int SETTINGS = Integer.getInteger("albis.settings", 2);
  private static final int PER_TABLE = 16;
  private static final int ALL_SETTINGS = 16;

  @TempDir static Path directory;

  private final Set<Integer> usedSettings = new HashSet<>();
  private int rowsCompared;
  private int errors;
  private int aggregatedInCache;

  @Test
  void queriesGiveTheResultsOfParquet(SparkSession spark) {
    OracleSession.configure(spark);
    CacheSession.useAlbis(spark);
    for (int i = 0; i < (QUERIES + PER_TABLE - 1) / PER_TABLE; i++) {
      long seed = OracleSession.seed(i);
      try {
        compare(spark, seed, directory.resolve("t" + i));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("-Dalbis.seed=" + seed + ": " + e.getMessage(), e);
      } finally {
        CacheSession.clear(spark);
      }
    }
    CacheSession.useSpark(spark);
    assertThat(aggregatedInCache).isPositive();
    assertThat(usedSettings).hasSize(ALL_SETTINGS);
    // Otherwise the test compares little.
    assertThat(rowsCompared).isGreaterThan(QUERIES * 20);
    assertThat(errors).isLessThan(QUERIES / 4);
  }

  private void compare(SparkSession spark, long seed, Path path) {
    Random random = new Random(seed);
    int rows = 50 + random.nextInt(200);
    long ofTables = random.nextLong();
    OracleTable table =
        OracleTable.write(
            path.resolve("columns"), new Random(ofTables), 4, rows, ColumnGroupSpec.single());
    String inRowLayout =
        OracleTable.write(
                path.resolve("rows"), new Random(ofTables), 4, rows, ColumnGroupSpec.all())
            .uri();
    String parquet = path.resolve("parquet").toString();
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    Dataset<Row> frame =
        spark.createDataFrame(
            context.parallelize(SparkValues.rows(table.schema(), table.rows()), 2),
            SparkTypes.toSpark(table.schema()));
    frame.write().parquet(parquet);
    frame.cache();
    RandomPredicates predicates = new RandomPredicates(random, table.schema(), table.values());
    RandomQueries queries = new RandomQueries(random, table.schema(), predicates);
    for (int i = 0; i < PER_TABLE; i++) {
      UnaryOperator<Dataset<Row>> query = queries.next();
      Map<Boolean, List<String>> expected = new TreeMap<>();
      for (int k = 0; k < SETTINGS; k++) {
        boolean isRandom = k > 0 && SETTINGS < ALL_SETTINGS;
        int settings = isRandom ? random.nextInt(ALL_SETTINGS) : (i + k) % ALL_SETTINGS;
        usedSettings.add(settings);
        boolean isAnsi = (settings & 1) != 0;
        set(spark, 4, isAnsi);
        List<String> ofParquet =
            expected.computeIfAbsent(
                isAnsi, ansi -> Results.of(query.apply(spark.read().parquet(parquet))));
        set(spark, settings, isAnsi);
        OracleSession.setCostBased(spark, random.nextBoolean());
        Dataset<Row> albis =
            query.apply(
                spark.read().format("albis").load((settings & 8) == 0 ? inRowLayout : table.uri()));
        assertThat(Results.of(albis))
            .as(() -> "query " + queryText(albis, settings))
            .isEqualTo(ofParquet);
        if (k == 0) {
          Dataset<Row> cached = query.apply(frame);
          assertThat(Results.of(cached))
              .as(() -> "cached query " + queryText(cached, settings))
              .isEqualTo(ofParquet);
          String plan = cached.queryExecution().executedPlan().toString();
          aggregatedInCache += plan.contains("CachedAggregate") ? 1 : 0;
        }
        rowsCompared += ofParquet.size();
        errors += ofParquet.size() == 1 && ofParquet.get(0).startsWith("error") ? 1 : 0;
      }
    }
  }

  private static String queryText(Dataset<Row> query, int settings) {
    return "with settings " + settings + ":\n" + query.queryExecution();
  }

  private static void set(SparkSession spark, int settings, boolean isAnsi) {
    boolean generatesCode = (settings & 4) != 0;
    spark.conf().set("spark.sql.ansi.enabled", isAnsi);
    spark.conf().set("spark.sql.adaptive.enabled", (settings & 2) != 0);
    spark.conf().set("spark.sql.codegen.wholeStage", generatesCode);
    spark.conf().set("spark.sql.codegen.factoryMode", generatesCode ? "FALLBACK" : "NO_CODEGEN");
  }
}
