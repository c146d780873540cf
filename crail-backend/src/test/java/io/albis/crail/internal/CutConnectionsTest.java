// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.crail.internal.FaultyProxy.Fault;
import io.albis.crail.internal.FaultyProxy.Sender;
import io.albis.storage.NotPublishedException;
import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.WritableFile;
import io.albis.storage.internal.backend.Reads;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.apache.crail.metadata.DataNodeInfo;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Connections that are cut or stalled in the middle of a message: a typed error within the time
 * limit; no thread, connection or buffer is left; and the next request connects again, if the node
 * has survived.
 */
@Timeout(120)
final class CutConnectionsTest {

  private static final int LENGTH = 2 << 20;
  private static final String[] QUICK = {CrailSettings.TIMEOUT, "3000"};

  /** The time limit, and that of the watchdog; on a busy machine. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final byte[] content = new byte[LENGTH];

  private TestCrail cluster;
  private FaultyProxy proxy;

  @BeforeEach
  void start() throws IOException {
    new Random(1).nextBytes(content);
    cluster = TestCrail.start(1, 64 << 20);
  }

  @AfterEach
  void stop() throws IOException {
    RecordingTier.route(info -> info);
    if (proxy != null) {
      proxy.close();
    }
    cluster.close();
  }

  private void write(Storage storage, String path) throws IOException {
    try (WritableFile file = storage.createFile(path)) {
      file.write(content);
      file.finish();
    }
  }

  /** Makes clients connect to the data node through the proxy. */
  private void routeDataNode() {
    RecordingTier.route(
        info -> {
          try {
            byte[] address = info.getIpAddress();
            if (proxy == null) {
              proxy =
                  new FaultyProxy(
                      new InetSocketAddress(InetAddress.getByAddress(address), info.getPort()));
            }
            return new DataNodeInfo(
                info.getStorageType(),
                info.getStorageClass(),
                info.getLocationClass(),
                address,
                proxy.port());
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** Opens a directory with a name node behind the proxy. */
  private Storage openThroughProxy(String path) throws IOException {
    URI nameNode = cluster.cluster().uri("/");
    proxy = new FaultyProxy(new InetSocketAddress(nameNode.getHost(), nameNode.getPort()));
    return Storage.open(
        "crail://" + proxy.address().getHostAddress() + ":" + proxy.port() + path,
        TestCrail.options(QUICK));
  }

  private static void assertUnavailable(String node, ThrowingCallable action) {
    long before = System.nanoTime();
    assertThatThrownBy(action)
        .isInstanceOf(CrailUnavailableException.class)
        .hasMessageContaining(node);
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(PATIENCE);
  }

  /** Reads through a connection that works; on a busy machine, an answer may take too long. */
  private static byte[] readAgain(ReadableFile file) throws IOException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return file.readBytes(0, LENGTH);
      } catch (CrailUnavailableException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
      }
    }
  }

  /** The client has closed its end of every connection. */
  private void assertNothingIsOpen() {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (proxy.openConnections() > 0) {
      assertThat(System.nanoTime()).as("connections are left open").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @EnumSource
  void inTheMiddleOfARead(Fault fault) throws Exception {
    routeDataNode();
    try (Storage storage = cluster.open(QUICK);
        BufferAllocator allocator = BufferAllocator.create("cut", 64 << 20)) {
      write(storage, "data");
      List<OffHeapBuffer> buffers = new ArrayList<>();
      List<CompletableFuture<Void>> reads = new ArrayList<>();
      try (ReadableFile file = storage.openFile("data")) {
        proxy.breakAfter(fault, Sender.NODE, LENGTH / 2 + 77);
        for (int i = 0; i < 4; i++) {
          buffers.add(allocator.allocate(LENGTH));
          reads.add(file.readAsync(List.of(new ReadRequest(0, LENGTH, buffers.get(i), 0))));
        }
        assertUnavailable("data node", () -> Reads.await(reads.get(0)));
        proxy.repair();
        for (int i = 0; i < 4; i++) {
          reads.get(i).handle((nothing, failure) -> failure).join();
          buffers.get(i).release();
        }
        assertThat(readAgain(file)).isEqualTo(content);
      }
    }
    assertNothingIsOpen();
  }

  @ParameterizedTest
  @EnumSource
  void inTheMiddleOfAWrite(Fault fault) throws Exception {
    routeDataNode();
    try (Storage storage = cluster.open(QUICK)) {
      write(storage, "data");
      proxy.breakAfter(fault, Sender.CLIENT, LENGTH / 2 + 77);
      assertUnavailable("Failed to write /", () -> write(storage, "cut"));
      proxy.repair();
      assertThat(storage.exists("cut")).isFalse();
    }
    assertNothingIsOpen();
  }

  @ParameterizedTest
  @EnumSource
  void inTheMiddleOfAnAnswerOfTheNameNode(Fault fault) throws Exception {
    try (Storage direct = cluster.openPath("/table");
        Storage storage = openThroughProxy("/table")) {
      write(direct, "data");
      assertThat(storage.exists("data")).isTrue();
      proxy.breakAfter(fault, Sender.NODE, 21);
      assertUnavailable("name node", () -> storage.openFile("data"));
      proxy.repair();
      try (ReadableFile file = storage.openFile("data")) {
        assertThat(Arrays.equals(readAgain(file), content)).isTrue();
      }
    }
    assertNothingIsOpen();
  }

  @ParameterizedTest
  @EnumSource
  void inTheMiddleOfARequestToTheNameNode(Fault fault) throws Exception {
    try (Storage storage = openThroughProxy("/table")) {
      write(storage, "data");
      proxy.breakAfter(fault, Sender.CLIENT, 21);
      long before = System.nanoTime();
      assertThatThrownBy(() -> storage.publish("_albis/1", new byte[10]))
          .isInstanceOfAny(CrailUnavailableException.class, NotPublishedException.class)
          .hasMessageContaining("name node");
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(PATIENCE);
    }
    assertNothingIsOpen();
  }
}
