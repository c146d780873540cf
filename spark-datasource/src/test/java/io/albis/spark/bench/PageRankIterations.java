// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * PageRank over pages with as many links each as vectors have numbers. They lead to one page of a
 * hundred, so that the ranks fit into memory, and only the links do not.
 */
final class PageRankIterations implements IterationsLibrary.Data {

  private static final double RANK_WITHOUT_LINKS = 0.15;

  @Override
  public String name() {
    return "links";
  }

  @Override
  public Dataset<Row> frame(Dataset<Long> ids) {
    String links =
        IntStream.range(0, IterationsLibrary.FEATURES)
            .mapToObj(i -> "100 * pmod(xxhash64(id, " + i + "), 1 + id DIV 100)")
            .collect(Collectors.joining(", ", "array(", ")"));
    return ids.selectExpr("id AS page", links + " AS links");
  }

  @Override
  public List<String> algorithms() {
    return List.of("PageRank");
  }

  @Override
  public List<Runnable> steps(String algorithm, Dataset<Row> cached, int iterations) {
    return List.of(() -> rank(cached, iterations));
  }

  private static void rank(Dataset<Row> links, int iterations) {
    Dataset<Row> ranks =
        links.sparkSession().range(0).selectExpr("id AS target", "CAST(id AS double) AS rank");
    for (int i = 0; i < iterations; i++) {
      Dataset<Row> next =
          links
              .join(
                  functions.broadcast(ranks),
                  links.col("page").equalTo(ranks.col("target")),
                  "left")
              .selectExpr(
                  "explode(links) AS link",
                  "coalesce(rank, " + RANK_WITHOUT_LINKS + "D) / size(links) AS part")
              .groupBy("link")
              .agg(functions.expr(RANK_WITHOUT_LINKS + "D + 0.85D * sum(part)").as("rank"))
              .withColumnRenamed("link", "target");
      ranks = links.sparkSession().createDataFrame(next.collectAsList(), ranks.schema());
    }
  }
}
