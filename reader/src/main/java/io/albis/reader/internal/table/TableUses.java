// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.table;

import io.albis.format.error.ClosedException;
import io.albis.format.error.TableInUseException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What reads an open table at the moment, so that the table is not closed under it. Thread-safe.
 */
public final class TableUses {

  /** Users of the library are outside of it. */
  private static final String LIBRARY = "io.albis.reader.";

  /** Named in messages; of more, only the number. */
  private static final int MAX_COLUMNS = 8;

  private final String table;
  private final Set<Use> uses = new LinkedHashSet<>();
  private boolean closed;

  /** For a table that messages name by its URI. */
  public TableUses(String table) {
    this.table = table;
  }

  /** Something that reads the table until this is closed. */
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

  /** How messages name a cursor over columns. */
  public static String cursor(List<String> columns) {
    int more = columns.size() - MAX_COLUMNS;
    return more > 0
        ? "a cursor over " + columns.subList(0, MAX_COLUMNS) + " and " + more + " more columns"
        : "a cursor over " + columns;
  }

  /**
   * Starts to use the table.
   *
   * @param what uses it, for messages
   * @throws ClosedException if the table is closed
   */
  public synchronized Use begin(String what) {
    requireOpen();
    Use use = new Use(what);
    uses.add(use);
    return use;
  }

  /**
   * Uses the table for the time of a call.
   *
   * @param what uses it, for messages
   * @throws ClosedException if the table is closed
   */
  public <T> T during(String what, Supplier<T> call) {
    Use use = begin(what);
    try {
      return call.get();
    } finally {
      use.close();
    }
  }

  /** Throws if the table is closed. */
  public synchronized void requireOpen() {
    if (closed) {
      throw new ClosedException("Cannot read table " + table + ": it is closed");
    }
  }

  /**
   * Lets the table not be used any more.
   *
   * @return false if it was closed before
   * @throws TableInUseException if it is in use; it then stays open
   */
  public synchronized boolean close() {
    if (closed) {
      return false;
    }
    if (!uses.isEmpty()) {
      Use first = uses.iterator().next();
      int more = uses.size() - 1;
      throw new TableInUseException(
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
