// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.TaskContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;
import org.apache.spark.util.TaskCompletionListener;

/**
 * A plugin of Spark that counts the bytes which tasks that read shuffled rows get from devices, by
 * the kernel's counter of their threads: a thread reads the local files of shuffles itself.
 */
public final class ShuffleReads implements SparkPlugin {

  private static final AtomicLong BYTES = new AtomicLong();

  /** Called by Spark. */
  public ShuffleReads() {}

  /** Returns the bytes since the last call. */
  static long take() {
    return BYTES.getAndSet(0);
  }

  @Override
  public DriverPlugin driverPlugin() {
    return null;
  }

  @Override
  public ExecutorPlugin executorPlugin() {
    return new Counter();
  }

  private static final class Counter implements ExecutorPlugin {

    @Override
    public void init(PluginContext context, Map<String, String> extraConf) {
      take();
    }

    @Override
    public void onTaskStart() {
      long before = deviceBytes("thread-self");
      TaskContext.get()
          .addTaskCompletionListener(
              (TaskCompletionListener)
                  task -> {
                    if (task.taskMetrics().shuffleReadMetrics().totalBlocksFetched() > 0) {
                      BYTES.addAndGet(deviceBytes("thread-self") - before);
                    }
                  });
    }
  }

  /**
   * Returns the bytes that have been read from devices, directly or through the page cache; 0 if
   * the kernel does not count them.
   *
   * @param who {@code self} for the process, {@code thread-self} for the thread
   */
  static long deviceBytes(String who) {
    Path file = Path.of("/proc", who, "io");
    if (!Files.isReadable(file)) {
      return 0;
    }
    try {
      for (String line : Files.readAllLines(file)) {
        if (line.startsWith("read_bytes: ")) {
          return Long.parseLong(line.substring("read_bytes: ".length()));
        }
      }
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException("Failed to read " + file, e);
    }
  }
}
