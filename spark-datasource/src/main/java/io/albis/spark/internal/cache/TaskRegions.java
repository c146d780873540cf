// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import java.io.File;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.SparkEnv;
import org.apache.spark.memory.MemoryManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the regions are that a task makes: in memory, or in files of the task in one of Spark's
 * local directories. For the thread of the task.
 */
final class TaskRegions implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TaskRegions.class);

  /** What running tasks have made in memory: Spark does not count it before it has a part. */
  private static final AtomicLong UNCOUNTED = new AtomicLong();

  /** Spark reserves 1.5 times the bytes of a block that grows, and looks at every 16th batch. */
  private static final double RESERVED_PER_BYTE = 1.5;

  private static final long LEAST_RESERVED = 8L << 20;

  /** What shuffles and spills find free on a disk: a sixteenth. */
  private static final int DISK_PER_FREE_SPACE = 16;

  private static final long WARNING_NANOS = TimeUnit.MINUTES.toNanos(1);

  private static final AtomicLong LAST_WARNING = new AtomicLong(System.nanoTime() - WARNING_NANOS);

  private long uncounted;

  private final File directory = directory();

  private final Room memory = new Room(TaskRegions::freeMemory);

  private final Room disk = new Room(this::freeDisk);

  /** Null if there is none to which regions can be appended. */
  private MappedFile file;

  /** Also if Spark encrypts its files: these are not. */
  private boolean isOff = SparkEnv.get().securityManager().getIOEncryptionKey().isDefined();

  /**
   * Returns a region, or a copy of it in a file. Takes over the region. If there is no space on the
   * disk, the region stays in memory, and Spark evicts it or others if it has no room.
   */
  synchronized Region place(Region.InMemory region, Mapping mapping) {
    if (mapping == Mapping.ALWAYS
        || mapping == Mapping.WHEN_SHORT && !memory.take(region.length())) {
      Region copy = copy(region);
      if (copy != null) {
        region.release();
        return copy;
      }
    }
    if (mapping == Mapping.WHEN_SHORT) {
      uncounted += region.memoryBytes();
      UNCOUNTED.addAndGet(region.memoryBytes());
    }
    return region;
  }

  /** The bytes in memory that running tasks have made. */
  static long uncountedBytes() {
    return UNCOUNTED.get();
  }

  /** What Spark's storage memory has room for, of which it does not know yet. */
  private static long freeMemory() {
    SparkEnv spark = SparkEnv.get();
    MemoryManager memory = spark.memoryManager();
    long counted = memory.onHeapStorageMemoryUsed();
    long ofGrowing = spark.blockManager().memoryStore().currentUnrollMemory();
    long room = memory.maxOnHeapStorageMemory() - (counted - ofGrowing) - LEAST_RESERVED;
    return (long) (room / RESERVED_PER_BYTE) - UNCOUNTED.get();
  }

  private long freeDisk() {
    return directory.getUsableSpace() - directory.getTotalSpace() / DISK_PER_FREE_SPACE;
  }

  /** Returns null if that is not possible. */
  private Region copy(Region.InMemory region) {
    if (isOff || region.length() > Integer.MAX_VALUE) {
      return null;
    }
    try {
      if (!disk.take(region.length())) {
        throw new IOException("No space is left but a sixteenth in " + directory);
      }
      if (file == null || !file.hasRoom(region.length())) {
        close(file);
        file = null;
        file = MappedFile.create(directory.toPath(), region.length());
      }
      return file.append(region);
    } catch (IOException e) {
      isOff = true;
      warn(e);
      return null;
    }
  }

  /** Once per minute for all tasks. */
  private static void warn(IOException e) {
    long now = System.nanoTime();
    long last = LAST_WARNING.get();
    if (now - last >= WARNING_NANOS && LAST_WARNING.compareAndSet(last, now)) {
      LOG.warn(
          "Cannot write cached data to a local directory; it stays in memory: {}", e.toString());
    }
  }

  private static File directory() {
    File[] all = SparkEnv.get().blockManager().diskBlockManager().localDirs();
    return all[ThreadLocalRandom.current().nextInt(all.length)];
  }

  private static void close(MappedFile old) {
    if (old != null) {
      try {
        old.close();
      } catch (IOException e) {
        // All bytes have been written; the space is freed with the mapping.
        LOG.debug("Cannot close a file of cached data: {}", e.toString());
      }
    }
  }

  /** Ends the task. Its regions stay as long as they have references. */
  @Override
  public synchronized void close() {
    UNCOUNTED.addAndGet(-uncounted);
    uncounted = 0;
    close(file);
    file = null;
  }
}
