// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.backend;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

/**
 * Tasks that were submitted together, and their future. It completes when none of them is running
 * or will run, even if one has failed or the future was cancelled: until then they may access
 * memory. After the first failure, and after cancelling, the tasks that have not started are
 * withdrawn. The first failure completes the future; later ones are suppressed exceptions of it.
 *
 * <p>Thread-safe.
 */
public abstract class TaskGroup {

  private final CompletableFuture<Void> future = new TasksFuture();

  /** The number of tasks that are running or will run. Guarded by this. */
  private int left;

  /** The first failure; null if there is none. Guarded by this. */
  private Throwable failure;

  /**
   * Creates a group.
   *
   * @param tasks their number, 1 or more
   */
  protected TaskGroup(int tasks) {
    this.left = tasks;
  }

  /** The future of all tasks. Cancelling it cancels those that have not started. */
  public final CompletableFuture<Void> future() {
    return future;
  }

  /**
   * Withdraws the tasks that have not started, which then do not call {@link #ended}. Called
   * without a lock.
   *
   * @return their number
   */
  protected abstract int withdraw();

  /** Called before the future completes, if all tasks have succeeded. */
  protected void succeeded() {}

  /** Whether a task has failed, or the future was cancelled. */
  protected final synchronized boolean hasFailed() {
    return failure != null;
  }

  /**
   * Records that tasks have ended.
   *
   * @param tasks their number
   * @param thrown why they failed; null if they have not
   */
  protected final void ended(int tasks, Throwable thrown) {
    boolean isFirst;
    boolean isLast;
    Throwable cause;
    synchronized (this) {
      isFirst = thrown != null && failure == null;
      if (isFirst) {
        failure = thrown;
      } else if (thrown != null && thrown != failure) {
        failure.addSuppressed(thrown);
      }
      left -= tasks;
      isLast = left == 0 && tasks > 0;
      cause = failure;
    }
    if (isLast) {
      end(cause);
    } else if (isFirst) {
      withdrawRest();
    }
  }

  private void end(Throwable cause) {
    if (cause == null) {
      succeeded();
      future.complete(null);
    } else {
      future.completeExceptionally(cause);
    }
  }

  private void withdrawRest() {
    int withdrawn = withdraw();
    if (withdrawn > 0) {
      ended(withdrawn, null);
    }
  }

  private void cancelRest() {
    boolean isFirst;
    synchronized (this) {
      isFirst = failure == null && left > 0;
      if (isFirst) {
        failure = new CancellationException("The read was cancelled");
      }
    }
    if (isFirst) {
      withdrawRest();
    }
  }

  private final class TasksFuture extends CompletableFuture<Void> {

    /**
     * Cancels the tasks that have not started.
     *
     * @return whether the future is now cancelled; if it is not, it will be once the running tasks
     *     have ended
     */
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      cancelRest();
      return isCancelled();
    }
  }
}
