// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection of a link. It is opened within a time limit, which Crail does not have.
 *
 * <p>Used by the thread of the link, if not said otherwise.
 *
 * @param <C> the connection
 */
final class Connector<C> {

  private static final Logger LOG = LoggerFactory.getLogger(Connector.class);

  /**
   * Connections live at least this long: the accepting thread of a NaRPC server ends if a client
   * disconnects before the server has logged the address of the client.
   */
  private static final long MIN_LIFE_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  private final String name;
  private final Callable<C> opening;
  private final Closing<C> closing;

  /** Null before the first use, and after a failure. Written by the thread of the link only. */
  private volatile C connection;

  private long connectedAt;

  /** Closes a connection. */
  @FunctionalInterface
  interface Closing<C> {
    void close(C connection) throws Exception;
  }

  /**
   * Creates a connector; it does not connect.
   *
   * @param name of the node
   * @param opening connects; may block without limit
   * @param closing closes a connection, possibly while another thread uses it
   */
  Connector(String name, Callable<C> opening, Closing<C> closing) {
    this.name = name;
    this.opening = opening;
    this.closing = closing;
  }

  /** Whether there is a connection. May be called by any thread. */
  boolean isConnected() {
    return connection != null;
  }

  /** The connection; null if there is none. */
  C connection() {
    return connection;
  }

  /**
   * Connects on a thread of its own. If that takes too long, the call fails, and a connection that
   * is established later is closed.
   */
  void connect(long timeoutNanos) throws IOException {
    CompletableFuture<C> connecting = new CompletableFuture<>();
    Thread thread = new Thread(null, () -> run(connecting), "albis-crail-connect", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(Connector.class.getClassLoader());
    thread.start();
    connecting.completeOnTimeout(null, timeoutNanos, TimeUnit.NANOSECONDS);
    C connected;
    try {
      connected = connecting.join();
    } catch (CompletionException e) {
      throw failed(e.getCause());
    }
    if (connected == null) {
      throw new IOException(
          "no connection within " + TimeUnit.NANOSECONDS.toMillis(timeoutNanos) + " ms");
    }
    connection = connected;
    connectedAt = System.nanoTime();
  }

  private void run(CompletableFuture<C> connecting) {
    try {
      C connected = opening.call();
      if (!connecting.complete(connected)) {
        closeQuietly(connected);
      }
    } catch (Throwable e) {
      connecting.completeExceptionally(e);
    }
  }

  private static IOException failed(Throwable cause) {
    return new IOException(MissingParts.explain(cause), cause);
  }

  /** Closes the connection, if there is one. */
  void disconnect() {
    C old = connection;
    connection = null;
    if (old != null) {
      closeQuietly(old);
    }
  }

  /** Closes a connection that worked, when it is old enough. */
  void disconnectGently() {
    long life = System.nanoTime() - connectedAt;
    while (connection != null && life < MIN_LIFE_NANOS) {
      LockSupport.parkNanos(MIN_LIFE_NANOS - life);
      life = System.nanoTime() - connectedAt;
    }
    disconnect();
  }

  /** Closes the connection under the thread that uses it. May be called by any thread. */
  void breakConnection() {
    C stuck = connection;
    if (stuck != null) {
      closeQuietly(stuck);
    }
  }

  /** Closes a connection that may be broken; a failure is only logged. */
  private void closeQuietly(C old) {
    try {
      closing.close(old);
    } catch (Exception e) {
      LOG.debug("Cannot close the connection to {}", name, e);
    }
  }
}
