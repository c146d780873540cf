// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.memory;

import io.albis.format.error.ClosedException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Cleaner;

/**
 * The thread that owns a row or batch writer: the first one that ends a row or uses {@link
 * WriterMemory}, until that thread closes the writer or ends. After that, the next thread that uses
 * the writer owns it. Other threads can only {@link #abort} the writer; using it aborts it, too.
 *
 * <p><b>Why memory is never released under a thread that uses it.</b> The memory is used and
 * released only by the owner, after {@link #require} or {@link #claim} has found that the current
 * thread is the owner. The owner changes only if it has ended, or if it releases the memory itself:
 * an abort only marks it. So a thread that reads itself from {@link #state} is the owner, even if
 * the value is old, and a plain read is enough. No caller of {@code require} uses the memory after
 * that has failed. Once the writer is aborted and no thread can reach it, a {@link Cleaner}
 * releases the memory; the fences where values are stored keep the writer reachable until they are
 * stored.
 *
 * <p>Values of fixed width are stored without a check, in the chunk of {@code FlatRows}: its memory
 * lives as long as the writer is reachable, and only the owner moves the addresses within it. What
 * another thread stores there is found when that thread ends its row, and aborts the writer.
 */
public final class WriterOwner {

  /**
   * A writer that is being closed, or was aborted, and whose owner has not released the memory.
   *
   * @param intruder the thread that used the writer besides its owner; null if there is none
   */
  private record Closing(Thread owner, Thread intruder) {}

  private static final Object RELEASED = new Object();

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(WriterOwner.class, "state", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Starts the cleaner's thread only if an owner has not released the memory. */
  private static final class LazyCleaner {
    private static final Cleaner CLEANER = Cleaner.create();
  }

  private final WriterMemory memory;
  private final Runnable release;

  /** Null before the first use; then the owner, {@link Closing}, or {@link #RELEASED}. */
  private Object state;

  /** Whether the writer was aborted or released; not volatile: a change may be seen late. */
  private boolean isProbablyClosed;

  /**
   * Starts without an owner.
   *
   * @param release run by the owner of an aborted writer; must call {@link #release}
   */
  public WriterOwner(WriterMemory memory, Runnable release) {
    this.memory = memory;
    this.release = release;
  }

  /**
   * Checks that the current thread owns the writer, before it uses the memory. An abort by another
   * thread may be noticed late.
   *
   * @throws ClosedException if the writer was closed; if it was aborted, this releases the memory
   * @throws IllegalStateException if two threads use the writer
   */
  public void require() {
    if (state != Thread.currentThread()) {
      requireUnlessAborted();
    }
  }

  /** As {@link #require}, but notices each abort. */
  public void requireNotAborted() {
    if (STATE.getOpaque(this) != Thread.currentThread()) {
      requireUnlessAborted();
    }
  }

  /** A cheap check for every value of fixed width, which notices a close or abort at some time. */
  public void requireProbablyOpen() {
    if (isProbablyClosed) {
      require();
    }
  }

  private void requireUnlessAborted() {
    Thread self = Thread.currentThread();
    if (claim()) {
      if (STATE.getVolatile(this) instanceof Closing closing) {
        release.run();
        Thread intruder = closing.intruder();
        throw intruder == null ? closed() : usedByTwo(self, intruder);
      }
      return;
    }
    Object before = abort(self);
    if (before == RELEASED || before instanceof Closing closing && closing.intruder() == null) {
      throw closed();
    }
    throw usedByTwo(self, owner(before));
  }

  private static IllegalStateException usedByTwo(Thread self, Thread other) {
    return new IllegalStateException(
        "Cannot write in thread '"
            + self.getName()
            + "': thread '"
            + other.getName()
            + "' uses the same writer; each thread needs a writer of its own");
  }

  private static ClosedException closed() {
    return new ClosedException("Cannot write: the writer is closed");
  }

  /**
   * Makes the current thread the owner, if there is none or it has ended.
   *
   * @return whether the current thread is the owner; false if the memory was released
   */
  public boolean claim() {
    Thread self = Thread.currentThread();
    while (true) {
      Object current = STATE.getVolatile(this);
      if (current == RELEASED) {
        return false;
      }
      Thread owner = owner(current);
      if (owner == self) {
        return true;
      }
      // A thread that is not alive has finished all its stores, which are visible here.
      if (owner != null && owner.isAlive()) {
        return false;
      }
      Object claimed =
          current instanceof Closing closing ? new Closing(self, closing.intruder()) : self;
      if (STATE.compareAndSet(this, current, claimed)) {
        return true;
      }
    }
  }

  private static Thread owner(Object state) {
    if (state instanceof Closing closing) {
      return closing.owner();
    }
    return state instanceof Thread thread ? thread : null;
  }

  /**
   * Refuses rows from then on, and makes the owner release the memory instead of writing. If there
   * is no owner, the current thread becomes it, in the same step. Callable by any thread.
   * Idempotent.
   *
   * @return whether the writer was open until this call
   */
  public boolean abort() {
    Object before = abort(null);
    return before != RELEASED && !(before instanceof Closing);
  }

  /** Returns the state before: null, the owner, {@link Closing}, or {@link #RELEASED}. */
  private Object abort(Thread intruder) {
    isProbablyClosed = true;
    while (true) {
      Object current = STATE.getVolatile(this);
      if (current == RELEASED || current instanceof Closing) {
        return current;
      }
      Thread owner = current == null ? Thread.currentThread() : (Thread) current;
      if (STATE.compareAndSet(this, current, new Closing(owner, intruder))) {
        return current;
      }
    }
  }

  /** Releases the memory when no thread can reach the writer, if its owner has not done it. */
  public void releaseWhenUnreachable() {
    LazyCleaner.CLEANER.register(this, memory::close);
  }

  /** Whether the writer is being closed, or was aborted, and its memory has not been released. */
  public boolean isClosing() {
    return STATE.getVolatile(this) instanceof Closing;
  }

  /** Whether the writer was aborted because a second thread used it. */
  public boolean isMisused() {
    return STATE.getVolatile(this) instanceof Closing closing && closing.intruder() != null;
  }

  /** Whether the memory was released. */
  public boolean isReleased() {
    return STATE.getVolatile(this) == RELEASED;
  }

  /** The name of the owner, for messages. */
  public String name() {
    Thread owner = owner(STATE.getVolatile(this));
    return owner == null ? "" : owner.getName();
  }

  /** Releases the memory if the writer was aborted. Only for the owner. */
  public void releaseIfAborted() {
    if (isClosing()) {
      release.run();
    }
  }

  /** Releases the memory. Only for the owner. */
  public void release() {
    isProbablyClosed = true;
    try {
      memory.close();
    } finally {
      STATE.setVolatile(this, RELEASED);
    }
  }
}
