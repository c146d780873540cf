// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.albis.storage.internal.backend.Reads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.crail.conf.CrailConfiguration;
import org.apache.crail.rpc.RpcPing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Nodes that do not answer, with more requests than are in flight at once: all of them fail with
 * the first, so that no request spends the time limit on a connection of its own after it has
 * waited for others.
 */
@Timeout(120)
final class UnansweredRequestsTest {

  private static final int REQUESTS = 100;
  private static final int DEPTH = 4;
  private static final long TIMEOUT_MILLIS = 2000;

  /** The kernel drops requests for connections when this many and one more wait. */
  private static final int BACKLOG = 1;

  private static void assertUnavailable(CompletableFuture<?> answer, String message) {
    assertThat(catchThrowable(() -> Reads.await(answer)))
        .isInstanceOf(CrailUnavailableException.class)
        .hasMessageContaining(message);
  }

  @Test
  void nodeAcceptsAndNeverAnswers() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String address =
          "crail://" + server.getInetAddress().getHostAddress() + ":" + server.getLocalPort();
      NameNodeLink link =
          new NameNodeLink(
              address, CrailConfiguration.createEmptyConfiguration(), 2 * TIMEOUT_MILLIS);
      List<CompletableFuture<RpcPing>> answers = new ArrayList<>();
      for (int i = 0; i < REQUESTS; i++) {
        answers.add(link.call(connection -> connection.pingNameNode()));
      }
      for (CompletableFuture<RpcPing> answer : answers) {
        assertUnavailable(answer, "no answer from name node");
      }
      link.shutDown();
      assertThat(connections(server)).isEqualTo(1);
    }
  }

  /** Accepts the connections that wait, and returns their number. */
  private static int connections(ServerSocket server) throws IOException {
    server.setSoTimeout(100);
    int connections = 0;
    while (true) {
      try {
        server.accept().close();
        connections++;
      } catch (SocketTimeoutException e) {
        return connections;
      }
    }
  }

  /** A link to a server, which counts the attempts to connect. */
  private static final class SocketLink extends Link<Socket> {
    private final InetSocketAddress address;
    private final AtomicInteger attempts = new AtomicInteger();

    SocketLink(InetSocketAddress address) {
      super("server", DEPTH, TIMEOUT_MILLIS);
      this.address = address;
    }

    @Override
    Socket open() throws IOException {
      attempts.incrementAndGet();
      Socket socket = new Socket();
      socket.connect(address);
      return socket;
    }

    @Override
    void close(Socket old) throws IOException {
      old.close();
    }
  }

  /** A request of a file. */
  private record Ask(int file, Supplier<Future<?>> sending, CompletableFuture<Object> answer)
      implements Link.Request<Socket> {

    Ask(int file, Supplier<Future<?>> sending) {
      this(file, sending, new CompletableFuture<>());
    }

    @Override
    public Object owner() {
      return file;
    }

    @Override
    public Future<?> send(Socket connection) {
      return sending.get();
    }

    @Override
    public void succeeded(Object result) {
      answer.complete(result);
    }

    @Override
    public void failed(IOException cause) {
      answer.completeExceptionally(cause);
    }
  }

  @Test
  void nodeDropsRequestsForConnections() throws Exception {
    List<Socket> others = new ArrayList<>();
    try (ServerSocket server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress())) {
      InetSocketAddress address =
          new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
      for (int i = 0; i <= BACKLOG; i++) {
        others.add(new Socket(address.getAddress(), address.getPort()));
      }
      SocketLink link = new SocketLink(address);
      List<Ask> requests = new ArrayList<>();
      for (int i = 0; i < REQUESTS; i++) {
        requests.add(new Ask(i % 3, CompletableFuture::new));
      }
      link.submit(requests);
      for (Ask request : requests) {
        assertUnavailable(request.answer(), "no connection within");
      }
      link.shutDown();
      assertThat(link.attempts).hasValue(1);
    } finally {
      for (Socket other : others) {
        other.close();
      }
    }
  }

  @Test
  void waitingRequestsSurviveALostConnection() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      SocketLink link =
          new SocketLink(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()));
      List<Ask> requests = new ArrayList<>();
      for (int i = 0; i < REQUESTS; i++) {
        requests.add(
            new Ask(
                i % 3,
                () ->
                    link.attempts.get() == 1
                        ? CompletableFuture.failedFuture(new IOException("lost"))
                        : CompletableFuture.completedFuture("answer")));
      }
      link.submit(requests);
      int lost = 0;
      for (Ask request : requests) {
        if (catchThrowable(() -> Reads.await(request.answer())) != null) {
          lost++;
        }
      }
      link.shutDown();
      assertThat(lost).isEqualTo(DEPTH);
    }
  }
}
