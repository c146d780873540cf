// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.cache;

import io.albis.reader.source.SegmentKey;

/**
 * A segment as a {@link CachePolicy} sees it: in memory, or about to be loaded. Its numbers change
 * while the policy looks at them. Valid only during the call of the policy.
 */
public interface CachedSegment {

  /** The key. */
  SegmentKey key();

  /** The memory that it takes, in bytes: whole pages. */
  long heldBytes();

  /**
   * The number of planned scans that have not read it yet: its weak reference count. While it is
   * loaded for one of them, that counts, too: so it displaces segments that are not planned, which
   * in replays of concurrent streams reads fewer bytes than if it did not.
   */
  int plannedScans();

  /** When it was last leased: a logical time that grows with each load of the cache. */
  long lastUse();

  /**
   * How often it was requested lately, including the request for which it is loaded. Requests
   * before it was evicted count as one, as long as the cache remembers them. Halved every minute.
   */
  long recentUses();

  /**
   * The nanoseconds that loading it took, or would take according to loads of the same table: what
   * a request took, divided among its segments by bytes.
   */
  long loadNanos();

  /** Whether the selection of chunks in force contains its chunk; only lazy policies select. */
  boolean isSelected();
}
