// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.albis.spark.SparkTestSession;
import io.albis.spark.internal.cache.CachedFrameMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.spark.ml.classification.LogisticRegression;
import org.apache.spark.ml.clustering.KMeans;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.regression.GeneralizedLinearRegression;
import org.apache.spark.ml.regression.LinearRegression;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Algorithms of {@code spark.ml}, and PageRank, over cached data frames. */
@ExtendWith(SparkTestSession.class)
class MachineLearningTest {

  private static final int ROWS = 3000;
  private static final int FEATURES = 12;

  private final SparkSession session;

  MachineLearningTest(SparkSession session) {
    this.session = session;
  }

  @AfterEach
  void clear() {
    CacheSession.clear(session);
    CacheSession.useSpark(session);
  }

  private static double[] features(Random random) {
    double[] features = new double[FEATURES];
    for (int i = 0; i < FEATURES; i++) {
      features[i] = random.nextInt(3) == 0 ? 0 : random.nextGaussian() + i % 4;
    }
    return features;
  }

  /** Two partitions: the sums of more could be added in any order. */
  private Dataset<Row> vectors(String kind) {
    Random random = new Random(34);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      double[] features = features(random);
      double sum = Arrays.stream(features).sum() + random.nextGaussian();
      Vector dense = Vectors.dense(features);
      boolean isSparse = kind.equals("sparse") || kind.equals("both") && i % 3 == 0;
      double isLarge = sum > FEATURES ? 1 : 0;
      rows.add(RowFactory.create(sum, isLarge, isSparse ? dense.toSparse() : dense));
    }
    StructType schema =
        new StructType(
            new StructField[] {
              DataTypes.createStructField("number", DataTypes.DoubleType, false),
              DataTypes.createStructField("label", DataTypes.DoubleType, false),
              DataTypes.createStructField("features", SQLDataTypes.VectorType(), true)
            });
    return session.createDataFrame(rows, schema).coalesce(2);
  }

  /** The rows as they are cached, and the numbers of all models. */
  private List<Object> models(Dataset<Row> cached) {
    List<Object> models = new ArrayList<>(cached.toDF().collectAsList());
    var linear =
        new LinearRegression().setLabelCol("number").setSolver("l-bfgs").setMaxIter(5).fit(cached);
    models.addAll(List.of(linear.coefficients(), linear.intercept()));
    var logistic = new LogisticRegression().setMaxIter(5).setRegParam(0.01).fit(cached);
    models.addAll(List.of(logistic.coefficients(), logistic.intercept()));
    var byLeastSquares =
        new GeneralizedLinearRegression()
            .setFamily("binomial")
            .setMaxIter(4)
            .setRegParam(0.01)
            .fit(cached);
    models.addAll(List.of(byLeastSquares.coefficients(), byLeastSquares.intercept()));
    var clusters = new KMeans().setSolver("row").setK(4).setSeed(1).setMaxIter(5).fit(cached);
    models.addAll(Arrays.asList(clusters.clusterCenters()));
    models.addAll(clusters.transform(cached).select("prediction").collectAsList());
    return models;
  }

  private static void cache(Dataset<Row> frame, StorageLevel level) {
    frame.persist(level);
    assertThat(frame.count()).isPositive();
    assertThat(frame.storageLevel()).as("if NONE, spark.ml caches again").isEqualTo(level);
  }

  private static void assertPlace(boolean isMapped) throws IOException {
    assertThat(CachedFrameMemory.mappings().isEmpty()).isEqualTo(!isMapped);
    assertThat(CacheSession.cachedBytes() == 0).isEqualTo(isMapped);
  }

  @ParameterizedTest
  @CsvSource({"dense, true", "both, false", "both, true"})
  void modelsAreThoseOfSparksCache(String kind, boolean isMapped) throws IOException {
    session.conf().set("spark.datasource.albis.mapped-cache", Boolean.toString(isMapped));
    StorageLevel level = isMapped ? StorageLevel.MEMORY_AND_DISK() : StorageLevel.MEMORY_ONLY();
    Dataset<Row> frame = vectors(kind);
    CacheSession.useSpark(session);
    cache(frame, level);
    List<Object> expected = models(frame);
    assertThat(expected).hasSizeGreaterThan(2 * ROWS);
    CacheSession.useAlbis(session);
    cache(frame, level);
    assertPlace(isMapped);

    List<Object> models = models(frame);

    assertThat(models).isEqualTo(expected);
  }

  /** The rank of each page after some iterations, which join it with the edges. */
  private Map<Long, Double> pageRanks(Dataset<Row> edges) {
    Dataset<Row> pages = edges.groupBy("page").agg(functions.count("*").as("links"));
    Dataset<Row> ranks = pages.select(functions.col("page"), functions.lit(1.0).as("rank"));
    for (int i = 0; i < 3; i++) {
      ranks =
          edges
              .join(pages, "page")
              .join(ranks, "page")
              .selectExpr("explode(targets) AS target", "rank / links / size(targets) AS part")
              .groupBy("target")
              .agg(functions.expr("0.15 + 0.85 * sum(part)").as("rank"))
              .withColumnRenamed("target", "page");
    }
    Map<Long, Double> all = new TreeMap<>();
    ranks.collectAsList().forEach(row -> all.put(row.getLong(0), row.getDouble(1)));
    return all;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void pageRanksAreThoseOfSparksCache(boolean isMapped) throws IOException {
    session.conf().set("spark.datasource.albis.mapped-cache", Boolean.toString(isMapped));
    StorageLevel level = isMapped ? StorageLevel.MEMORY_AND_DISK() : StorageLevel.MEMORY_ONLY();
    Dataset<Row> edges =
        session
            .range(0, 400, 1, 2)
            .selectExpr("id AS page", "array(id * 7 % 401, id * id % 397, id % 10) AS targets");
    CacheSession.useSpark(session);
    cache(edges, level);
    Map<Long, Double> expected = pageRanks(edges);
    assertThat(expected).hasSizeGreaterThan(300);
    CacheSession.useAlbis(session);
    cache(edges, level);
    assertPlace(isMapped);

    Map<Long, Double> ranks = pageRanks(edges);

    assertThat(ranks.keySet()).isEqualTo(expected.keySet());
    // Spark adds in any order.
    ranks.forEach((page, rank) -> assertThat(rank).isCloseTo(expected.get(page), within(1e-9)));
  }
}
