// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.spark.SparkTestSession;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(SparkTestSession.class)
class SparkDemoTest {

  @TempDir Path directory;

  @Test
  void comparesAlbisWithParquet(SparkSession spark) throws Exception {
    ByteArrayOutputStream output = new ByteArrayOutputStream();

    SalesTable.write(directory.resolve("sales"), 20_000);
    new SparkDemo(spark, new PrintStream(output, true, StandardCharsets.UTF_8), directory).run();

    assertThat(output.toString(StandardCharsets.UTF_8))
        .contains("load(\"" + directory.resolve("sales") + "\")")
        .containsPattern("Albis [0-9,]+ bytes, Parquet")
        .containsPattern("7 {2}count and bounds +[0-9.]+ +[0-9.]+ +[0-9.]+ x")
        .contains("All results are equal");
  }
}
