// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plan;

import io.albis.reader.source.SegmentKey;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongBiFunction;
import org.apache.spark.TaskContext;

/**
 * What the tasks of this process have read of planned scans. Spark may execute a task again, after
 * a failure or as a precaution, and in another executor than the one whose cache has the plan: each
 * row counts once for a partition of a stage, and only where it is planned. Thread-safe.
 */
public final class TaskScans implements AutoCloseable {

  /** Scans of partitions that are remembered, about 1 MB if their tasks have succeeded. */
  private static final int MAX_REMEMBERED = 8192;

  /** Null unless the plugin is on. */
  private static volatile TaskScans active;

  /** Null if there is only one process. */
  private final String executor;

  private final Map<ScanOfTask, CountedRows> counted =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<ScanOfTask, CountedRows> eldest) {
              return size() > MAX_REMEMBERED;
            }
          });

  /** The scans that running attempts have begun. */
  private final Map<Long, Integer> scansOfAttempts = new ConcurrentHashMap<>();

  /**
   * A scan, the same for all attempts of a task.
   *
   * @param number of the scan in its task, from 1, in the order in which they begin
   */
  private record ScanOfTask(int stage, int partition, int number) {}

  private TaskScans(String executor) {
    this.executor = executor;
  }

  /**
   * Starts to count. The caller closes the result.
   *
   * @param executor whose cache has plans; null if the application has only one process
   */
  public static TaskScans start(String executor) {
    TaskScans scans = new TaskScans(executor);
    active = scans;
    return scans;
  }

  /**
   * Begins a scan of a partition in the task of this thread.
   *
   * @param placed the location of the executor to which the partition belongs; empty if it belongs
   *     to none
   * @return how many rows count, of those that were read of a segment; null if all do
   */
  public static ToLongBiFunction<SegmentKey, Long> begin(TaskContext task, String placed) {
    TaskScans scans = active;
    if (scans == null || task == null) {
      return null;
    }
    boolean isPlanned = scans.executor == null || Placement.isAt(placed, scans.executor);
    return isPlanned ? scans.begin(task) : (segment, rows) -> 0;
  }

  private ToLongBiFunction<SegmentKey, Long> begin(TaskContext task) {
    long attempt = task.taskAttemptId();
    int number = scansOfAttempts.merge(attempt, 1, Integer::sum);
    ScanOfTask scan = new ScanOfTask(task.stageId(), task.partitionId(), number);
    CountedRows rows = counted.computeIfAbsent(scan, key -> new CountedRows());
    task.addTaskCompletionListener(
        ended -> {
          scansOfAttempts.remove(attempt);
          if (!ended.isFailed() && !ended.isInterrupted()) {
            rows.complete();
          }
        });
    Map<SegmentKey, Long> ofAttempt = new HashMap<>();
    return (segment, read) -> rows.advance(ofAttempt, segment, read);
  }

  /** The rows of segments that have been counted. */
  private static final class CountedRows {

    /** Null if an attempt has succeeded. Guarded by this. */
    private Map<SegmentKey, Long> bySegment = new HashMap<>();

    /**
     * Counts the rows that no other attempt has counted.
     *
     * @param ofAttempt the rows that the attempt has read of each segment before
     */
    synchronized long advance(Map<SegmentKey, Long> ofAttempt, SegmentKey segment, long read) {
      if (bySegment == null) {
        return 0;
      }
      long rows = ofAttempt.merge(segment, read, Long::sum);
      long before = bySegment.getOrDefault(segment, 0L);
      bySegment.put(segment, Math.max(before, rows));
      return Math.max(0, rows - before);
    }

    synchronized void complete() {
      bySegment = null;
    }
  }

  @Override
  public void close() {
    active = null;
  }
}
