// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Runs the units of a conversion in threads, the first units first. */
final class Workers {

  /** Does the work of a unit. */
  interface Work {
    void run(List<WorkUnits.Task> unit, int position) throws IOException;
  }

  private Workers() {}

  /**
   * Runs all units. After a failure all threads have ended when this throws.
   *
   * @param threads the maximum number of threads
   */
  static void run(List<List<WorkUnits.Task>> units, int threads, Work work) throws IOException {
    if (units.isEmpty()) {
      return;
    }
    ExecutorService executor = Executors.newFixedThreadPool(Math.min(threads, units.size()));
    CompletionService<Void> ended = new ExecutorCompletionService<>(executor);
    try {
      for (int i = 0; i < units.size(); i++) {
        List<WorkUnits.Task> unit = units.get(i);
        int position = i;
        ended.submit(
            () -> {
              work.run(unit, position);
              return null;
            });
      }
      // In the order in which they end, so that a failure stops the others at once.
      for (int i = 0; i < units.size(); i++) {
        awaitNext(ended);
      }
    } finally {
      end(executor);
    }
  }

  /** Stops this thread if another one has failed. */
  static void requireNotInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new UncheckedIOException(new ClosedByInterruptException());
    }
  }

  /** Stops all threads, and waits for them: they use memory that is released next. */
  private static void end(ExecutorService executor) {
    executor.shutdownNow();
    boolean isInterrupted = false;
    boolean hasEnded = false;
    while (!hasEnded) {
      try {
        hasEnded = executor.awaitTermination(1, TimeUnit.DAYS);
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void awaitNext(CompletionService<Void> ended) throws IOException {
    try {
      ended.take().get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof IOException io) {
        throw io;
      }
      if (cause instanceof RuntimeException runtime) {
        throw runtime;
      }
      if (cause instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException("Failed to convert", cause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new ClosedByInterruptException());
    }
  }
}
