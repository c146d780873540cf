// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.albis.spark.SparkPrograms;
import io.albis.tools.limit.MemoryLimit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@link CachedFramesStress} in a control group, with a small disk: right results, no memory and no
 * file left, no executor that ends by itself, and no more memory than stated. {@code
 * -Dalbis.tests.frames.seconds} sets its length, {@code -Dalbis.seed} its seed.
 */
@Timeout(value = 2, unit = TimeUnit.HOURS)
class CachedFramesStressTest {

  private static final long MIB = 1 << 20;

  private static final long DISK = 128 * MIB;

  /** For the driver and two executors, and their page cache. */
  private static final long MEMORY = 3L << 30;

  @TempDir Path directory;

  @Test
  void survives() throws Exception {
    long seed = Long.getLong("albis.seed", 1);
    long seconds = Long.getLong("albis.tests.frames.seconds", 25);
    SmallDisk mounted = SmallDisk.mount(directory, DISK);
    assumeTrue(mounted != null, "Mounting a disk is not permitted");
    try (SmallDisk disk = mounted;
        MemoryLimit limit = MemoryLimit.create(MEMORY)) {
      List<String> command = new ArrayList<>(limit.launcher("driver"));
      command.addAll(
          SparkPrograms.command(
              SparkPrograms.classPath(),
              CachedFramesStress.class,
              List.of("-Xmx768m", "-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=240m")));
      command.addAll(
          List.of(
              Long.toString(seed),
              Long.toString(seconds),
              SparkPrograms.classPath(),
              directory.resolve("data").toString(),
              disk.root().toString()));
      Path output = directory.resolve("output");
      ProcessBuilder builder = SparkPrograms.clusterProgram(command, directory);
      int exit =
          builder.redirectErrorStream(true).redirectOutput(output.toFile()).start().waitFor();

      String log =
          SparkPrograms.executorLogs(directory) + "\n==== driver\n" + Files.readString(output);
      assertThat(exit).as("%s\nseed %s", log, seed).isZero();
      assertThat(log).as("seed %s", seed).contains(CachedFramesStress.SUCCEEDED);
      assertThat(log).as("seed %s", seed).doesNotContain("LEAK", "Managed memory leak detected");
      assertThat(disk.files()).as("files that are left, with seed %s", seed).isEmpty();
    }
  }
}
