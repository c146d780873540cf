// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.flat;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The current row of one thread in the chunk of {@link FlatRows}. No other thread moves it, so that
 * the addresses stay within the chunk even if several threads write rows at the same time; a thread
 * that takes over gets a position of its own.
 */
public final class RowPosition {

  private static final VarHandle ROW;

  static {
    try {
      ROW = MethodHandles.lookup().findVarHandle(RowPosition.class, "row", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Thread thread;

  /** Per leaf: address of the slot of the current row. */
  private final long[] slots;

  /** Index in the chunk of the current row. */
  private int row;

  RowPosition(Thread thread, int leaves, int row) {
    this.thread = thread;
    this.slots = new long[leaves];
    this.row = row;
  }

  /** Whether this is the position of the current thread. */
  public boolean isOwn() {
    return thread == Thread.currentThread();
  }

  /** Whether the thread of this position has ended; its stores are then visible. */
  boolean hasThreadEnded() {
    return !thread.isAlive();
  }

  /** Waits until stores of its thread are visible here, unless that thread has ended. */
  public void awaitStores(long nanos) {
    long start = System.nanoTime();
    while (!isOwn() && thread.isAlive() && System.nanoTime() - start < nanos) {
      Thread.onSpinWait();
    }
  }

  long[] slots() {
    return slots;
  }

  /** Index in the chunk of the current row, which is the number of rows before it. */
  public int row() {
    return row;
  }

  /** As {@link #row}, for another thread, which then sees the values of all rows before it. */
  public int acquireRow() {
    return (int) ROW.getAcquire(this);
  }

  /** Changes the index; the addresses of slots must be changed before. */
  public void setRow(int index) {
    ROW.setRelease(this, index);
  }
}
