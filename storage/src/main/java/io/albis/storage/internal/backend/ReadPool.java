// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.backend;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The threads that read from one device or service. All storages of the process with the same
 * device and depth share a pool. A thread executes one request at a time, so the number of threads
 * limits the number of requests in flight. Threads start on demand and end after {@value
 * #IDLE_SECONDS} seconds without work; they are daemons, and are never interrupted.
 *
 * <p>Each file has a {@link ReadQueue}. The queues are served round-robin, one task at a time.
 *
 * <p>Thread-safe.
 */
public final class ReadPool {

  private static final long IDLE_SECONDS = 10;

  private static final ConcurrentMap<Key, ReadPool> POOLS = new ConcurrentHashMap<>();

  private final String device;
  private final int depth;
  private final long idleNanoseconds;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition hasWork = lock.newCondition();

  /** Queues with tasks, in the order in which they are served. Guarded by the lock. */
  private final ArrayDeque<ReadQueue> ready = new ArrayDeque<>();

  private int queued;
  private int threads;
  private int idle;
  private long started;

  private record Key(String device, int depth) {}

  ReadPool(String device, int depth, long idleNanoseconds) {
    this.device = device;
    this.depth = depth;
    this.idleNanoseconds = idleNanoseconds;
  }

  /**
   * Returns the pool of a device.
   *
   * @param device the name of the device or service, which becomes part of thread names
   * @param depth the maximum number of requests in flight, at least 1
   */
  public static ReadPool shared(String device, int depth) {
    if (depth < 1) {
      throw new IllegalArgumentException("Invalid depth: " + depth + " (expected at least 1)");
    }
    return POOLS.computeIfAbsent(
        new Key(device, depth),
        key -> new ReadPool(device, depth, TimeUnit.SECONDS.toNanos(IDLE_SECONDS)));
  }

  /** Creates a queue for one file. It need not be closed. */
  public ReadQueue newQueue() {
    return new ReadQueue(this);
  }

  /** The current number of threads. */
  public int threads() {
    lock.lock();
    try {
      return threads;
    } finally {
      lock.unlock();
    }
  }

  void enqueue(ReadQueue queue, List<ReadQueue.Task> tasks) {
    lock.lock();
    try {
      startThreads(Math.min(queued + tasks.size() - idle, depth - threads));
      if (queue.add(tasks)) {
        ready.add(queue);
      }
      queued += tasks.size();
      for (int i = Math.min(tasks.size(), idle); i > 0; i--) {
        hasWork.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private void startThreads(int count) {
    for (int i = 0; i < count; i++) {
      // The threads outlive the caller, so they inherit neither thread-locals nor class loader.
      String name = "albis-read-" + device + "-" + ++started;
      Thread thread = new Thread(null, this::work, name, 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(ReadPool.class.getClassLoader());
      try {
        thread.start();
      } catch (OutOfMemoryError e) {
        if (threads == 0) {
          throw e;
        }
        return; // no more threads available; those that exist will execute all tasks
      }
      threads++;
    }
  }

  private void work() {
    for (ReadQueue.Task task = next(); task != null; task = next()) {
      task.run();
    }
  }

  /** Waits for a task; returns null if this thread is no longer needed. */
  private ReadQueue.Task next() {
    lock.lock();
    try {
      long patience = idleNanoseconds;
      while (true) {
        ReadQueue.Task task = poll();
        if (task != null) {
          return task;
        }
        if (patience <= 0) {
          threads--;
          return null;
        }
        idle++;
        try {
          patience = hasWork.awaitNanos(patience);
        } catch (InterruptedException e) {
          patience = 0; // an idle thread may end
        } finally {
          idle--;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private ReadQueue.Task poll() {
    for (ReadQueue queue = ready.poll(); queue != null; queue = ready.poll()) {
      ReadQueue.Task task = queue.next();
      if (queue.stayReady()) {
        ready.add(queue);
      }
      if (task != null) {
        queued--;
        return task;
      }
    }
    return null;
  }

  int withdraw(ReadQueue queue, PendingRead read) {
    lock.lock();
    try {
      int withdrawn = queue.remove(read);
      queued -= withdrawn;
      return withdrawn;
    } finally {
      lock.unlock();
    }
  }
}
