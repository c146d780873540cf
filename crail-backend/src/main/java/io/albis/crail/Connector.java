// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens connections within a time limit, which Crail does not have. */
final class Connector {

  private static final Logger LOG = LoggerFactory.getLogger(Connector.class);

  private Connector() {}

  /** Closes a connection. */
  @FunctionalInterface
  interface Closing<C> {
    void close(C connection) throws Exception;
  }

  /** Closes something. */
  @FunctionalInterface
  interface Action {
    void run() throws Exception;
  }

  /**
   * Connects on a thread of its own. If that takes too long, the call fails, and a connection that
   * is established later is closed.
   */
  static <C> C connect(String name, Callable<C> opening, Closing<C> closing, long timeoutNanos)
      throws IOException {
    CompletableFuture<C> connecting = new CompletableFuture<>();
    Thread thread =
        new Thread(
            null, () -> run(name, opening, closing, connecting), "albis-crail-connect", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(Connector.class.getClassLoader());
    thread.start();
    connecting.completeOnTimeout(null, timeoutNanos, TimeUnit.NANOSECONDS);
    C connection;
    try {
      connection = connecting.join();
    } catch (CompletionException e) {
      throw failed(e.getCause());
    }
    if (connection == null) {
      throw new IOException(
          "no connection within " + TimeUnit.NANOSECONDS.toMillis(timeoutNanos) + " ms");
    }
    return connection;
  }

  private static <C> void run(
      String name, Callable<C> opening, Closing<C> closing, CompletableFuture<C> connecting) {
    try {
      C connection = opening.call();
      if (!connecting.complete(connection)) {
        closeQuietly(name, () -> closing.close(connection));
      }
    } catch (Throwable e) {
      connecting.completeExceptionally(e);
    }
  }

  private static IOException failed(Throwable cause) {
    return new IOException(MissingParts.explain(cause), cause);
  }

  /** Closes a connection that may be broken; a failure is only logged. */
  static void closeQuietly(String name, Action action) {
    try {
      action.run();
    } catch (Exception e) {
      LOG.debug("Cannot close the connection to {}", name, e);
    }
  }
}
