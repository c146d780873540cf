// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.memory;

import io.albis.format.error.ClosedException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Cleaner;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the memory of a row or batch writer from being released while a thread uses it.
 *
 * <p>A thread <b>enters</b> with the first value of a row that needs this memory (of variable
 * length, or nested), or else when it ends the row, and <b>leaves</b> when the row is ended: one
 * atomic instruction per row, and none per value. Rows that have only values of fixed width usually
 * do not enter at all: their values are stored in the chunk of {@code FlatRows}, which is never
 * released while a thread uses it, and {@code RowGroupBuilder.endFixedRow} ends them without an
 * atomic instruction. They enter only for a row that fills the chunk or a segment.
 *
 * <p>Closing, by any thread, first keeps other threads from entering, then waits briefly until the
 * thread inside has left. A thread that stays inside for longer may never return (for example, it
 * failed in the middle of a row). Closing then continues without it, and that thread releases the
 * memory when it leaves. If the writer becomes unreachable before that, a {@link Cleaner} releases
 * the memory.
 */
public final class WriterGate {

  /** The state of the gate when it was closed. */
  public enum Closing {
    /** No thread is inside or can enter: the caller must release the memory. */
    EMPTY,
    /** The gate was already closed, and the memory is released. */
    ALREADY_CLOSED,
    /** A thread is inside and will release the memory. */
    OCCUPIED
  }

  /** How long closing waits for a thread inside a row, in nanoseconds. */
  private static final long MAX_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final Object CLOSED = new Object();

  private static final VarHandle OWNER;

  static {
    try {
      OWNER = MethodHandles.lookup().findVarHandle(WriterGate.class, "owner", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Starts the cleaner's thread only if a thread remains inside. */
  private static final class LazyCleaner {
    private static final Cleaner CLEANER = Cleaner.create();
  }

  private final WriterMemory memory;

  /** The thread inside; null if there is none; {@link #CLOSED} once no thread can enter again. */
  private volatile Object owner;

  private volatile boolean closing;

  /** As {@link #closing}, but not volatile: other threads may see the change late. */
  private boolean closingHint;

  /** Whether a thread is inside; reliable only for that thread. */
  private boolean inside;

  /** Run by the thread inside when it leaves, if closing did not wait for it; guarded by this. */
  private Runnable deferredRelease;

  /** Whether the memory has been released; guarded by this. */
  private boolean released;

  public WriterGate(WriterMemory memory) {
    this.memory = memory;
  }

  /**
   * Enters, unless this thread is already inside.
   *
   * @throws ClosedException if the gate is closed
   * @throws IllegalStateException if another thread is inside
   */
  public void enter() {
    if (!inside) {
      enterFromOutside();
    }
  }

  private void enterFromOutside() {
    Thread self = Thread.currentThread();
    if (!OWNER.compareAndSet(this, null, self)) {
      throw refuse(self);
    }
    inside = true;
    if (closing) {
      leave();
      throw closed();
    }
  }

  private RuntimeException refuse(Thread self) {
    Object current = owner;
    if (current == CLOSED || (current == null && closing)) {
      return closed();
    }
    // The other thread may have left by now.
    String other =
        current instanceof Thread thread ? "thread '" + thread.getName() + "'" : "another thread";
    return new IllegalStateException(
        "Cannot write in thread '"
            + self.getName()
            + "': "
            + other
            + " is in the middle of a row; each thread needs a writer of its own");
  }

  private static ClosedException closed() {
    return new ClosedException("Cannot write: the writer is closed");
  }

  /** Enters, and checks that the thread inside is the current one. */
  public void enterExclusively() {
    enter();
    Thread self = Thread.currentThread();
    if (owner != self) {
      throw refuse(self);
    }
  }

  /** Leaves the gate. Only for the thread inside. */
  public void leave() {
    inside = false;
    if (closing) {
      leaveClosing();
    } else {
      OWNER.setRelease(this, null);
    }
  }

  private synchronized void leaveClosing() {
    if (deferredRelease == null) {
      owner = null;
      notifyAll();
      return;
    }
    owner = CLOSED;
    try {
      deferredRelease.run();
    } finally {
      released();
    }
  }

  /**
   * A cheap check for every value: throws if this thread has closed the gate, or if another thread
   * has closed it some time ago.
   */
  public void requireProbablyOpen() {
    if (closingHint) {
      throw closed();
    }
  }

  /** Throws if the gate is closed or being closed. */
  public void requireOpen() {
    if (closing) {
      throw closed();
    }
  }

  /** As {@link #requireOpen}; if it throws and this thread is inside, the thread leaves first. */
  public void leaveOrRequireOpen() {
    if (closing) {
      if (inside && owner == Thread.currentThread()) {
        leave();
      }
      throw closed();
    }
  }

  /** Whether the gate is closed or being closed. */
  public boolean isClosing() {
    return closing;
  }

  /** Whether the current thread is inside. Only for the thread of the writer. */
  public boolean isInside() {
    return inside;
  }

  /**
   * Keeps threads from entering, and waits until the thread inside has left, or until the memory
   * has been released by the thread that closed the gate first.
   *
   * @param release run by the thread inside when it leaves, if the wait times out
   */
  public synchronized Closing close(Runnable release) {
    closing = true;
    closingHint = true;
    Thread self = Thread.currentThread();
    long deadline = System.nanoTime() + MAX_WAIT_NANOS;
    boolean isInterrupted = false;
    try {
      while (true) {
        Object current = owner;
        if (released) {
          return Closing.ALREADY_CLOSED;
        }
        boolean canClose = current == null || current == self || isDead(current);
        if (canClose && OWNER.compareAndSet(this, current, CLOSED)) {
          inside = false;
          return Closing.EMPTY;
        }
        if (current instanceof Thread
            && (deferredRelease != null || System.nanoTime() - deadline >= 0)) {
          if (deferredRelease == null) {
            deferredRelease = release;
            LazyCleaner.CLEANER.register(this, memory::close);
          }
          return Closing.OCCUPIED;
        }
        try {
          // A thread that has not seen that closing is set leaves without notifying.
          wait(1);
        } catch (InterruptedException e) {
          isInterrupted = true;
        }
      }
    } finally {
      if (isInterrupted) {
        self.interrupt();
      }
    }
  }

  private static boolean isDead(Object owner) {
    return owner instanceof Thread thread && !thread.isAlive();
  }

  /** The name of the thread inside, for messages. */
  public String threadInside() {
    return owner instanceof Thread thread ? "'" + thread.getName() + "'" : "that has ended";
  }

  /** Notifies waiting threads that the memory has been released. */
  public synchronized void released() {
    released = true;
    notifyAll();
  }
}
