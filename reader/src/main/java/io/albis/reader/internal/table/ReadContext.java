// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.table;

import io.albis.reader.internal.metric.ScanCounters;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentSource;
import io.albis.storage.memory.BufferAllocator;
import java.util.function.ToLongBiFunction;

/**
 * The context of what reads an open table. Scans and cursors have their own counters, scans with a
 * memory budget also their own allocator; the rest is shared.
 *
 * @param files reads its metadata
 * @param rowGroups of the snapshot that is open
 * @param source of the segments of data files
 * @param allocator of the memory of cursors; its limit is that of all cursors of the table together
 * @param settings how to read
 * @param uses operations that read the table now
 * @param counters of what is read
 * @param finished of the rows that were read of a segment, returns how many finish a planned scan
 */
public record ReadContext(
    TableFiles files,
    TableRowGroups rowGroups,
    SegmentSource source,
    BufferAllocator allocator,
    ReadSettings settings,
    TableUses uses,
    ScanCounters counters,
    ToLongBiFunction<SegmentKey, Long> finished) {

  /**
   * Returns the same context with another source, from which all segments are verified, and with
   * metadata that is read again.
   */
  public ReadContext verifying(SegmentSource other) {
    return new ReadContext(
        files,
        rowGroups.reread(),
        other,
        allocator,
        settings.verifying(),
        uses,
        counters,
        finished);
  }

  /** Returns the same context with other counters. */
  public ReadContext withCounters(ScanCounters other) {
    return new ReadContext(files, rowGroups, source, allocator, settings, uses, other, finished);
  }

  /** Returns the same context with another count of rows that finish planned scans. */
  public ReadContext withFinished(ToLongBiFunction<SegmentKey, Long> other) {
    return new ReadContext(files, rowGroups, source, allocator, settings, uses, counters, other);
  }

  /** Returns the same context with another allocator, and a source that uses it. */
  public ReadContext withMemory(BufferAllocator otherAllocator, SegmentSource otherSource) {
    return new ReadContext(
        files, rowGroups, otherSource, otherAllocator, settings, uses, counters, finished);
  }
}
