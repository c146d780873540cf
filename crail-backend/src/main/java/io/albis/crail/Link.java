// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * If no request has completed for the time limit, or sending fails, the connection is closed, all
 * requests in flight fail, and the next request opens another connection.
 *
 * <p>Thread-safe.
 *
 * @param <C> the connection
 */
abstract class Link<C> {

  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** How long the thread polls without a pause: longer than most requests take. */
  private static final long SPIN_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /**
   * Connections live at least this long: the accepting thread of a NaRPC server ends if a client
   * disconnects before the server has logged the address of the client.
   */
  private static final long MIN_LIFE_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  private final String name;
  private final int depth;
  private final long timeoutNanos;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition hasWork = lock.newCondition();

  /** The requests that have not started, by the file that takes turns. Guarded by the lock. */
  private final Map<Object, ArrayDeque<Request<C>>> waiting = new LinkedHashMap<>();

  private boolean hasThread;
  private boolean isClosed;

  /** In flight, in the order in which they were sent. Used by the thread only. */
  private final ArrayDeque<Sent<C>> sent = new ArrayDeque<>();

  /** Null before the first request, and after a failure. Written by the thread only. */
  private volatile C connection;

  private long connectedAt;

  /**
   * When the connection counts as broken, by {@link System#nanoTime}; 0 if nothing is in flight.
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
        for (Request<C> request : requests) {
          waiting.computeIfAbsent(request.owner(), owner -> new ArrayDeque<>()).add(request);
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
      ArrayDeque<Request<C>> requests = waiting.remove(owner);
      return requests == null ? List.of() : new ArrayList<>(requests);
    } finally {
      lock.unlock();
    }
  }

  /** Removes one request if it has not started, and returns whether it was removed. */
  final boolean withdraw(Request<C> request) {
    lock.lock();
    try {
      ArrayDeque<Request<C>> requests = waiting.get(request.owner());
      return requests != null && requests.remove(request);
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
      if (!hasThread && connection != null) {
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
      long patience = mayWait ? IDLE_NANOS : 0;
      while (waiting.isEmpty() && !isClosed && patience > 0) {
        try {
          patience = hasWork.awaitNanos(patience);
        } catch (InterruptedException e) {
          patience = 0; // an idle thread may end
        }
      }
      Iterator<Map.Entry<Object, ArrayDeque<Request<C>>>> turns = waiting.entrySet().iterator();
      while (turns.hasNext()) {
        Map.Entry<Object, ArrayDeque<Request<C>>> turn = turns.next();
        turns.remove();
        Request<C> request = turn.getValue().poll();
        if (!turn.getValue().isEmpty()) {
          waiting.put(turn.getKey(), turn.getValue());
        }
        if (request != null) {
          return request;
        }
      }
      return null;
    } finally {
      lock.unlock();
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
      long life = System.nanoTime() - connectedAt;
      while (connection != null && life < MIN_LIFE_NANOS) {
        LockSupport.parkNanos(MIN_LIFE_NANOS - life);
        life = System.nanoTime() - connectedAt;
      }
      disconnect();
    }
    return true;
  }

  private void send(Request<C> request) {
    try {
      if (connection == null) {
        connection = Connector.connect(name, this::open, this::close, timeoutNanos);
        connectedAt = System.nanoTime();
      }
      if (sent.isEmpty()) {
        deadline = deadlineFromNow();
      }
      sent.add(new Sent<>(request, request.send(connection)));
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
        long now = System.nanoTime();
        if (now - deadline > 0) {
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
        if (now - start < SPIN_NANOS) {
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
      deadline = sent.isEmpty() ? 0 : deadlineFromNow();
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

  /** Closes the connection and fails everything that was sent, and one more request. */
  private void fail(Request<C> unsent, String what, Throwable cause) {
    deadline = 0;
    disconnect();
    String reason = cause == null ? "" : ": " + MissingParts.explain(cause);
    List<Request<C>> failed = new ArrayList<>();
    sent.forEach(one -> failed.add(one.request()));
    sent.clear();
    if (unsent != null) {
      failed.add(unsent);
    }
    for (Request<C> request : failed) {
      // An exception for each request: callers add suppressed exceptions.
      request.failed(new CrailUnavailableException(what + reason, cause));
    }
  }

  private void disconnect() {
    C old = connection;
    connection = null;
    if (old != null) {
      Connector.closeQuietly(name, () -> close(old));
    }
  }

  /** Closes the connection under a thread that does not return from Crail's code. */
  private void closeIfStuck() {
    long end = deadline;
    C stuck = connection;
    if (end != 0 && stuck != null && System.nanoTime() - end > Watchdog.GRACE_NANOS) {
      Connector.closeQuietly(name, () -> close(stuck));
    }
  }
}
