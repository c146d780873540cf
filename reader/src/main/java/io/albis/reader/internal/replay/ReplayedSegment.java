// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.replay;

import io.albis.reader.cache.CachedSegment;
import io.albis.reader.internal.selection.ChunkId;
import io.albis.reader.source.SegmentKey;

/** A segment of a trace, in memory or not. */
final class ReplayedSegment implements CachedSegment {

  private static final long PAGE = 4096;

  private final SegmentKey key;
  private final ChunkId chunk;
  private final long loadNanos;
  private int planned;
  private long lastUse;
  private long uses;
  private boolean wasSeen;
  private boolean isSelected;
  private boolean isResident;

  ReplayedSegment(SegmentKey key, long loadNanos) {
    this.key = key;
    this.chunk = new ChunkId(key.tableId(), key.path(), key.chunkOffset());
    this.loadNanos = loadNanos;
  }

  @Override
  public SegmentKey key() {
    return key;
  }

  ChunkId chunk() {
    return chunk;
  }

  @Override
  public long heldBytes() {
    return (key.length() + PAGE - 1) / PAGE * PAGE;
  }

  @Override
  public int plannedScans() {
    return planned;
  }

  void addPlanned(int count) {
    planned += count;
  }

  @Override
  public long lastUse() {
    return lastUse;
  }

  @Override
  public long recentUses() {
    return uses;
  }

  /**
   * Counts a request. Of a segment that has left the memory, the cache only knows whether it was
   * requested before.
   */
  void use(long time) {
    uses += wasSeen && uses == 0 ? 2 : 1;
    wasSeen = true;
    lastUse = time;
  }

  /** Halves the number of requests. */
  void age() {
    uses -= uses / 2;
  }

  /** Forgets the requests of a segment that has left the memory and is not planned. */
  void forget() {
    if (planned == 0) {
      uses = 0;
    }
  }

  @Override
  public long loadNanos() {
    return loadNanos;
  }

  @Override
  public boolean isSelected() {
    return isSelected;
  }

  void select(boolean selected) {
    isSelected = selected;
  }

  boolean isResident() {
    return isResident;
  }

  void setResident(boolean resident) {
    isResident = resident;
  }
}
