// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A connection to a node of Crail, and the one thread that uses it. The thread keeps several
 * requests in flight; files take turns.
 *
 * <p>Crail's own waiting is not used: NaRPC ignores time limits, waits forever for a node that has
 * closed the connection, never releases its locks after a failure, and an interrupt of a thread
 * that waits would close the connection. Here only the thread of the link touches the connection.
 * If sending fails or the connection is lost, it is closed, the requests in flight fail, and the
 * next request opens another connection. If the node has completed nothing for the time limit, or
 * there is no connection to it, the requests that wait fail, too: otherwise each would spend the
 * time limit again.
 *
 * <p>Thread-safe.
 *
 * @param <C> the connection
 */
abstract class Link<C> {

  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** How long the thread polls without a pause: longer than most requests take. */
  private static final long SPIN_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /** The time to connect if a connection was lost just before the time limit. */
  private static final long MIN_CONNECT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  private final String name;
  private final int depth;
  private final long timeoutNanos;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition hasWork = lock.newCondition();

  /** The requests that have not started. Guarded by the lock. */
  private final FairQueue<C> waiting = new FairQueue<>();

  private boolean hasThread;
  private boolean isClosed;

  /** In flight, in the order in which they were sent. Used by the thread only. */
  private final ArrayDeque<Sent<C>> sent = new ArrayDeque<>();

  private final Connector<C> connector;

  /**
   * When the node must have completed another request, by {@link System#nanoTime}; 0 if there is
   * none. A new connection does not move it. Set and cleared with the lock, moved by the thread.
   */
  private volatile long deadline;

  /**
   * A request. All methods are called by the thread of the link and must not block.
   *
   * @param <C> the connection
   */
  interface Request<C> {

    /** The file or operation that takes turns with others. */
    Object owner();

    /** Sends the request. */
    Future<?> send(C connection) throws Exception;

    /** The answer has arrived, and memory is no longer accessed. */
    void succeeded(Object answer);

    /** The request failed, or was not sent; memory is no longer accessed. */
    void failed(IOException cause);
  }

  private record Sent<C>(Request<C> request, Future<?> future) {}

  /**
   * Creates a link; the first request connects.
   *
   * @param name of the node, for messages and the name of the thread
   * @param depth the maximum number of requests in flight
   */
  Link(String name, int depth, long timeoutMillis) {
    this.name = name;
    this.depth = depth;
    this.timeoutNanos = TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    this.connector = new Connector<>(name, this::open, this::close);
  }

  /** Connects. May block without limit; then the result is dropped. */
  abstract C open() throws Exception;

  /** Closes a connection, possibly while another thread uses it. */
  abstract void close(C old) throws Exception;

  final String name() {
    return name;
  }

  /** Queues requests. Does not block. */
  final void submit(List<? extends Request<C>> requests) {
    boolean isRejected;
    lock.lock();
    try {
      isRejected = isClosed;
      if (!isRejected) {
        requests.forEach(waiting::add);
        if (deadline == 0 && !waiting.isEmpty()) {
          deadline = deadlineFromNow();
        }
        if (hasThread) {
          hasWork.signal();
        } else if (!requests.isEmpty()) {
          startThread();
        }
      }
    } finally {
      lock.unlock();
    }
    if (isRejected) {
      requests.forEach(request -> request.failed(new IOException(name + " was closed")));
    }
  }

