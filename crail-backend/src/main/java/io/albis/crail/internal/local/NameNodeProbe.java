// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal.local;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.crail.conf.CrailConfiguration;
import org.apache.crail.conf.CrailConstants;
import org.apache.crail.metadata.DataNodeInfo;
import org.apache.crail.rpc.RpcClient;
import org.apache.crail.rpc.RpcConnection;
import org.apache.crail.rpc.RpcErrors;
import org.apache.crail.rpc.RpcFuture;
import org.apache.crail.rpc.RpcGetDataNode;

/**
 * Asks a name node that is starting. It stays connected while the cluster runs: NaRPC's server may
 * fail when a client closes a connection at once.
 */
final class NameNodeProbe implements AutoCloseable {

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final InetSocketAddress address;
  private final RpcClient client;

  /** Null before the name node listens. */
  private RpcConnection connection;

  NameNodeProbe(InetSocketAddress address) throws IOException {
    this.address = address;
    try {
      client = RpcClient.createInstance(CrailConstants.NAMENODE_RPC_TYPE);
      client.init(CrailConfiguration.createEmptyConfiguration(), null);
    } catch (Exception e) {
      throw new IOException("Cannot connect to the name node: " + e.getMessage(), e);
    }
  }

  /** A request. */
  @FunctionalInterface
  private interface Request<T> {
    RpcFuture<T> send(RpcConnection connection) throws Exception;
  }

  /** Whether the name node answers. */
  boolean answers() throws IOException {
    return ask(RpcConnection::pingNameNode) != null;
  }

  /** The number of free blocks of a data node; -1 if it has not registered. */
  int freeBlocks(DataNodeInfo node) throws IOException {
    RpcGetDataNode answer = ask(open -> open.getDataNode(node));
    return answer == null || answer.getError() != RpcErrors.ERR_OK
        ? -1
        : answer.getStatistics().getFreeBlockCount();
  }

  /** Returns the answer, or null if there is none yet. */
  private <T> T ask(Request<T> request) throws IOException {
    if (connection == null) {
      try {
        connection = client.connect(address);
      } catch (Exception e) {
        return null; // it does not listen yet
      }
    }
    try {
      RpcFuture<T> future = request.send(connection);
      long end = System.nanoTime() + PATIENCE_NANOS;
      while (!future.isDone()) {
        if (System.nanoTime() - end > 0) {
          return null;
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Cannot ask the name node: interrupted", e);
    } catch (Exception e) {
      throw new IOException("Cannot ask the name node: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
