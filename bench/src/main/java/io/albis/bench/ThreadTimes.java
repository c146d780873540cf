// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.List;

/**
 * Measures how long threads wait: for monitors (blocked), and for locks that park, such as {@code
 * ReentrantLock}.
 */
final class ThreadTimes {
  private final ThreadMXBean beans = ManagementFactory.getThreadMXBean();
  private final long start;
  private double allThreads;
  private double seconds;
  private double processorSeconds;
  private double blocked;
  private double parked;

  /** Starts to measure threads that are created from now on. */
  ThreadTimes() {
    beans.setThreadContentionMonitoringEnabled(true);
    start = System.nanoTime();
  }

  /** Records the times of live threads up to now. */
  void take(List<? extends Thread> threads) {
    seconds = (System.nanoTime() - start) / 1e9;
    allThreads = seconds * threads.size();
    for (Thread thread : threads) {
      ThreadInfo info = beans.getThreadInfo(thread.getId());
      if (info != null) {
        blocked += info.getBlockedTime() / 1e3;
        parked += info.getWaitedTime() / 1e3;
        processorSeconds += beans.getThreadCpuTime(thread.getId()) / 1e9;
      }
    }
    beans.setThreadContentionMonitoringEnabled(false);
  }

  double seconds() {
    return seconds;
  }

  double processorSeconds() {
    return processorSeconds;
  }

  double blockedShare() {
    return blocked / allThreads;
  }

  double parkedShare() {
    return parked / allThreads;
  }

  double waitingShare() {
    return blockedShare() + parkedShare();
  }
}
