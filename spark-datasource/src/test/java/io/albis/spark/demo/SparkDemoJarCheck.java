// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.spark.SparkPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The demo, a program that writes with the SDK and reads with Spark, with the jar alone. */
@EnabledIfSystemProperty(named = SparkPrograms.JAR_PROPERTY, matches = ".+")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class SparkDemoJarCheck {

  @TempDir Path directory;

  @Test
  void writesAndReadsWithTheJarAlone() throws Exception {
    List<String> command = SparkPrograms.command(SparkPrograms.jarClassPath(), SparkDemo.class);
    command.addAll(List.of("20000", directory.toString()));
    Path output = directory.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    int exitCode = process.waitFor();

    String log = Files.readString(output);
    assertThat(exitCode).as(log).isZero();
    assertThat(log)
        .contains("load(\"" + directory.resolve("sales") + "\")")
        .containsPattern("Albis [0-9,]+ bytes, Parquet")
        .containsPattern("7 {2}count and bounds +[0-9.]+ +[0-9.]+ +[0-9.]+ x")
        .contains("All results are equal");
  }
}
