// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

/**
 * Decides for one cursor whether the segments of columns that its filter does not test are read
 * ahead, or only once a batch has rows left. Deferring them pays where the filter leaves nothing of
 * most batches, since their segments are never read then; otherwise it costs a wait for each batch.
 * Learns from the batches so far. Updated by the thread of the cursor; read by any.
 */
public final class DeferredReads {

  /** Batches after which older ones count half. */
  private static final int MEMORY = 16;

  private int batches;
  private int empty;
  private volatile boolean isDeferring = true;

  /** Counts a filtered batch. */
  public void count(boolean isEmpty) {
    if (batches == MEMORY) {
      batches /= 2;
      empty /= 2;
    }
    batches++;
    empty += isEmpty ? 1 : 0;
    isDeferring = 2 * empty >= batches;
  }

  boolean isDeferring() {
    return isDeferring;
  }
}
