// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plugin;

import org.apache.spark.SparkConf;

/** The size of the caches of an application, and whether executors have room for it. */
final class CacheSize {

  static final String SETTING = "spark.datasource.albis.cache-size";

  private static final String OFF_HEAP = "spark.memory.offHeap.enabled";
  private static final String OFF_HEAP_SIZE = "spark.memory.offHeap.size";
  private static final String OVERHEAD = "spark.executor.memoryOverhead";
  private static final String OVERHEAD_FACTOR = "spark.executor.memoryOverheadFactor";
  private static final String MINIMUM_OVERHEAD = "spark.executor.minMemoryOverhead";

  private static final int OFF_HEAP_PER_HEADROOM = 16;

  private CacheSize() {}

  /**
   * Returns the bytes of the cache of an executor; 0 if the application has none.
   *
   * @throws IllegalArgumentException if the setting is no size
   */
  static long of(SparkConf conf) {
    return conf.getSizeAsBytes(SETTING, "0");
  }

  /** Whether the memory of the caches is a part of Spark's off-heap memory. */
  static boolean isOfSpark(SparkConf conf) {
    return conf.getBoolean(OFF_HEAP, false);
  }

  /** Returns the bytes of Spark's off-heap memory that caches leave free for requests of tasks. */
  static long headroom(long offHeapBytes) {
    return offHeapBytes / OFF_HEAP_PER_HEADROOM;
  }

  /**
   * Checks that the cache and what must stay free beside it fit the memory of an executor.
   *
   * @throws IllegalArgumentException if they do not
   */
  static void check(SparkConf conf) {
    long size = of(conf);
    if (size == 0) {
      return;
    }
    if (isOfSpark(conf)) {
      long offHeap = conf.getSizeAsBytes(OFF_HEAP_SIZE, "0");
      require(size, offHeap - headroom(offHeap), OFF_HEAP_SIZE);
    } else if (isContainer(conf)) {
      require(size, overhead(conf), OVERHEAD);
    }
  }

  /** Other masters start processes without a limit, unless it is set. */
  private static boolean isContainer(SparkConf conf) {
    String master = conf.get("spark.master", "");
    return conf.contains(OVERHEAD) || master.startsWith("yarn") || master.startsWith("k8s");
  }

  private static long overhead(SparkConf conf) {
    if (conf.contains(OVERHEAD)) {
      return conf.getSizeAsMb(OVERHEAD) << 20;
    }
    double factor = conf.getDouble(OVERHEAD_FACTOR, 0.1);
    long heap = conf.getSizeAsMb("spark.executor.memory", "1g") << 20;
    return Math.max((long) (heap * factor), conf.getSizeAsMb(MINIMUM_OVERHEAD, "384m") << 20);
  }

  private static void require(long size, long room, String setting) {
    if (size > room) {
      throw new IllegalArgumentException(
          "Column cache of "
              + size
              + " bytes does not fit an executor, which has room for "
              + Math.max(0, room)
              + " bytes: raise "
              + setting
              + " or lower "
              + SETTING);
    }
  }
}
