// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.replay;

import io.albis.reader.cache.PlannedScans;
import io.albis.reader.source.KeptMetadata;
import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentLease;
import io.albis.reader.source.SegmentReader;
import io.albis.reader.source.SegmentSource;
import io.albis.storage.memory.BufferAllocator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Forwards all calls to another source; subclasses change some of them. As thread-safe as the other
 * source.
 */
public abstract class ForwardingSegmentSource implements SegmentSource {

  private final SegmentSource source;

  /**
   * Forwards to a source.
   *
   * @param source closed with this one
   */
  protected ForwardingSegmentSource(SegmentSource source) {
    this.source = Objects.requireNonNull(source, "source");
  }

  /** Returns a view like this source that forwards to a view of the other source. Never closed. */
  protected abstract SegmentSource forwardingTo(SegmentSource other);

  @Override
  public SegmentSource withAllocator(BufferAllocator allocator) {
    return forwardingTo(source.withAllocator(allocator));
  }

  @Override
  public KeptMetadata metadata(
      String path, Object identity, Runnable checkAccess, Supplier<? extends KeptMetadata> read) {
    return source.metadata(path, identity, checkAccess, read);
  }

  @Override
  public void opened(long snapshotId, Function<PlannedScans, Map<SegmentKey, Long>> planned) {
    source.opened(snapshotId, planned);
  }

  @Override
  public SegmentLease tryAcquire(SegmentKey key) {
    return source.tryAcquire(key);
  }

  @Override
  public PendingSegments acquire(List<SegmentKey> keys, SegmentReader reader) {
    return source.acquire(keys, reader);
  }

  @Override
  public PendingSegments prefetch(List<SegmentKey> keys, SegmentReader reader) {
    return source.prefetch(keys, reader);
  }

  @Override
  public void skipped(SegmentKey key, long rows) {
    source.skipped(key, rows);
  }

  @Override
  public boolean mayBlock(SegmentKey key) {
    return source.mayBlock(key);
  }

  @Override
  public void useExactMemory() {
    source.useExactMemory();
  }

  @Override
  public void close() {
    source.close();
  }
}
