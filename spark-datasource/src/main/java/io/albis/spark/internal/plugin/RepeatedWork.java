// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plugin;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Work of the plugin in a thread of its own, which ends with the process. */
final class RepeatedWork {

  private static final Logger LOG = LoggerFactory.getLogger(RepeatedWork.class);

  private RepeatedWork() {}

  /** What may fail, and is then tried again. */
  interface Work {
    void run() throws Exception;
  }

  /** Starts work that is repeated after a pause. The caller shuts the result down. */
  static ScheduledExecutorService every(long millis, String name, Work work) {
    ScheduledExecutorService executor =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(null, task, name, 0, false);
              thread.setDaemon(true);
              thread.setContextClassLoader(RepeatedWork.class.getClassLoader());
              return thread;
            });
    Runnable repeated =
        () -> {
          try {
            work.run();
          } catch (Exception | Error e) {
            // An exception would be the last run; a driver that is about to stop is one reason.
            LOG.debug("{} failed; it tries again", name, e);
          }
        };
    var unused = executor.scheduleWithFixedDelay(repeated, millis, millis, TimeUnit.MILLISECONDS);
    return executor;
  }
}
