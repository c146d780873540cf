// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Checks links while they have threads. */
final class Watchdog {

  /** A link's thread has this time to notice by itself that a time limit has passed. */
  static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final long PERIOD_MILLIS = 250;

  private static final ScheduledThreadPoolExecutor EXECUTOR = executor();

  private Watchdog() {}

  private static ScheduledThreadPoolExecutor executor() {
    ScheduledThreadPoolExecutor executor =
        new ScheduledThreadPoolExecutor(
            1,
            check -> {
              Thread thread = new Thread(null, check, "albis-crail-watchdog", 0, false);
              thread.setDaemon(true);
              thread.setContextClassLoader(Watchdog.class.getClassLoader());
              return thread;
            });
    executor.setRemoveOnCancelPolicy(true);
    executor.setKeepAliveTime(10, TimeUnit.SECONDS);
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  static ScheduledFuture<?> watch(Runnable check) {
    return EXECUTOR.scheduleWithFixedDelay(
        check, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }
}
