// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import java.io.Closeable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Threads that encode columns of the same rows. Used by one thread at a time. */
final class ColumnThreads implements Closeable {

  /** How many threads help the calling one. */
  private final int helpers;

  private final ExecutorService executor;

  /**
   * Starts threads.
   *
   * @param threads their number, with the calling one
   */
  ColumnThreads(int threads) {
    this.helpers = threads - 1;
    this.executor =
        Executors.newFixedThreadPool(
            Math.max(1, helpers),
            task -> {
              Thread thread = new Thread(task, "albis-export");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Runs a task for each column. Returns, or throws what the task has thrown, when all threads have
   * ended their work: they read memory that is released next.
   *
   * @param columns the number of columns
   * @param task gets the ordinal of a column; called by several threads
   */
  void forEach(int columns, IntConsumer task) {
    AtomicInteger next = new AtomicInteger();
    Runnable share =
        () -> {
          for (int i = next.getAndIncrement(); i < columns; i = next.getAndIncrement()) {
            task.accept(i);
          }
        };
    CompletableFuture<?>[] helping =
        IntStream.range(0, Math.min(helpers, columns - 1))
            .mapToObj(i -> CompletableFuture.runAsync(share, executor))
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture<Void> others = CompletableFuture.allOf(helping);
    try {
      share.run();
    } catch (RuntimeException | Error e) {
      others.exceptionally(failure -> null).join();
      throw e;
    }
    try {
      others.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error failure) {
        throw failure;
      }
      throw e;
    }
  }

  /** Ends the threads. */
  @Override
  public void close() {
    executor.shutdown();
  }
}
