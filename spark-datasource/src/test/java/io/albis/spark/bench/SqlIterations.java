// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** The sums of SQL that algorithms take in an iteration, over columns of numbers. */
final class SqlIterations implements IterationsLibrary.Data {

  @Override
  public String name() {
    return "numbers";
  }

  @Override
  public Dataset<Row> frame(Dataset<Long> ids) {
    return ids.selectExpr(IterationsLibrary.numbers());
  }

  @Override
  public List<String> algorithms() {
    return List.of("count", "one column", "linear", "logistic", "k-means");
  }

  @Override
  public List<Runnable> steps(String algorithm, Dataset<Row> cached, int iterations) {
    List<Runnable> steps = new ArrayList<>();
    for (int i = 0; i < iterations; i++) {
      String[] sums = sums(algorithm, i);
      steps.add(() -> cached.toDF().selectExpr(sums).collectAsList());
    }
    return steps;
  }

  /** The aggregates of an iteration, whose weights differ from those of other iterations. */
  private static String[] sums(String algorithm, int iteration) {
    return switch (algorithm) {
      case "count" -> new String[] {"count(y)"};
      case "one column" -> new String[] {"sum(x7 * x7)"};
      case "linear" -> gradient("(" + dot(iteration) + " - y)");
      case "logistic" -> gradient("(1 / (1 + exp(-(" + dot(iteration) + "))) - y)");
      case "k-means" -> nearest(iteration);
      default -> throw new IllegalArgumentException("Invalid algorithm: " + algorithm);
    };
  }

  private static String dot(int iteration) {
    return IntStream.rangeClosed(1, IterationsLibrary.FEATURES)
        .mapToObj(i -> "x" + i + " * " + (i + iteration) / 100.0 + "D")
        .collect(Collectors.joining(" + "));
  }

  private static String[] gradient(String error) {
    return IntStream.rangeClosed(1, IterationsLibrary.FEATURES)
        .mapToObj(i -> "sum(" + error + " * x" + i + ")")
        .toArray(String[]::new);
  }

  /** Rows by the nearest of four centers, and the sums of their features. */
  private static String[] nearest(int iteration) {
    Map<Integer, String> distances = new LinkedHashMap<>();
    for (int center = 0; center < 4; center++) {
      double at = center / 4.0 - 0.4 + iteration / 100.0;
      distances.put(
          center,
          IntStream.rangeClosed(1, IterationsLibrary.FEATURES)
              .mapToObj(i -> "(x" + i + " - " + at + "D) * (x" + i + " - " + at + "D)")
              .collect(Collectors.joining(" + ")));
    }
    String least = "least(" + String.join(", ", distances.values()) + ")";
    return distances.values().stream()
        .map(distance -> "sum(if(" + distance + " = " + least + ", x1, 0))")
        .toArray(String[]::new);
  }
}
