// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import java.util.SplittableRandom;

/** Replaces entries of a cache until it is told to finish. */
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

  /** An allocation and a release each. */
  long operations() {
    return operations;
  }

  /** Stops after the present operation. */
  void finish() {
    isFinished = true;
  }

  /** Throws what the thread failed with, if it did. */
  void check() {
    if (failure != null) {
      throw new IllegalStateException("Failed in thread " + getName(), failure);
    }
  }
}
