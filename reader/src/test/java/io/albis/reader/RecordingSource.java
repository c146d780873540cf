// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.reader.internal.io.DirectSource;
import io.albis.reader.internal.replay.ForwardingSegmentSource;
import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentReader;
import io.albis.reader.source.SegmentSource;
import io.albis.storage.memory.BufferAllocator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;

/** Reads segments from storage, and records the requests. */
final class RecordingSource implements BiFunction<SegmentReader, BufferAllocator, SegmentSource> {

  private final List<List<SegmentKey>> requests = Collections.synchronizedList(new ArrayList<>());

  /** The segments that were requested together, in the order of the requests. */
  List<List<SegmentKey>> requests() {
    return requests;
  }

  @Override
  public SegmentSource apply(SegmentReader reader, BufferAllocator allocator) {
    return new Recorded(new DirectSource(reader, allocator));
  }

  private final class Recorded extends ForwardingSegmentSource {

    Recorded(SegmentSource source) {
      super(source);
    }

    @Override
    protected SegmentSource forwardingTo(SegmentSource other) {
      return new Recorded(other);
    }

    @Override
    public PendingSegments acquire(List<SegmentKey> keys, SegmentReader ofScan) {
      requests.add(List.copyOf(keys));
      return super.acquire(keys, ofScan);
    }

    @Override
    public PendingSegments prefetch(List<SegmentKey> keys, SegmentReader ofScan) {
      PendingSegments started = super.prefetch(keys, ofScan);
      if (started != null) {
        requests.add(List.copyOf(keys));
      }
      return started;
    }
  }
}
