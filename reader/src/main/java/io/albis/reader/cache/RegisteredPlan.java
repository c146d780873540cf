// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.cache;

import java.util.List;

/**
 * A plan that is registered with a cache: its scans keep segments in memory until they have read
 * them. Close it when the query ends or is aborted. Thread-safe.
 *
 * <p>A scan of a segment is finished when its lease ends, and then counts down by one. If several
 * plans include a segment, the one that was registered first is counted down first; whose scan it
 * was is not known. Counts are never negative: scans that were not planned count nothing down that
 * is not there.
 */
public interface RegisteredPlan extends AutoCloseable {

  /** The id of the plan. */
  String id();

  /** Planned scans of single segments that have not been finished, added up. */
  long remainingScans();

  /**
   * Loads segments of the plan that are not in memory, in the background, in the order of rows, as
   * far as they fit without evicting anything. Requests that a thread waits for go first: only one
   * request of a prefetch is in flight at a time, and none starts while a reader waits.
   *
   * @param maxBytes to load at most
   */
  void prefetch(long maxBytes);

  /** Returns the scans by column group, which can also be asked for after the plan is closed. */
  List<ColumnUse> scans();

  /** Returns whether the plan is closed, so that {@link #scans} no longer changes. */
  boolean isClosed();

  /** Takes back what was not used. Idempotent. */
  @Override
  void close();
}
