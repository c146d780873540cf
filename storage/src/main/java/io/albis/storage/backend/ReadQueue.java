// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.backend;

import io.albis.storage.Reads;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The tasks of one file that wait for a thread of a {@link ReadPool}. The queues of a pool take
 * turns, so that no file waits for all the tasks of another. Thread-safe.
 */
public final class ReadQueue {

  private final ReadPool pool;

  /** Guarded by the lock of the pool, as is {@link #isReady}. */
  private final ArrayDeque<Task> tasks = new ArrayDeque<>();

  /** Whether the pool will come to this queue. */
  private boolean isReady;

  /** One task and the read that it is a part of. */
  record Task(PendingRead read, ReadTask body) {
    void run() {
      read.run(body);
    }
  }

  /** Reads something and returns it. */
  @FunctionalInterface
  public interface Call<T> {
    /** Runs once, on a thread of a {@link ReadPool}. */
    T run() throws IOException;
  }

  ReadQueue(ReadPool pool) {
    this.pool = pool;
  }

  /**
   * Submits tasks, which may run at the same time and in any order. Does not block.
   *
   * @return completes normally when all tasks have. After a failure it completes with the exception
   *     of the first task that failed, as soon as no task runs or will run. Cancelling it withdraws
   *     the tasks that have not started.
   */
  public CompletableFuture<Void> submit(List<ReadTask> bodies) {
    if (bodies.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    PendingRead read = new PendingRead(this, bodies.size());
    List<Task> submitted = new ArrayList<>(bodies.size());
    for (ReadTask body : bodies) {
      submitted.add(new Task(read, body));
    }
    pool.enqueue(this, submitted);
    return read;
  }

  /**
   * Runs something on a thread of the pool and waits for it, also while the calling thread is
   * interrupted. Must not be called by a thread of the same pool.
   */
  public <T> T call(Call<T> call) throws IOException {
    List<T> result = new ArrayList<>(1);
    Reads.await(submit(List.of(() -> result.add(call.run()))));
    return result.get(0);
  }

  int withdraw(PendingRead read) {
    return pool.withdraw(this, read);
  }

  /**
   * Adds tasks. For the pool, which holds its lock.
   *
   * @return whether the pool has to add this queue to those it comes to
   */
  boolean add(List<Task> more) {
    tasks.addAll(more);
    boolean isNew = !isReady;
    isReady = true;
    return isNew;
  }

  /** Takes out the next task; null if all have been withdrawn. For the pool. */
  Task next() {
    return tasks.poll();
  }

  /** Whether the pool has to come again. For the pool. */
  boolean stayReady() {
    isReady = !tasks.isEmpty();
    return isReady;
  }

  /** Takes out all tasks of a read. For the pool. */
  int remove(PendingRead read) {
    int before = tasks.size();
    tasks.removeIf(task -> task.read() == read);
    return before - tasks.size();
  }
}
