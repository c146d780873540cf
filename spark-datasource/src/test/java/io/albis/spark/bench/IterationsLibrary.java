// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** What runs the algorithms of {@code measure iterations}. */
enum IterationsLibrary {
  SQL,
  ML;

  static final int FEATURES = 20;

  List<Data> data() {
    return switch (this) {
      case SQL -> List.of(new SqlIterations());
      case ML -> List.of(new VectorIterations(), new PageRankIterations());
    };
  }

  /** A label, y, and features, x1 and so on. */
  static String[] numbers() {
    return IntStream.rangeClosed(0, FEATURES)
        .mapToObj(i -> "(hash(id, " + i + ") % 100003) / 100003.0D AS " + (i == 0 ? "y" : "x" + i))
        .toArray(String[]::new);
  }

  /** A data frame that is cached, and the algorithms that read it. */
  interface Data {

    String name();

    /**
     * Returns the data frame, which is not cached.
     *
     * @param ids a column {@code id} of the numbers from 0 on
     */
    Dataset<Row> frame(Dataset<Long> ids);

    List<String> algorithms();

    /** Returns what is measured, each for itself, of which the median counts. */
    List<Runnable> steps(String algorithm, Dataset<Row> cached, int iterations);
  }
}
