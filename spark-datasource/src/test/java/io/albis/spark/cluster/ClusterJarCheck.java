// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cluster;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The jar for users in executor processes. Runs when it has been packaged. */
@EnabledIfSystemProperty(named = "albis.spark.jar", matches = ".+")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ClusterJarCheck {

  @TempDir Path directory;

  /** The libraries of Spark, this test, and the jar, but no class of Albis outside of it. */
  private static String classPath() {
    List<String> rest =
        ClusterRun.classPath().stream()
            .filter(entry -> !entry.endsWith("/target/classes"))
            .filter(entry -> !entry.matches(".*/(albis|caffeine|jna)-[^/]*[.]jar"))
            .toList();
    return Stream.concat(Stream.of(System.getProperty("albis.spark.jar")), rest.stream())
        .collect(Collectors.joining(File.pathSeparator));
  }

  @Test
  void survivesTheEndOfExecutors() throws Exception {
    ClusterRun.require(classPath(), directory, Scenario.KILLED, Scenario.FAILED);
  }
}
