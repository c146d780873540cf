// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Waits for scans, and fails if one of them waits for ever. */
final class Watchdog {

  /** No thread may wait for longer. */
  static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** So often, all threads are seen to wait for each other before that is certain. */
  private static final int MAX_STILL = 200;

  private final List<PriceScanner> scanners;
  private long movesBefore = -1;
  private long lastMove = System.nanoTime();
  private int still;

  private Watchdog(List<PriceScanner> scanners) {
    this.scanners = scanners;
  }

  /** Waits until all threads have ended. */
  static void await(List<PriceScanner> scanners, String state) throws InterruptedException {
    Watchdog watchdog = new Watchdog(scanners);
    for (PriceScanner scanner : scanners) {
      for (scanner.join(1); scanner.isAlive(); scanner.join(5)) {
        scanners.forEach(PriceScanner::interruptWait);
        if (watchdog.isStuck()) {
          throw new AssertionError("A thread waits too long, " + state + threads());
        }
      }
    }
  }

  /**
   * Whether nothing happens any more: all threads wait and no storage reads, or one waits for long.
   */
  private boolean isStuck() {
    long moves = scanners.stream().mapToLong(PriceScanner::moves).sum();
    if (moves != movesBefore) {
      movesBefore = moves;
      lastMove = System.nanoTime();
      still = 0;
    }
    List<PriceScanner> alive = scanners.stream().filter(Thread::isAlive).toList();
    boolean isDeadlock =
        !FaultyStorageProvider.isReading() && alive.stream().allMatch(PriceScanner::isWaiting);
    still = isDeadlock ? still + 1 : 0;
    return still > MAX_STILL
        || (System.nanoTime() - lastMove > MAX_WAIT_NANOS
            && alive.stream().anyMatch(PriceScanner::isWaiting));
  }

  private static String threads() {
    StringBuilder threads = new StringBuilder();
    for (Map.Entry<Thread, StackTraceElement[]> one : Thread.getAllStackTraces().entrySet()) {
      threads.append("\n\n").append(one.getKey()).append(one.getKey().getState());
      Arrays.stream(one.getValue()).forEach(frame -> threads.append("\n  at ").append(frame));
    }
    return threads.toString();
  }
}
