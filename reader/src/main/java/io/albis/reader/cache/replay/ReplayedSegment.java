// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.cache.replay;

import io.albis.reader.cache.policy.CachedSegment;
import io.albis.reader.cache.policy.ChunkId;
import io.albis.reader.source.SegmentKey;

/** A segment of a trace, in memory or not. */
final class ReplayedSegment implements CachedSegment {

  private static final long PAGE = 4096;

  private final SegmentKey key;
  private final ChunkId chunk;
  private final long loadNanos;
  private int planned;
  private long lastUseMillis;
  private int uses;
  private boolean isSeen;
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
  public long lastUseMillis() {
    return lastUseMillis;
  }

  @Override
  public int recentUses() {
    return uses;
  }

  /**
   * Counts a use, after halving the count for the time without any. Of a segment that is not in
   * memory, the cache only knows whether it was requested before.
   */
  void use(long millis) {
    if (isResident) {
      long halvings = (millis - lastUseMillis) / USE_HALF_LIFE_MILLIS;
      uses = (halvings >= Integer.SIZE ? 0 : uses >> halvings) + 1;
    } else {
      uses = isSeen ? 2 : 1;
    }
    isSeen = true;
    lastUseMillis = millis;
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
