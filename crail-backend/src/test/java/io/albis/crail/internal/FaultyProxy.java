// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Forwards connections to a node of Crail, and breaks the next one in the middle of a message. The
 * connection to the node itself stays whole: NaRPC's servers stop serving when one is reset. Hence
 * what the node still sends is read to its end before the connection is closed.
 */
final class FaultyProxy implements AutoCloseable {

  /** What happens to the connection of the client. */
  enum Fault {
    /** It is reset. */
    RESET,
    /** It ends as if the node had closed it. */
    CLOSE,
    /** It transfers nothing more, and stays open. */
    STALL
  }

  /** The side that sends the message in which a fault occurs. */
  enum Sender {
    CLIENT,
    NODE
  }

  /** A fault after a number of bytes. */
  private record Plan(Fault fault, Sender sender, long afterBytes) {}

  private final InetSocketAddress node;
  private final ServerSocket server;
  private final AtomicInteger openConnections = new AtomicInteger();

  /** Null if connections work. */
  private Plan plan;

  private long bytes;

  FaultyProxy(InetSocketAddress node) throws IOException {
    this.node = node;
    this.server = new ServerSocket(0, 50, node.getAddress());
    start(this::accept);
  }

  InetAddress address() {
    return server.getInetAddress();
  }

  int port() {
    return server.getLocalPort();
  }

  /** Breaks a connection when one side has sent this number of bytes, from now on. */
  synchronized void breakAfter(Fault fault, Sender sender, long afterBytes) {
    bytes = 0;
    plan = new Plan(fault, sender, afterBytes);
  }

  /** Forwards everything again; a stalled connection stays stalled. */
  synchronized void repair() {
    plan = null;
  }

  /** The number of connections that the client has not closed. */
  int openConnections() {
    return openConnections.get();
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "faulty-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = server.accept();
        Socket toNode = new Socket(node.getAddress(), node.getPort());
        client.setTcpNoDelay(true);
        toNode.setTcpNoDelay(true);
        openConnections.incrementAndGet();
        start(() -> forward(client, toNode, Sender.CLIENT));
        start(() -> forward(toNode, client, Sender.NODE));
      }
    } catch (IOException e) {
      ended("accepting", e);
    }
  }

  private void forward(Socket from, Socket to, Sender sender) {
    byte[] buffer = new byte[64 << 10];
    boolean isBroken = false;
    try {
      InputStream input = from.getInputStream();
      OutputStream output = to.getOutputStream();
      while (true) {
        int length = input.read(buffer);
        if (length < 0) {
          break;
        }
        if (!isBroken) {
          int passed = passed(sender, length);
          isBroken = !write(output, buffer, passed) || passed < length;
          if (passed < length) {
            breakConnection(sender == Sender.CLIENT ? from : to);
          }
        } // else: swallowed, so that the node does not wait
      }
    } catch (IOException e) {
      ended("forwarding", e);
    } finally {
      if (sender == Sender.CLIENT) {
        openConnections.decrementAndGet();
        // The node sees an end; it then ends the connection, too.
        shutdownOutput(to);
      }
      close(from);
    }
  }

  /** Returns whether the receiver is still there. */
  private static boolean write(OutputStream output, byte[] bytes, int length) {
    try {
      output.write(bytes, 0, length);
      return true;
    } catch (IOException e) {
      ended("forwarding", e);
      return false;
    }
  }

  /** The number of bytes that pass before the fault; all of them if there is none. */
  private synchronized int passed(Sender sender, int length) {
    if (plan == null || plan.sender() != sender) {
      return length;
    }
    int passed = (int) Math.min(length, plan.afterBytes() - bytes);
    bytes += passed;
    return passed;
  }

  private void breakConnection(Socket client) throws IOException {
    Plan current;
    synchronized (this) {
      current = plan;
    }
    switch (current.fault()) {
      case RESET -> {
        client.setSoLinger(true, 0);
        client.close();
      }
      case CLOSE -> client.shutdownOutput();
      case STALL -> {}
    }
  }

  private static void ended(String what, IOException e) {
    System.getLogger(FaultyProxy.class.getName())
        .log(System.Logger.Level.DEBUG, () -> "The proxy stopped " + what + ": " + e);
  }

  private static void shutdownOutput(Socket socket) {
    try {
      socket.shutdownOutput();
    } catch (IOException e) {
      ended("a connection", e);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      ended("a connection", e);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
