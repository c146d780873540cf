// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cache;

import io.albis.spark.internal.cache.CachedFrameMemory;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;

/**
 * Watches the memory of cached batches in each executor, and notes where its local files are, as
 * cluster managers know: nothing else removes those of a killed executor.
 */
public final class StressPlugin implements SparkPlugin {

  /**
   * For two tasks: each builds a batch of 4 MB and copies it, has up to 16 that Spark has not
   * looked at, and keeps nine that it reads.
   */
  private static final long BYTES_OF_TASKS = 2 * (2 + 16 + 9) * (4L << 20);

  /** A setting: the directory with a file for each executor, with its local directories. */
  static final String NOTES = "spark.stress.notes";

  /** Called by Spark. */
  public StressPlugin() {}

  @Override
  public DriverPlugin driverPlugin() {
    return null;
  }

  @Override
  public ExecutorPlugin executorPlugin() {
    return new ExecutorPlugin() {
      @Override
      public void init(PluginContext context, Map<String, String> extraConf) {
        CachedFrameMemory.watch(BYTES_OF_TASKS);
        String directories =
            Stream.of(SparkEnv.get().blockManager().diskBlockManager().localDirs())
                .map(File::toString)
                .collect(Collectors.joining("\n"));
        try {
          Files.writeString(Path.of(context.conf().get(NOTES), context.executorID()), directories);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }
}
