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
 * <p>A thread <b>enters</b> when it ends a row, or before with the first value that needs such
 * memory (of variable length, or nested), and <b>leaves</b> when the row is ended: one atomic
 * instruction per row, and none per value. Values of fixed width go to memory that is never
 * released under the thread (the chunk of {@code FlatRows}). Closing, by any thread, first keeps
 * others from entering, then waits briefly until the thread inside has left. A thread that stays
 * inside a row for longer may never return (for example, it failed in the middle of the row); so
 * closing continues without it, and that thread releases the memory when it leaves. If the writer
 * becomes unreachable before that, a {@link Cleaner} releases it.
 */
public final class WriterGate {

  /** The state in which closing found the gate. */
  public enum Closing {
    /** No thread is inside or can enter: the caller must release the memory. */
    ALONE,
    /** Another thread has closed it, and has released the memory. */
    CLOSED_BEFORE,
    /** A thread is inside, and will release the memory. */
    OCCUPIED
  }

  /** How long closing waits for a thread inside a row, in nanoseconds. */
  private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(500);

  private static final Object CLOSED = new Object();

  private static final VarHandle OWNER;

  static {
    try {
      OWNER = MethodHandles.lookup().findVarHandle(WriterGate.class, "owner", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Started only when a thread was left inside. */
  private static final class LazyCleaner {
    private static final Cleaner CLEANER = Cleaner.create();
  }

  private final WriterMemory memory;

  /** The thread that is inside; null if there is none; {@link #CLOSED} for good. */
  private volatile Object owner;

  private volatile boolean closing;

  /** As {@link #closing}, but other threads see it only at some later time. */
  private boolean shut;

  /** Whether a thread is inside; for that thread. */
  private boolean inside;

  /** What the thread inside runs when it leaves after closing has gone on; guarded by this. */
  private Runnable left;

  /** Whether the memory has been released; guarded by this. */
  private boolean released;

  public WriterGate(WriterMemory memory) {
    this.memory = memory;
  }

  /**
   * Enters, unless inside.
   *
   * @throws ClosedException if it is closed
   * @throws IllegalStateException if another thread is inside
   */
  public void enter() {
    if (!inside) {
      enterAnew();
    }
  }

  private void enterAnew() {
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
    return owner instanceof Thread other
        ? new IllegalStateException(
            "Cannot write by thread '"
                + self.getName()
                + "': thread '"
                + other.getName()
                + "' is in the middle of a row; each thread needs a writer of its own")
        : closed();
  }

  private static ClosedException closed() {
    return new ClosedException("Cannot write: the writer is closed");
  }

  /** Enters, or checks that it is this thread that is inside. */
  public void enterAlone() {
    enter();
    Thread self = Thread.currentThread();
    if (owner != self) {
      throw refuse(self);
    }
  }

  /** Leaves. Only for the thread that is inside. */
  public void leave() {
    inside = false;
    if (closing) {
      leaveClosing();
    } else {
      OWNER.setRelease(this, null);
    }
  }

  private synchronized void leaveClosing() {
    if (left == null) {
      owner = null;
      notifyAll();
      return;
    }
    owner = CLOSED;
    try {
      left.run();
    } finally {
      released();
    }
  }

  /** Throws if it was closed by this thread, or some time ago: the cheap check of each value. */
  public void requireNotShut() {
    if (shut) {
      throw closed();
    }
  }

  /** Throws if it is being closed. */
  public void requireOpen() {
    if (closing) {
      throw closed();
    }
  }

  /** Throws if it is being closed; a thread that was left inside leaves first. */
  public void leaveOrRequireOpen() {
    if (closing) {
      if (inside && owner == Thread.currentThread()) {
        leave();
      }
      throw closed();
    }
  }

  /** Whether it is being closed, or closed. */
  public boolean isClosing() {
    return closing;
  }

  /** Whether a thread is inside, asked by that thread. */
  public boolean isInside() {
    return inside;
  }

  /**
   * Lets nobody enter any more, and waits for the thread inside or for the one that releases the
   * memory.
   *
   * @param release what the thread inside is to run when it leaves, if it is not waited for
   */
  public synchronized Closing close(Runnable release) {
    closing = true;
    shut = true;
    Thread self = Thread.currentThread();
    long deadline = System.nanoTime() + PATIENCE;
    boolean isInterrupted = false;
    try {
      while (true) {
        Object present = owner;
        if (released) {
          return Closing.CLOSED_BEFORE;
        }
        boolean isOut = present == null || present == self || isDead(present);
        if (isOut && OWNER.compareAndSet(this, present, CLOSED)) {
          inside = false;
          return Closing.ALONE;
        }
        if (present instanceof Thread && (left != null || System.nanoTime() - deadline >= 0)) {
          if (left == null) {
            left = release;
            LazyCleaner.CLEANER.register(this, memory::close);
          }
          return Closing.OCCUPIED;
        }
        try {
          // A thread that did not see the change of closing leaves without notifying.
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

  /** The thread inside, for messages. */
  public String threadInside() {
    return owner instanceof Thread thread ? "'" + thread.getName() + "'" : "that has ended";
  }

  /** Notifies waiting threads that the memory has been released. */
  public synchronized void released() {
    released = true;
    notifyAll();
  }
}
