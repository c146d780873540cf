// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentReader;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A slow device for a cache, which reads each segment into its own memory. */
abstract class SeparateReader implements SegmentReader {

  @Override
  public void readRange(List<SegmentKey> keys, long offset, OffHeapBuffer target) {
    throw new AssertionError("The cache reads each segment into its own memory");
  }

  @Override
  public CompletableFuture<Void> readRangeAsync(
      List<SegmentKey> keys, long offset, OffHeapBuffer target) {
    throw new AssertionError("The cache reads each segment into its own memory");
  }

  @Override
  public boolean mayBlock(SegmentKey key) {
    return true;
  }
}
