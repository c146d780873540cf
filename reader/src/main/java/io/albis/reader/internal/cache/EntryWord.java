// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

/**
 * The state of a {@link CacheEntry} in one word, which changes atomically: a state, a flag and the
 * weak reference count, which is the number of planned scans that have not read the segment (Column
 * Cache, section III-E).
 *
 * <pre>
 *            claim             loaded            evict
 *   EMPTY ---------> LOADING ---------> LOADED ---------> EVICTING
 *     | ^              |                  ^                 |   |
 *     | |    failed    |                  |   under lease   |   |
 *     | +--------------+                  +-----------------+   |
 *     | +-------------------------------------------------------+
 *     v                              freed
 *   DEAD   if there are no planned scans
 * </pre>
 *
 * <p>The states of Column Cache, section III, are <i>loading</i>: LOADING; <i>reserved</i>: LOADED
 * with planned scans; <i>cached</i>: LOADED without. Leases are counted beside the word, in {@link
 * LeaseCounts}: only LOADED grants them, and an entry is only freed if EVICTING finds none.
 */
final class EntryWord {

  /** Not in memory; known only for its planned scans, or about to be loaded or removed. */
  static final int EMPTY = 0;

  /** One request reads the bytes; others wait for it. */
  static final int LOADING = 1;

  /** In memory. */
  static final int LOADED = 2;

  /** One thread is freeing the memory, unless it finds a lease. Grants no leases. */
  static final int EVICTING = 3;

  /** Removed from the cache for good. */
  static final int DEAD = 4;

  private static final long STATE = 7;
  private static final long KEPT = 8;
  private static final int PLANNED_SHIFT = 8;

  private EntryWord() {}

  static int state(long word) {
    return (int) (word & STATE);
  }

  /** Whether the policy keeps the segment after its last lease. */
  static boolean isKept(long word) {
    return (word & KEPT) != 0;
  }

  /** The number of planned scans that are left. */
  static int planned(long word) {
    return (int) (word >>> PLANNED_SHIFT);
  }

  static long withState(long word, int state) {
    return (word & ~STATE) | state;
  }

  static long withKept(long word, boolean isKept) {
    return isKept ? word | KEPT : word & ~KEPT;
  }

  /**
   * Changes the number of planned scans. Once there are none left, the policy decides again whether
   * to keep the segment.
   */
  static long addPlanned(long word, long change) {
    long changed = word + (change << PLANNED_SHIFT);
    if (changed < 0 || planned(word) + change > Integer.MAX_VALUE) {
      throw new IllegalStateException(
          "Cannot change " + planned(word) + " planned scans by " + change);
    }
    return planned(changed) == 0 ? withKept(changed, false) : changed;
  }
}
