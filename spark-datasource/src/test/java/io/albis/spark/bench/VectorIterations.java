// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.ml.classification.LogisticRegression;
import org.apache.spark.ml.clustering.KMeans;
import org.apache.spark.ml.functions;
import org.apache.spark.ml.regression.GeneralizedLinearRegression;
import org.apache.spark.ml.regression.LinearRegression;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Algorithms of {@code spark.ml} over a column of vectors. <em>Linear</em>, <em>logistic</em> and
 * <em>k-means</em>, as they are by default, read it a few times, to make blocks of rows, which they
 * cache themselves whether or not the data frame is cached. The others read it in each iteration,
 * and cache no vectors, because the data frame is cached.
 */
final class VectorIterations implements IterationsLibrary.Data {

  @Override
  public String name() {
    return "vectors";
  }

  @Override
  public Dataset<Row> frame(Dataset<Long> ids) {
    String features =
        IntStream.rangeClosed(1, IterationsLibrary.FEATURES)
            .mapToObj(i -> "x" + i)
            .collect(Collectors.joining(", ", "array(", ")"));
    Dataset<Row> numbers = ids.selectExpr(IterationsLibrary.numbers());
    return numbers
        .selectExpr("y", "if(y > 0, 1D, 0D) AS label", features + " AS features")
        .withColumn(
            "features", functions.array_to_vector(org.apache.spark.sql.functions.col("features")));
  }

  @Override
  public List<String> algorithms() {
    return List.of("linear", "logistic", "logistic, GLM", "k-means", "k-means, rows");
  }

  @Override
  public List<Runnable> steps(String algorithm, Dataset<Row> cached, int iterations) {
    return List.of(
        switch (algorithm) {
          case "linear" ->
              () ->
                  new LinearRegression()
                      .setLabelCol("y")
                      .setSolver("l-bfgs")
                      .setTol(0)
                      .setMaxIter(iterations)
                      .fit(cached);
          case "logistic" ->
              () -> new LogisticRegression().setTol(0).setMaxIter(iterations).fit(cached);
          case "logistic, GLM" ->
              () ->
                  new GeneralizedLinearRegression()
                      .setFamily("binomial")
                      .setTol(0)
                      .setMaxIter(iterations)
                      .fit(cached);
          case "k-means" -> () -> clusters("auto", iterations).fit(cached);
          case "k-means, rows" -> () -> clusters("row", iterations).fit(cached);
          default -> throw new IllegalArgumentException("Invalid algorithm: " + algorithm);
        });
  }

  private static KMeans clusters(String solver, int iterations) {
    return new KMeans()
        .setK(4)
        .setSeed(1)
        .setInitMode("random")
        .setSolver(solver)
        .setTol(0)
        .setMaxIter(iterations);
  }
}
