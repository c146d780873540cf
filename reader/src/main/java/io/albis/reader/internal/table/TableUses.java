// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.table;

import io.albis.format.error.ClosedException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Tracks the operations that read an open table, so that the table is not closed under them.
 * Thread-safe.
 */
public final class TableUses {

  /** Frames outside of this package belong to users of the library. */
  private static final String LIBRARY = "io.albis.reader.";

  /** Maximum number of uses named in a message; further uses are only counted. */
  private static final int MAX_COLUMNS = 8;

  private final String table;
  private final Set<Use> uses = new LinkedHashSet<>();

  /** Calls for the library itself, which are waited for. */
  private int internalCalls;

  /** Threads that close the table, and wait for such calls. */
  private int closing;

  private boolean closed;

  /** Creates an instance for a table, named by its URI in messages. */
  public TableUses(String table) {
    this.table = table;
  }

  /** An operation that reads the table until this use is closed. */
  public final class Use implements AutoCloseable {

    private final String what;
    private final String thread;
    private final String place;

    private Use(String what) {
      this.what = what;
      this.thread = Thread.currentThread().getName();
      this.place = callerOfLibrary();
    }

    /** Ends this use. Idempotent. */
    @Override
    public void close() {
      synchronized (TableUses.this) {
        uses.remove(this);
      }
    }

    @Override
    public String toString() {
      return what + ", opened by thread " + thread + place;
    }
  }

  private static String callerOfLibrary() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .filter(frame -> !frame.getClassName().startsWith(LIBRARY))
                    .findFirst()
                    .map(frame -> " at " + frame)
                    .orElse(""));
  }

  /** Describes a cursor over columns for messages. */
  public static String cursor(List<String> columns) {
    int more = columns.size() - MAX_COLUMNS;
    return more > 0
        ? "a cursor over " + columns.subList(0, MAX_COLUMNS) + " and " + more + " more columns"
        : "a cursor over " + columns;
  }

  /**
   * Starts a use of the table.
   *
   * @param what description of the user, for messages
   * @throws ClosedException if the table is closed
   */
  public synchronized Use begin(String what) {
    requireOpen();
    Use use = new Use(what);
    uses.add(use);
    return use;
  }

  /**
   * Uses the table for the duration of a call.
   *
   * @param what description of the user, for messages
   * @throws ClosedException if the table is closed
   */
  public <T> T track(String what, Supplier<T> call) {
    Use use = begin(what);
    try {
      return call.get();
    } finally {
      use.close();
    }
  }

  /**
   * Uses the table for a call that its user does not know of: closing the table waits until it has
   * returned, instead of failing.
   *
   * @param call must not close the table
   * @return null if the table is closed
   */
  public <T> T unlessClosed(Supplier<T> call) {
    synchronized (this) {
      // Whether the table will be closed depends on other uses.
      awaitUntil(() -> closing == 0);
      if (closed) {
        return null;
      }
      internalCalls++;
    }
    try {
      return call.get();
    } finally {
      synchronized (this) {
        internalCalls--;
        notifyAll();
      }
    }
  }

  /** Waits, even if the thread is interrupted, for a change of another thread. */
  private synchronized void awaitUntil(BooleanSupplier condition) {
    boolean isInterrupted = false;
    while (!condition.getAsBoolean()) {
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

  /** Throws if the table is closed. */
  public synchronized void requireOpen() {
    if (closed) {
      throw new ClosedException("Cannot read table " + table + ": it is closed");
    }
  }

  /**
   * Prevents further use of the table. Waits for calls of {@link #unlessClosed}.
   *
   * @return false if it was already closed
   * @throws IllegalStateException if it is in use; it then stays open
   */
  public synchronized boolean close() {
    closing++;
    try {
      awaitUntil(() -> internalCalls == 0);
    } finally {
      closing--;
      notifyAll();
    }
    if (closed) {
      return false;
    }
    if (!uses.isEmpty()) {
      Use first = uses.iterator().next();
      int more = uses.size() - 1;
      throw new IllegalStateException(
          "Cannot close table "
              + table
              + ": it is in use by "
              + first
              + (more == 0 ? "" : ", and by " + more + " more"));
    }
    closed = true;
    return true;
  }
}
