// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cluster;

import io.albis.hdfs.internal.S3Server;
import io.albis.spark.SparkPrograms;
import io.albis.spark.TestTables;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Executors and tasks that end in the middle of scans and writes. {@code -Dalbis.cluster=all} runs
 * all scenarios.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ClusterTest {

  @RegisterExtension static final S3Server server = new S3Server();

  @TempDir Path directory;

  @Test
  void executorsDie() throws Exception {
    ClusterRun.require(SparkPrograms.classPath(), directory, Scenario.KILLED, Scenario.CHANGED);
  }

  @Test
  void executorsAreDecommissioned() throws Exception {
    ClusterRun.require(SparkPrograms.classPath(), directory, Scenario.DECOMMISSIONED);
  }

  @Test
  void executorsHaveCaches() throws Exception {
    ClusterRun.require(SparkPrograms.classPath(), directory, Scenario.CACHED, Scenario.PLANNED);
  }

  @Test
  @EnabledIfSystemProperty(named = "albis.cluster", matches = "all")
  void tasksFailAndAreCancelledAndSpeculated() throws Exception {
    ClusterRun.require(
        SparkPrograms.classPath(),
        directory,
        Scenario.FAILED,
        Scenario.WRITTEN,
        Scenario.CANCELLED,
        Scenario.SPECULATED,
        Scenario.BOUNDED);
  }

  /** Executors know the server and its keys from the settings of the driver only. */
  @Test
  @EnabledIfSystemProperty(named = "albis.cluster", matches = "all")
  void executorsReadFromAnObjectStore() throws Exception {
    String uri = server.directory().toString();
    TableWriter.Builder builder = TableWriter.create(uri, TestTables.SCHEMA);
    server.options().forEach(builder::option);
    TestTables.write(builder, 0, ClusterRun.ROWS);
    Map<String, String> settings = new HashMap<>();
    server.options().forEach((key, value) -> settings.put("spark." + key, value));

    ClusterRun.require(SparkPrograms.classPath(), directory, uri, settings, Scenario.FAILED);
  }
}
