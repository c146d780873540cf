// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plugin;

import io.albis.reader.cache.ColumnCache;
import io.albis.spark.internal.compat.StorageReport;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.spark.memory.MemoryManager;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.storage.BroadcastBlockId;

/**
 * The memory of a cache as a part of Spark's off-heap storage memory. Its books follow what the
 * cache holds: some more is acquired before it is needed, and only what neither tasks nor blocks
 * have, so that nothing is evicted or spilled for it. The limit of the cache is never above the
 * books.
 *
 * <p>Spark protects a share of its storage memory from tasks ({@code
 * spark.memory.storageFraction}); the cache gives back all of its memory nevertheless. It leaves
 * some memory free, watches that a hundred times per second, and gives back what is missing. A task
 * that is refused memory in between asks for it by {@link #giveBack} before its operators spill.
 *
 * <p>Locks: the one of this object is taken before those of the cache and of the memory manager.
 * Threads that hold the manager's lock never come here, and none of the three is held while its
 * owner waits for memory, a task or the driver. Thread-safe.
 */
final class StorageMemory implements CacheBooks, AutoCloseable {

  /**
   * Spark shows the storage memory of broadcasts and RDDs only. No broadcast has this number, and
   * it is one: in messages, block ids are parsed.
   */
  private static final BroadcastBlockId BLOCK =
      new BroadcastBlockId(Long.MAX_VALUE, "albis_column_cache");

  private static final long WATCH_MILLIS = 10;

  private static final long REPORT_MILLIS = 1000;

  /** For how long the books do not grow after a task needed memory. */
  private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Part of the size that is acquired ahead of what the cache holds. */
  private static final int SIZE_PER_MARGIN = 8;

  /** Changes of the books below it are not worth it. */
  private static final long LEAST_CHANGE = 1 << 20;

  private final ColumnCache cache;
  private final MemoryManager pool;
  private final ScheduledExecutorService watcher;

  /** Waits for the driver, which the watch must not. */
  private final ScheduledExecutorService reporter;

  /** The most that the books may have. */
  private volatile long size;

  /** Acquired from Spark. Written under the lock of this. */
  private volatile long booked;

  /** Guarded by this. */
  private long quietSince = System.nanoTime() - QUIET_NANOS;

  /** Guarded by this. */
  private long givenBack;

  /** Of the reporter. */
  private long reported;

  /** Starts with an empty cache. */
  StorageMemory(ColumnCache cache, MemoryManager pool, long size) {
    this.cache = cache;
    this.pool = pool;
    cache.limit(0);
    size(size);
    balance();
    this.watcher = RepeatedWork.every(WATCH_MILLIS, "albis-cache-memory", this::balance);
    this.reporter = RepeatedWork.every(REPORT_MILLIS, "albis-cache-report", this::report);
  }

  /** Sets the most memory that the cache may have. Does not block. */
  void size(long bytes) {
    size = Math.min(bytes, pool.maxOffHeapMemory() - headroom());
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public long booked() {
    return booked;
  }

  @Override
  public synchronized long givenBack() {
    return givenBack;
  }

  private long headroom() {
    return CacheSize.headroom(pool.maxOffHeapMemory());
  }

  private synchronized void balance() {
    long free = free();
    if (free < headroom()) {
      long given = shrink(headroom() - free);
      if (given > 0) {
        endQuiet(given);
        wakeTasks();
      }
      return;
    }
    long margin = size / SIZE_PER_MARGIN;
    long wanted = Math.min(size, cache.heldBytes() + margin);
    if (wanted < booked - margin) {
      shrink(booked - wanted);
    } else if (wanted >= booked + LEAST_CHANGE && System.nanoTime() - quietSince >= QUIET_NANOS) {
      grow(wanted - booked);
    }
  }

  private void grow(long bytes) {
    long acquired;
    synchronized (pool) {
      acquired = Math.min(bytes, free() - headroom());
      if (acquired < LEAST_CHANGE
          || !pool.acquireStorageMemory(BLOCK, acquired, MemoryMode.OFF_HEAP)) {
        return;
      }
    }
    long after = booked + acquired;
    booked = after;
    cache.limit(after);
  }

  /** Lowers the limit, and releases the memory that is not under leases; returns its bytes. */
  private long shrink(long bytes) {
    cache.limit(Math.max(0, booked - bytes));
    long after = Math.max(cache.limit(), Math.min(booked, cache.heldBytes()));
    long released = booked - after;
    if (released > 0) {
      booked = after;
      pool.releaseStorageMemory(released, MemoryMode.OFF_HEAP);
    }
    return released;
  }

  /** Returns what neither operators nor cached blocks have. */
  private long free() {
    return pool.maxOffHeapStorageMemory() - pool.offHeapStorageMemoryUsed();
  }

  private void endQuiet(long given) {
    givenBack += given;
    quietSince = System.nanoTime();
  }

  /** Tasks wait for others to release memory; Spark does not expect that storage does. */
  private void wakeTasks() {
    synchronized (pool) {
      pool.notifyAll();
    }
  }

  /**
   * Releases memory for a task.
   *
   * @return the bytes that were released
   */
  synchronized long giveBack(long bytes) {
    long given = booked == 0 ? 0 : shrink(Math.max(bytes, LEAST_CHANGE));
    if (given > 0) {
      endQuiet(given);
    }
    return given;
  }

  private void report() {
    long now = booked;
    if (now != reported && StorageReport.offHeap(BLOCK, now)) {
      reported = now;
    }
  }

  /** Releases all memory that is not under leases. */
  @Override
  public void close() {
    watcher.shutdownNow();
    reporter.shutdownNow();
    size = 0;
    giveBack(Long.MAX_VALUE);
  }
}
