// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal.local;

import java.io.IOException;
import java.io.InputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a daemon's process when its parent has ended: the parent holds the other end of its standard
 * input. Crail's daemons have no other end.
 */
final class ParentWatch {

  private static final Logger LOG = LoggerFactory.getLogger(ParentWatch.class);

  private ParentWatch() {}

  static void start(InputStream input) {
    Thread thread = new Thread(() -> watch(input), "albis-crail-parent");
    thread.setDaemon(true);
    thread.start();
  }

  private static void watch(InputStream input) {
    try {
      while (input.read() >= 0) {
        Thread.onSpinWait(); // the parent writes nothing
      }
      LOG.info("Ending: the cluster was stopped");
    } catch (IOException e) {
      LOG.info("Ending: the parent process is gone", e);
    }
    Runtime.getRuntime().halt(0);
  }
}
