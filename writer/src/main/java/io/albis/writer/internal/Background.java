/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.writer.internal;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs tasks one after another, in their order, by threads of the process: daemons that end when
 * they have had nothing to do for a while. Thread-safe.
 */
final class Background {

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
   * @param task that throws nothing
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
