// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cluster;

import io.albis.spark.SparkPrograms;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The jar for users in executor processes. Runs when it has been packaged. */
@EnabledIfSystemProperty(named = SparkPrograms.JAR_PROPERTY, matches = ".+")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ClusterJarCheck {

  @TempDir Path directory;

  @Test
  void survivesTheEndOfExecutors() throws Exception {
    ClusterRun.require(SparkPrograms.jarClassPath(), directory, Scenario.KILLED, Scenario.FAILED);
  }
}
