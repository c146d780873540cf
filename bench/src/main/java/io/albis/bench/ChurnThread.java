// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import java.util.SplittableRandom;

/** Replaces entries of a cache until it is stopped. */
final class ChurnThread extends Thread {
  private final ChurnCache cache;
  private final SplittableRandom random;
  private volatile boolean isFinished;
  private volatile long operations;
  private volatile Throwable failure;

  ChurnThread(ChurnCache cache, int number) {
    super("churn-" + number);
    this.cache = cache;
    this.random = new SplittableRandom(number);
    setDaemon(true);
  }

  @Override
  public void run() {
    try {
      long done = 0;
      while (!isFinished) {
        cache.replaceOne(random);
        done++;
        operations = done;
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }

  /** Number of operations: each allocates and releases a buffer. */
  long operations() {
    return operations;
  }

  /** Stops after the current operation. */
  void finish() {
    isFinished = true;
  }

  /** Throws the failure of the thread, if any. */
  void check() {
    if (failure != null) {
      throw new IllegalStateException("Failed in thread " + getName(), failure);
    }
  }
}
