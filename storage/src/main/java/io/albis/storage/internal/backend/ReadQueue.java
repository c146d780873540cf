// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.backend;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The tasks of one file that wait for a thread of a {@link ReadPool}. The pool serves its queues
 * round-robin, so that no file has to wait for all tasks of another. Thread-safe.
 */
public final class ReadQueue {

  private final ReadPool pool;

  /** Guarded by the lock of the pool, as is {@link #isReady}. */
  private final ArrayDeque<Task> tasks = new ArrayDeque<>();

  /** Whether this queue is in the pool's list of queues to serve. */
  private boolean isReady;

  /** One task and the read that it belongs to. */
  record Task(PendingRead read, ReadTask body) {
    void run() {
      read.run(body);
    }
  }

  /** A blocking read that returns its result. */
  @FunctionalInterface
  public interface Call<T> {
    /** Reads. Called once at most. */
    T run() throws IOException;
  }

  ReadQueue(ReadPool pool) {
    this.pool = pool;
  }

  /**
   * Submits tasks, which may run at the same time and in any order. Does not block.
   *
   * @return a future that completes when all tasks have completed. If a task fails, the tasks that
   *     have not started are cancelled, and the future completes with the first exception when no
   *     task is running any more. Cancelling the future cancels the tasks that have not started.
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
    return read.future();
  }

  /**
   * Runs a task on a thread of the pool and waits for its result, even if the calling thread is
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
   * Adds tasks. Called by the pool, which holds its lock.
   *
   * @return whether the pool must add this queue to its list of queues to serve
   */
  boolean add(List<Task> more) {
    tasks.addAll(more);
    boolean isNew = !isReady;
    isReady = true;
    return isNew;
  }

  /** Removes the next task; null if all were cancelled. Called by the pool. */
  Task next() {
    return tasks.poll();
  }

  /** Updates and returns whether this queue must be served again. Called by the pool. */
  boolean stayReady() {
    isReady = !tasks.isEmpty();
    return isReady;
  }

  /** Removes all tasks of a read and returns their number. Called by the pool. */
  int remove(PendingRead read) {
    int before = tasks.size();
    tasks.removeIf(task -> task.read() == read);
    return before - tasks.size();
  }
}
