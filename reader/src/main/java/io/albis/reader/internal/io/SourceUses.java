// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

/**
 * What reads a table, or has leases of its segments, without a cursor: closing the table waits for
 * it. Thread-safe.
 */
public final class SourceUses {

  /** Guarded by this. */
  private int running;

  private volatile boolean isClosed;

  /** Creates an instance without uses. */
  public SourceUses() {}

  /** Whether uses without a cursor are prevented. */
  public boolean isClosed() {
    return isClosed;
  }

  /** Begins a use on behalf of a cursor, which is closed before the table. */
  public synchronized void begin() {
    running++;
  }

  /** Begins a use that no cursor waits for; false if the table is closed. */
  public synchronized boolean tryBegin() {
    if (isClosed) {
      return false;
    }
    running++;
    return true;
  }

  /** Ends a use. */
  public synchronized void end() {
    running--;
    notifyAll();
  }

  /**
   * Prevents further uses without a cursor, and waits for all, even if interrupted: each ends when
   * the storage has ended the reads that are in flight, and the table cannot be closed before.
   */
  public synchronized void close() {
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
