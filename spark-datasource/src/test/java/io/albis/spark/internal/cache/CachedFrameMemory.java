// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.reader.cache.ColumnCache;
import io.albis.storage.memory.BufferAllocator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.spark.SparkEnv;

/** What a process has of cached data frames. */
public final class CachedFrameMemory {

  private static final int EXIT_CODE = 97;

  private CachedFrameMemory() {}

  /**
   * Starts a thread that ends this process if its batches in memory have more bytes than Spark's
   * storage memory and what running tasks may have beside it.
   */
  public static void watch(long bytesOfTasks) {
    long most = SparkEnv.get().memoryManager().maxOnHeapStorageMemory() + bytesOfTasks;
    Thread watcher =
        new Thread(
            () -> {
              for (long now = 0; now <= most; now = Region.allocator().allocatedBytes()) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
              }
              System.err.println("More than " + most + " bytes of batches in memory");
              Runtime.getRuntime().halt(EXIT_CODE);
            },
            "cached frames watcher");
    watcher.setDaemon(true);
    watcher.start();
  }

  /**
   * Returns what this process still has, in words; empty if nothing. The column cache, which may
   * keep what it has, is emptied before.
   */
  public static String left() throws IOException {
    ColumnCache.shared().clear();
    Map<String, Object> left = new TreeMap<>(BufferAllocator.allocatedByName());
    putPositive(left, "bytes of regions in files", MappedFile.allBytes());
    putPositive(left, "bytes of tasks", TaskRegions.uncountedBytes());
    putPositive(left, "running tasks with batches", TaskBatches.taskCount());
    putPositive(
        left,
        "unroll memory of Spark",
        SparkEnv.get().blockManager().memoryStore().currentUnrollMemory());
    List<String> mapped = mappings();
    if (!mapped.isEmpty()) {
      left.put("mappings", mapped);
    }
    putPositive(left, "open files", openFiles());
    return left.isEmpty() ? "" : left.toString();
  }

  private static void putPositive(Map<String, Object> target, String name, long value) {
    if (value != 0) {
      target.put(name, value);
    }
  }

  /** The mappings of files with cached batches, none of which has a name. */
  public static List<String> mappings() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
      return lines.filter(line -> line.matches(".*/albis-[^/]* [(]deleted[)]")).toList();
    }
  }

  private static long openFiles() throws IOException {
    long count = 0;
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      for (Path open : all.toList()) {
        if (Files.isSymbolicLink(open)) {
          String file = Files.readSymbolicLink(open).toString();
          if (file.contains("/albis-") && file.endsWith("(deleted)")) {
            count++;
          }
        }
      }
    }
    return count;
  }
}
