// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.streams;

import io.albis.reader.ReadOptions;
import io.albis.reader.internal.replay.TraceRecorder;
import io.albis.reader.source.SegmentKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Albis tables without a cache, whose plans and requests are recorded. */
final class RecordedSource extends AlbisSource {

  private final TraceRecorder recorder;
  private final AtomicLong plans = new AtomicLong();

  RecordedSource(StreamTables files, ReadOptions options, TraceRecorder recorder) {
    super(files, options.segmentSource(recorder.source()));
    this.recorder = recorder;
  }

  @Override
  public Plan plan(List<ScanSpec> scans) {
    List<SegmentKey> keys = new ArrayList<>();
    scans.forEach(scan -> keys.addAll(scanOf(scan).segments()));
    String id = "q" + plans.incrementAndGet();
    recorder.plan(id, keys, 1);
    return () -> recorder.close(id);
  }
}
