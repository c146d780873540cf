// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.reader.source.SegmentKey;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The Flight Recorder events of caches. They cost a test of a flag while nothing records them. */
final class CacheEvents {

  private CacheEvents() {}

  /** A request to storage that has ended. */
  @Name("io.albis.CacheLoad")
  @Label("Cache Load")
  @Category("Albis")
  @Description("Neighbouring segments were read into the column cache")
  @StackTrace(false)
  static final class LoadEvent extends Event {
    @Label("Table")
    String table;

    @Label("File")
    String path;

    @Label("Offset")
    long offset;

    @Label("Segments")
    int segments;

    @Label("Bytes")
    @DataAmount
    long bytes;

    @Label("Time")
    @Timespan
    long nanos;

    @Label("Failure")
    String failure;
  }

  /** A segment that has left a cache. */
  @Name("io.albis.CacheEviction")
  @Label("Cache Eviction")
  @Category("Albis")
  @Description("A segment has left the column cache")
  @StackTrace(false)
  static final class EvictionEvent extends Event {
    @Label("Table")
    String table;

    @Label("File")
    String path;

    @Label("Offset")
    long offset;

    @Label("Column Group")
    int columnGroup;

    @Label("Reason")
    String reason;

    @Label("Bytes")
    @DataAmount
    long bytes;
  }

  static void loaded(SegmentKey first, int segments, long bytes, long nanos, Throwable failure) {
    LoadEvent event = new LoadEvent();
    if (event.shouldCommit()) {
      event.table = first.tableId().toString();
      event.path = first.path();
      event.offset = first.offset();
      event.segments = segments;
      event.bytes = bytes;
      event.nanos = nanos;
      event.failure = failure == null ? null : failure.toString();
      event.commit();
    }
  }

  static void evicted(SegmentKey key, EvictionReason reason, long bytes) {
    EvictionEvent event = new EvictionEvent();
    if (event.shouldCommit()) {
      event.table = key.tableId().toString();
      event.path = key.path();
      event.offset = key.offset();
      event.columnGroup = key.columnGroup();
      event.reason = reason.name();
      event.bytes = bytes;
      event.commit();
    }
  }
}
