// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.local;

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

/** Asks a name node that is starting. */
final class NameNodeProbe {

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private NameNodeProbe() {}

  /** A request. */
  @FunctionalInterface
  private interface Request<T> {
    RpcFuture<T> send(RpcConnection connection) throws Exception;
  }

  /** Whether the name node answers. */
  static boolean answers(InetSocketAddress address) throws IOException {
    return ask(address, RpcConnection::pingNameNode) != null;
  }

  /** The number of free blocks of a data node; -1 if it has not registered. */
  static int freeBlocks(InetSocketAddress address, DataNodeInfo node) throws IOException {
    RpcGetDataNode answer = ask(address, connection -> connection.getDataNode(node));
    return answer == null || answer.getError() != RpcErrors.ERR_OK
        ? -1
        : answer.getStatistics().getFreeBlockCount();
  }

  /** Returns the answer, or null if there is none yet. */
  private static <T> T ask(InetSocketAddress address, Request<T> request) throws IOException {
    RpcClient client;
    try {
      client = RpcClient.createInstance(CrailConstants.NAMENODE_RPC_TYPE);
      client.init(CrailConfiguration.createEmptyConfiguration(), null);
    } catch (Exception e) {
      throw new IOException("Cannot connect to the name node: " + e.getMessage(), e);
    }
    try {
      RpcFuture<T> future = request.send(client.connect(address));
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
      throw new IOException("Cannot connect to the name node: interrupted", e);
    } catch (Exception e) {
      return null; // it does not listen yet
    } finally {
      client.close();
    }
  }
}
