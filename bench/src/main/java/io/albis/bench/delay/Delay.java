// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.delay;

import io.albis.storage.backend.ReadPool;
import io.albis.storage.backend.ReadQueue;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** What each request of a storage waits for. Thread-safe. */
final class Delay {

  private final long nanos;
  private final ReadPool pool;
  private final LongAdder requests = new LongAdder();

  /**
   * Creates the delay of a storage.
   *
   * @param pool as many requests wait at the same time as it has threads
   */
  Delay(Duration duration, ReadPool pool) {
    this.nanos = duration.toNanos();
    this.pool = pool;
  }

  ReadQueue newQueue() {
    return pool.newQueue();
  }

  /** Counts a request, and waits. */
  void pass() {
    requests.increment();
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(this, left);
    }
  }

  /** Number of requests so far. */
  long requests() {
    return requests.sum();
  }
}
