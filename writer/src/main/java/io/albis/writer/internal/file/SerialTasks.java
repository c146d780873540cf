// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.file;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs tasks one at a time, in order, on daemon threads that the process shares and that end when
 * they have been idle for a while. Thread-safe.
 */
final class SerialTasks {

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "albis-write-" + NUMBER.incrementAndGet());
            thread.setDaemon(true);
            return thread;
          });

  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private boolean running;

  /**
   * Adds a task.
   *
   * @param task must not throw
   */
  synchronized void submit(Runnable task) {
    tasks.add(task);
    if (!running) {
      running = true;
      THREADS.execute(this::run);
    }
  }

  private void run() {
    for (Runnable task = next(); task != null; task = next()) {
      task.run();
    }
  }

  private synchronized Runnable next() {
    Runnable task = tasks.poll();
    running = task != null;
    return task;
  }
}
