// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import io.albis.format.error.AlbisIOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/**
 * The process-wide thread pool for background work of cursors other than reading data: opening the
 * next row group, and reading corrupt segments again. It has as many threads as there are
 * processors; they are daemons and exit when idle.
 */
public final class BackgroundTasks {

  private static final long IDLE_SECONDS = 10;

  private static final ThreadPoolExecutor EXECUTOR = executor();

  private BackgroundTasks() {}

  private static ThreadPoolExecutor executor() {
    int threads = Runtime.getRuntime().availableProcessors();
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              String name = "albis-reader-" + number.incrementAndGet();
              Thread thread = new Thread(null, task, name, 0, false);
              thread.setDaemon(true);
              thread.setContextClassLoader(BackgroundTasks.class.getClassLoader());
              return thread;
            });
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  /** Runs a task that handles its own errors. */
  static void run(Runnable task) {
    EXECUTOR.execute(task);
  }

  /**
   * Waits for the result of a task or read.
   *
   * @throws AlbisIOException if the calling thread is interrupted, whose interrupt status is kept;
   *     the task or read goes on
   */
  public static <T> T await(Future<T> task) throws ExecutionException {
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AlbisIOException("Cannot wait for a read: the thread was interrupted", e);
    }
  }

  /**
   * Waits for the end of a task, even if the calling thread is interrupted: for tasks of its own,
   * which end with the reads of metadata that they have begun. Preserves the interrupt status.
   */
  public static <T> T awaitEnd(Future<T> task) throws ExecutionException {
    boolean isInterrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          isInterrupted = true;
        }
      }
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Waits until a task or read has ended, however it ends, or the calling thread is interrupted,
   * whose interrupt status is kept.
   */
  public static void awaitUnlessInterrupted(Future<?> task) {
    try {
      task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | CancellationException e) {
      // It has ended, which is all that matters.
      return;
    }
  }

  /** Runs a task whose result is waited for. */
  public static <T> CompletableFuture<T> submit(Callable<T> task) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return task.call();
          } catch (RuntimeException e) {
            throw e;
          } catch (Exception e) {
            throw new CompletionException(e);
          }
        },
        EXECUTOR);
  }

  /** Runs a task after another one, with its result; not at all if that has failed. */
  public static <T> CompletableFuture<T> then(CompletableFuture<T> before, UnaryOperator<T> task) {
    return before.thenApplyAsync(task, EXECUTOR);
  }
}
