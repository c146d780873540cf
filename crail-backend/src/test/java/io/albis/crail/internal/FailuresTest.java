// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.storage.NotPublishedException;
import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.WritableFile;
import io.albis.storage.internal.backend.Reads;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes that die, hang or are full: a typed error within the time limit, and nothing is leaked. */
@Timeout(120)
final class FailuresTest {

  private static final int LENGTH = 4 << 20;
  private static final String[] QUICK = {CrailSettings.TIMEOUT, "3000"};

  /** The time limit, that of the watchdog, and that of connecting again; on a busy machine. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static void write(Storage storage, String path, int length) throws IOException {
    try (WritableFile file = storage.createFile(path)) {
      file.write(new byte[length]);
      file.finish();
    }
  }

  /** An action that fails. */
  @FunctionalInterface
  private interface Action {
    void run() throws IOException;
  }

  private static void assertUnavailable(String node, Action action) {
    long before = System.nanoTime();
    assertThatThrownBy(action::run)
        .isInstanceOf(CrailUnavailableException.class)
        .hasMessageContaining(node);
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(PATIENCE);
  }

  private static void kill(Process process) {
    process.destroyForcibly();
    process.onExit().join();
  }

  private static void signal(Process process, String signal) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
    while (signal.equals("STOP") && !isStopped(process)) {
      Thread.onSpinWait();
    }
  }

  /** Whether all threads have stopped; those that run do so later than the signal. */
  private static boolean isStopped(Process process) throws IOException {
    Path threads = Path.of("/proc", String.valueOf(process.pid()), "task");
    try (DirectoryStream<Path> directories = Files.newDirectoryStream(threads)) {
      for (Path thread : directories) {
        String status = Files.readString(thread.resolve("stat"));
        if (status.charAt(status.lastIndexOf(')') + 2) != 'T') {
          return false;
        }
      }
    }
    return true;
  }

  @Test
  void nameNodeIsKilled() throws Exception {
    try (TestCrail cluster = TestCrail.start(1, 64 << 20);
        Storage storage = cluster.open(QUICK)) {
      write(storage, "data", LENGTH);
      try (ReadableFile file = storage.openFile("data")) {
        file.readBytes(0, LENGTH);
        kill(cluster.cluster().nameNode());
        assertUnavailable("name node", () -> storage.openFile("data"));
        assertUnavailable("name node", () -> storage.publish("_albis/1", new byte[10]));
        // The blocks of an open file are known.
        assertThat(file.readBytes(5, 1000)).hasSize(1000);
      }
    }
  }

  @Test
  void dataNodeIsKilled() throws Exception {
    try (TestCrail cluster = TestCrail.start(1, 64 << 20);
        Storage storage = cluster.open(QUICK);
        BufferAllocator allocator = BufferAllocator.create("failures", 64 << 20)) {
      write(storage, "data", LENGTH);
      try (ReadableFile file = storage.openFile("data")) {
        file.readBytes(0, LENGTH);
        List<CompletableFuture<Void>> reads = new ArrayList<>();
        List<OffHeapBuffer> buffers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
          buffers.add(allocator.allocate(1 << 20));
          reads.add(file.readAsync(List.of(new ReadRequest(0, 1 << 20, buffers.get(i), 0))));
        }
        kill(cluster.cluster().dataNode(0));
        reads.add(file.readAsync(List.of(new ReadRequest(77, 1 << 18, buffers.get(0), 0))));
        long before = System.nanoTime();
        assertThatThrownBy(() -> Reads.await(reads.get(50)))
            .isInstanceOf(CrailUnavailableException.class)
            .hasMessageContaining("Failed to read /")
            .hasMessageContaining("/data: ")
            .hasMessageContaining("data node");
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(PATIENCE);
        for (CompletableFuture<Void> read : reads) {
          read.handle((nothing, failure) -> failure).join();
        }
        buffers.forEach(OffHeapBuffer::release);
        assertUnavailable("data node", () -> file.readBytes(0, 100));
      }
      assertUnavailable("data node", () -> write(storage, "more", 100_000));
    }
  }

  @Test
  void dataNodeHangsInTheMiddleOfReads() throws Exception {
    try (TestCrail cluster = TestCrail.start(1, 64 << 20);
        Storage storage = cluster.open(QUICK);
        BufferAllocator allocator = BufferAllocator.create("failures", 64 << 20)) {
      write(storage, "data", LENGTH);
      OffHeapBuffer target = allocator.allocate(LENGTH);
      try (ReadableFile file = storage.openFile("data")) {
        file.readBytes(0, LENGTH);
        CompletableFuture<Void> first =
            file.readAsync(List.of(new ReadRequest(0, LENGTH, target, 0)));
        signal(cluster.cluster().dataNode(0), "STOP");
        assertThat(first.handle((nothing, failure) -> true).join()).isTrue();
        assertUnavailable("data node", () -> file.read(0, target, 0, LENGTH));
        signal(cluster.cluster().dataNode(0), "CONT");
      } finally {
        target.release();
      }
    }
  }

  @Test
  void nameNodeHangs() throws Exception {
    try (TestCrail cluster = TestCrail.start(1, 64 << 20);
        Storage storage = cluster.open(QUICK)) {
      write(storage, "data", 100);
      signal(cluster.cluster().nameNode(), "STOP");
      assertUnavailable("name node", () -> storage.exists("data"));
      signal(cluster.cluster().nameNode(), "CONT");
      // The next request connects again.
      assertThat(storage.exists("data")).isTrue();
    }
  }

  @Test
  void storageIsFull() throws Exception {
    try (TestCrail cluster = TestCrail.start(1, 16 << 20);
        Storage storage = cluster.open(QUICK)) {
      assertThatThrownBy(() -> write(storage, "long", 32 << 20))
          .isInstanceOf(FileSystemException.class)
          .hasMessageContaining("/long")
          .hasMessageContaining("Crail has no free blocks");
      assertThat(storage.exists("long")).isFalse();
      int files = 0;
      IOException failure = null;
      while (failure == null) {
        try {
          write(storage, "small-" + files, 10);
          files++;
        } catch (IOException e) {
          failure = e;
        }
      }
      assertThat(failure)
          .isInstanceOf(FileSystemException.class)
          .hasMessageContaining("Cannot create the file: Crail has no free blocks");
      assertThat(storage.exists("small-" + files)).isFalse();
      assertThat(storage.list("")).hasSize(files);
      assertThatThrownBy(() -> storage.publish("_albis/1", new byte[10]))
          .isInstanceOf(NotPublishedException.class)
          .hasMessageContaining("no free blocks");
    }
  }
}
