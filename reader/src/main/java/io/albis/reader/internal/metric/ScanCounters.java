// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.metric;

import io.albis.reader.ScanMetrics;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counters of a scan or of one of its cursors; those of a cursor also count for the scan.
 * Thread-safe. Counting is an atomic addition or two: for each batch, segment or request, never for
 * each value.
 */
public final class ScanCounters {

  /** What is counted; see {@link ScanMetrics}. */
  public enum Counter {
    /** Manifests that were not read. */
    MANIFESTS_SKIPPED,
    /** Row groups of which batches were loaded. */
    ROW_GROUPS_READ,
    /** Row groups of which nothing was read. */
    ROW_GROUPS_SKIPPED,
    /** Segments that cursors have got. */
    SEGMENTS_READ,
    /** Segments that were skipped in row groups that were read. */
    SEGMENTS_SKIPPED,
    /** Rows in the batches that were loaded. */
    ROWS_READ,
    /** Rows of skipped manifests, row groups and batches. */
    ROWS_SKIPPED,
    /** Rows that the filter rejected. */
    ROWS_FILTERED,
    /** Bytes of segments that were requested from storage. */
    BYTES_READ,
    /** Requests to storage. */
    REQUESTS,
    /** Bytes that a source had in memory. */
    BYTES_CACHED,
    /** Segments that a source had in memory. */
    SEGMENTS_CACHED,
    /** Time for which cursors waited. */
    WAIT_NANOS,
    /** Time of requests. */
    READ_NANOS,
    /** Time to verify checksums. */
    CHECKSUM_NANOS
  }

  /**
   * Has all counters; the map does not change. The cursors of a scan count together in its
   * counters, once per segment: threads must not wait for each other there.
   */
  private final Map<Counter, LongAdder> counts = new EnumMap<>(Counter.class);

  /** The counters of the scan; null if these are its own. */
  private final ScanCounters ofScan;

  private ScanCounters(ScanCounters ofScan) {
    this.ofScan = ofScan;
    for (Counter counter : Counter.values()) {
      counts.put(counter, new LongAdder());
    }
  }

  /** Creates the counters of a scan. */
  public static ScanCounters ofScan() {
    return new ScanCounters(null);
  }

  /** Creates the counters of a cursor of this scan. */
  public ScanCounters ofCursor() {
    return new ScanCounters(this);
  }

  /** Adds to a counter. */
  public void add(Counter counter, long amount) {
    counts.get(counter).add(amount);
    if (ofScan != null) {
      ofScan.add(counter, amount);
    }
  }

  /** Adds the time since a start to a counter. */
  public void addSince(Counter counter, long startNanos) {
    add(counter, System.nanoTime() - startNanos);
  }

  private long get(Counter counter) {
    return counts.get(counter).sum();
  }

  /** Returns what has been counted so far. */
  public ScanMetrics metrics() {
    return new ScanMetrics(
        get(Counter.MANIFESTS_SKIPPED),
        get(Counter.ROW_GROUPS_READ),
        get(Counter.ROW_GROUPS_SKIPPED),
        get(Counter.SEGMENTS_READ),
        get(Counter.SEGMENTS_SKIPPED),
        get(Counter.ROWS_READ),
        get(Counter.ROWS_SKIPPED),
        get(Counter.ROWS_FILTERED),
        get(Counter.BYTES_READ),
        get(Counter.REQUESTS),
        get(Counter.BYTES_CACHED),
        get(Counter.SEGMENTS_CACHED),
        get(Counter.WAIT_NANOS),
        get(Counter.READ_NANOS),
        get(Counter.CHECKSUM_NANOS));
  }
}