  private void startThread() {
    // The thread outlives the caller, so it inherits neither thread-locals nor class loader.
    Thread thread = new Thread(null, this::work, "albis-crail-" + name, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(Link.class.getClassLoader());
    thread.start();
    hasThread = true;
  }

  /** Removes the requests of an owner that have not started, and returns them. */
  final List<Request<C>> withdraw(Object owner) {
    lock.lock();
    try {
      return waiting.withdraw(owner);
    } finally {
      lock.unlock();
    }
  }

  /** Removes one request if it has not started, and returns whether it was removed. */
  final boolean withdraw(Request<C> request) {
    lock.lock();
    try {
      return waiting.withdraw(request);
    } finally {
      lock.unlock();
    }
  }

  /** Makes the thread end, and close the connection, when all requests have ended. */
  final void shutDown() {
    lock.lock();
    try {
      isClosed = true;
      hasWork.signal();
      if (!hasThread && connector.isConnected()) {
        startThread();
      }
    } finally {
      lock.unlock();
    }
  }

  private void work() {
    ScheduledFuture<?> watch = Watchdog.watch(this::closeIfStuck);
    try {
      while (true) {
        Request<C> next = sent.size() < depth ? next(sent.isEmpty()) : null;
        if (next != null) {
          send(next);
        } else if (sent.isEmpty()) {
          if (isEnded()) {
            return;
          }
        } else {
          receive();
        }
      }
    } finally {
      watch.cancel(false);
    }
  }

  /** Returns the next request; null if there is none, after a wait if requested. */
  private Request<C> next(boolean mayWait) {
    lock.lock();
    try {
      long patience = 0;
      if (mayWait) {
        patience = IDLE_NANOS;
        clearDeadlineIfIdle();
      }
      while (waiting.isEmpty() && !isClosed && patience > 0) {
        try {
          patience = hasWork.awaitNanos(patience);
        } catch (InterruptedException e) {
          patience = 0; // an idle thread may end
        }
      }
      return waiting.poll();
    } finally {
      lock.unlock();
    }
  }

  /** Nothing is in flight; with the lock. */
  private void clearDeadlineIfIdle() {
    if (waiting.isEmpty()) {
      deadline = 0;
    }
  }

  /** Whether the thread is no longer needed. */
  private boolean isEnded() {
    boolean isLast;
    lock.lock();
    try {
      if (!waiting.isEmpty()) {
        return false;
      }
      hasThread = false;
      isLast = isClosed;
    } finally {
      lock.unlock();
    }
    if (isLast) {
      connector.disconnectGently();
    }
    return true;
  }

  private void send(Request<C> request) {
    try {
      if (!connector.isConnected()) {
        connector.connect(Math.max(deadline - System.nanoTime(), MIN_CONNECT_NANOS));
      }
      sent.add(new Sent<>(request, request.send(connector.connection())));
    } catch (Throwable e) {
      fail(request, "cannot send a request to " + name, e);
    }
  }

  private long deadlineFromNow() {
    long end = System.nanoTime() + timeoutNanos;
    return end == 0 ? 1 : end;
  }

  /** Waits until the oldest request has ended, or another one can be sent. */
  @SuppressWarnings("ThreadPriorityCheck") // a node on this machine may need the processor
  private void receive() {
    Sent<C> oldest = sent.peek();
    long start = System.nanoTime();
    try {
      while (!oldest.future().isDone()) {
        if (isOverdue()) {
          fail(
              null,
              "no answer from "
                  + name
                  + " within "
                  + TimeUnit.NANOSECONDS.toMillis(timeoutNanos)
                  + " ms",
              null);
          return;
        }
        if (System.nanoTime() - start < SPIN_NANOS) {
          Thread.yield();
        } else {
          LockSupport.parkNanos(PAUSE_NANOS);
        }
        if (sent.size() < depth && hasWaiting()) {
          return;
        }
      }
      Object answer = oldest.future().get();
      sent.remove();
      deadline = deadlineFromNow();
      oldest.request().succeeded(answer);
    } catch (ExecutionException e) {
      fail(null, "failed to communicate with " + name, e.getCause() == null ? e : e.getCause());
    } catch (Throwable e) {
      fail(null, "failed to communicate with " + name, e);
    }
  }

  private boolean hasWaiting() {
    lock.lock();
    try {
      return !waiting.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  private boolean isOverdue() {
    return System.nanoTime() - deadline > 0;
  }

  /**
   * Closes the connection and fails everything that was sent, one more request, and those that wait
   * if the node does not answer.
   */
  private void fail(Request<C> unsent, String what, Throwable cause) {
    boolean isUnreachable = !connector.isConnected() || isOverdue();
    connector.disconnect();
    String reason = cause == null ? "" : ": " + MissingParts.explain(cause);
    List<Request<C>> failed = new ArrayList<>();
    sent.forEach(one -> failed.add(one.request()));
    sent.clear();
    if (unsent != null) {
      failed.add(unsent);
    }
    lock.lock();
    try {
      if (isUnreachable) {
        failed.addAll(waiting.withdrawAll());
      }
      clearDeadlineIfIdle();
    } finally {
      lock.unlock();
    }
    for (Request<C> request : failed) {
      // An exception for each request: callers add suppressed exceptions.
      request.failed(new CrailUnavailableException(what + reason, cause));
    }
  }

  /** Closes the connection under a thread that does not return from Crail's code. */
  private void closeIfStuck() {
    long end = deadline;
    if (end != 0 && System.nanoTime() - end > Watchdog.GRACE_NANOS) {
      connector.breakConnection();
    }
  }
}
