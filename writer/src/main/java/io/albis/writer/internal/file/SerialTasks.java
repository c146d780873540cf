// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.file;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/** Runs tasks one at a time, in order, by an executor. Thread-safe. */
final class SerialTasks {

  private final Executor executor;
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private boolean running;

  /** Without tasks. */
  SerialTasks(Executor executor) {
    this.executor = executor;
  }

  /**
   * Adds a task.
   *
   * @param task must not throw
   */
  synchronized void submit(Runnable task) {
    tasks.add(task);
    if (!running) {
      running = true;
      executor.execute(this::run);
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
