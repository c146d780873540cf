// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

/**
 * What reads a table, or has leases of its segments, without a cursor: closing the table waits for
 * it. Thread-safe.
 */
final class SourceUses {

  /** Guarded by this. */
  private int running;

  private volatile boolean isClosed;

  boolean isClosed() {
    return isClosed;
  }

  /** Begins a use on behalf of a cursor, which is closed before the table. */
  synchronized void begin() {
    running++;
  }

  /** Begins a use that no cursor waits for; false if the table is closed. */
  synchronized boolean tryBegin() {
    if (isClosed) {
      return false;
    }
    running++;
    return true;
  }

  synchronized void end() {
    running--;
    notifyAll();
  }

  /** Prevents further uses without a cursor, and waits for all, even if interrupted. */
  synchronized void close() {
    isClosed = true;
    boolean isInterrupted = false;
    while (running > 0) {
      try {
        wait();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
