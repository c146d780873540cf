// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.backend;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

/**
 * Tasks that were submitted together. The future completes when none of them is running or will
 * run, even if one has failed or the future was cancelled: until then they may write to memory.
 */
final class PendingRead extends CompletableFuture<Void> {

  private final ReadQueue queue;

  /** The number of tasks that are running or will run. Guarded by this. */
  private int left;

  /** The first failure; null if there is none. Guarded by this. */
  private Throwable failure;

  PendingRead(ReadQueue queue, int tasks) {
    this.queue = queue;
    this.left = tasks;
  }

  void run(ReadTask task) {
    Throwable thrown = null;
    try {
      task.run();
    } catch (Throwable e) {
      thrown = e;
    }
    finished(1, thrown);
  }

  private void finished(int tasks, Throwable thrown) {
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
      withdraw();
    }
  }

  /** Removes the tasks that have not started from the queue. */
  private void withdraw() {
    int withdrawn = queue.withdraw(this);
    if (withdrawn > 0) {
      finished(withdrawn, null);
    }
  }

  private void end(Throwable cause) {
    if (cause == null) {
      complete(null);
    } else {
      completeExceptionally(cause);
    }
  }

  /**
   * Cancels the tasks that have not started.
   *
   * @return whether the future is now cancelled; if it is not, it will be once the running tasks
   *     have ended
   */
  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean isFirst;
    synchronized (this) {
      isFirst = failure == null && left > 0;
      if (isFirst) {
        failure = new CancellationException("The read was cancelled");
      }
    }
    if (isFirst) {
      withdraw();
    }
    return isCancelled();
  }
}
