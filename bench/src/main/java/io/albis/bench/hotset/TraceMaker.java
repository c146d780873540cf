// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.hotset;

import io.albis.reader.cache.replay.CacheTrace;
import io.albis.reader.source.SegmentKey;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a trace of concurrent streams of queries, which take turns segment by segment. Each query
 * is planned when it starts. The clock advances as if everything came from a device of 500 MB a
 * second, which is about what queries consume.
 */
final class TraceMaker {

  private static final double BYTES_PER_MILLI = 500_000;

  private final CacheTrace.Builder trace = new CacheTrace.Builder();
  private final List<Stream> streams = new ArrayList<>();
  private double millis;

  /** A stream and its place. */
  private static final class Stream {
    private final int number;
    private final List<ModelQuery> queries;
    private int query;
    private int segment;

    Stream(int number, List<ModelQuery> queries) {
      this.number = number;
      this.queries = queries;
    }

    boolean isDone() {
      return query == queries.size();
    }

    String plan() {
      return number + "-" + query;
    }
  }

  private TraceMaker(List<List<ModelQuery>> queries) {
    for (List<ModelQuery> each : queries) {
      streams.add(new Stream(streams.size(), each));
    }
  }

  static CacheTrace of(List<List<ModelQuery>> streams) {
    return new TraceMaker(streams).make();
  }

  private CacheTrace make() {
    boolean isDone = false;
    while (!isDone) {
      isDone = true;
      for (Stream stream : streams) {
        if (!stream.isDone()) {
          isDone = false;
          advance(stream);
        }
      }
    }
    return trace.build();
  }

  private void advance(Stream stream) {
    List<SegmentKey> segments = stream.queries.get(stream.query).segments();
    if (stream.segment == 0) {
      trace.plan((long) millis, stream.plan(), segments, 1);
    }
    SegmentKey key = segments.get(stream.segment++);
    trace.read((long) millis, key);
    millis += key.length() / BYTES_PER_MILLI;
    if (stream.segment == segments.size()) {
      trace.close((long) millis, stream.plan());
      stream.query++;
      stream.segment = 0;
    }
  }
}
