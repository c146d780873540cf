// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.replay;

import io.albis.reader.source.SegmentKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What scans have requested from a cache, in order of time: reads of segments, plans, and their
 * ends. Immutable.
 *
 * @param segments that occur; events name them by their position
 * @param events in order
 */
public record CacheTrace(List<SegmentKey> segments, List<Event> events) {

  /** Copies the lists. */
  public CacheTrace {
    segments = List.copyOf(segments);
    events = List.copyOf(events);
  }

  /** Something that happened. */
  public sealed interface Event permits Read, Plan, Close {

    /** When it happened, in milliseconds since the start of the trace. */
    long millis();
  }

  /**
   * A scan needed a segment.
   *
   * @param segment position of the segment
   */
  public record Read(long millis, int segment) implements Event {}

  /**
   * Scans were planned. Planning the same id again replaces the counts.
   *
   * @param id of the plan
   * @param segments positions of the segments; one that occurs twice is scanned twice as often
   * @param count how often each of them will be scanned
   */
  public record Plan(long millis, String id, List<Integer> segments, int count) implements Event {

    /** Copies the list. */
    public Plan {
      segments = List.copyOf(segments);
    }
  }

  /**
   * A plan was closed.
   *
   * @param id of the plan
   */
  public record Close(long millis, String id) implements Event {}

  /** The bytes of all different segments. */
  public long bytes() {
    return segments.stream().mapToLong(SegmentKey::length).sum();
  }

  /** The bytes of all reads. */
  public long readBytes() {
    long bytes = 0;
    for (Event event : events) {
      if (event instanceof Read read) {
        bytes += segments.get(read.segment()).length();
      }
    }
    return bytes;
  }

  /** When the last event happened, in milliseconds; 0 without events. */
  public long lastMillis() {
    return events.isEmpty() ? 0 : events.get(events.size() - 1).millis();
  }

  /** Collects events. Thread-safe. */
  public static final class Builder {

    private final List<SegmentKey> segments = new ArrayList<>();
    private final Map<SegmentKey, Integer> positions = new HashMap<>();
    private final List<Event> events = new ArrayList<>();

    /** Starts without events. */
    public Builder() {}

    private int position(SegmentKey key) {
      Integer known = positions.get(key);
      if (known == null) {
        known = segments.size();
        positions.put(key, known);
        segments.add(key);
      }
      return known;
    }

    /** A scan needs a segment. */
    public synchronized Builder read(long millis, SegmentKey key) {
      events.add(new Read(millis, position(key)));
      return this;
    }

    /** Scans are planned. */
    public synchronized Builder plan(long millis, String id, List<SegmentKey> keys, int count) {
      events.add(new Plan(millis, id, keys.stream().map(this::position).toList(), count));
      return this;
    }

    /** A plan is closed. */
    public synchronized Builder close(long millis, String id) {
      events.add(new Close(millis, id));
      return this;
    }

    /** Returns the trace so far. */
    public synchronized CacheTrace build() {
      return new CacheTrace(segments, events);
    }
  }
}
