// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.memory;

import io.albis.storage.memory.MemoryBudget;

/**
 * The grants of an engine's budget to one row or batch writer. It keeps as much as is needed to end
 * the row groups that have been begun, so that memory can be given back even if the engine grants
 * nothing more: segments are copies of their rows.
 *
 * <p>Only the owner of the writer reserves; other threads release segments that have been sent.
 */
final class EndingBudget implements MemoryBudget {

  private final MemoryBudget engine;

  /** Whether the engine is not asked: it waits for memory of the writer. Only for the owner. */
  private boolean isFrozen;

  /** What is kept from the next reservation on, if that is more than before. Only for the owner. */
  private long planned;

  // Guarded by this.
  private long granted;
  private long used;
  private long kept;

  EndingBudget(MemoryBudget engine) {
    this.engine = engine;
  }

  @Override
  public boolean tryReserve(long bytes) {
    return tryRaise(bytes, planned);
  }

  /** Sets what is kept at least from the next reservation on, in use or not. */
  void plan(long bytes) {
    planned = bytes;
  }

  /**
   * Keeps at least this, in use or not.
   *
   * @return false if the engine refuses; nothing is changed then
   */
  boolean tryKeep(long bytes) {
    return tryRaise(0, bytes);
  }

  /** Keeps no more than this. */
  void lower(long bytes) {
    synchronized (this) {
      kept = Math.min(kept, bytes);
    }
    giveBack();
  }

  private boolean tryRaise(long added, long leastKept) {
    long before;
    long missing;
    synchronized (this) {
      before = kept;
      used += added;
      kept = Math.max(kept, leastKept);
      missing = Math.max(0, Math.max(used, kept) - granted);
    }
    boolean isGranted = false;
    try {
      isGranted = missing == 0 || !isFrozen && engine.tryReserve(missing);
    } finally {
      synchronized (this) {
        if (isGranted) {
          granted += missing;
        } else {
          used -= added;
          kept = before;
        }
      }
      giveBack();
    }
    return isGranted;
  }

  @Override
  public void release(long bytes) {
    synchronized (this) {
      used -= bytes;
    }
    giveBack();
  }

  private void giveBack() {
    long excess;
    synchronized (this) {
      excess = Math.max(0, granted - Math.max(used, kept));
      granted -= excess;
    }
    if (excess > 0) {
      engine.release(excess);
    }
  }

  /** Sets whether the engine is not asked. */
  void freeze(boolean frozen) {
    isFrozen = frozen;
  }

  /** The bytes that the engine has granted. */
  synchronized long grantedBytes() {
    return granted;
  }
}
