// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import io.albis.storage.WritableFile;
import io.albis.storage.internal.backend.Reads;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The part of {@link StorageContractTest} that deals with asynchronous and concurrent reads, with
 * interrupts, and with files that are closed during a read.
 */
@Timeout(120)
abstract class StorageReadsContract extends StorageNamesContract {
  /** More than one request of any backend, and not a multiple of any block. */
  static final int LENGTH = (9 << 20) + 1234;

  private static final byte GUARD = 0x5a;

  /** More than any backend has in flight. */
  private static final int MANY = 300;

  private final BufferAllocator allocator = BufferAllocator.create("contract", 256 << 20);

  @AfterEach
  final void closeAllocator() {
    allocator.close();
  }

  final BufferAllocator allocator() {
    return allocator;
  }

  @Test
  void readsAsynchronously() throws IOException {
    byte[] bytes = write("data", LENGTH);
    SplittableRandom random = new SplittableRandom(7);
    List<ReadRequest> requests = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      long offset = random.nextLong(LENGTH);
      requests.add(request(offset, Math.min(LENGTH - offset, random.nextLong(300_000)), 99));
    }

    try (ReadableFile file = storage().openFile("data")) {
      CompletableFuture<Void> read = file.readAsync(requests);
      CompletableFuture<Boolean> dependent = read.thenApply(nothing -> read.isDone());
      assertThat(Reads.await(dependent)).isTrue();
      Reads.await(file.readAsync(List.of()));
    }
    assertThenRelease(requests, bytes);
  }

  /** Like a reader that requests the segments of an extent: each has a buffer of its exact size. */
  @ParameterizedTest
  @CsvSource({
    "80000, 81920",
    "4096, 4096",
    "100, 4096",
    "5000, 12288",
    "300, 300",
    "70001, 70001",
    "70001, 70016",
    "1500000, 1503232"
  })
  void readsNeighboursIntoTheirOwnBuffers(int length, int distance) throws IOException {
    byte[] bytes = write("data", LENGTH);
    List<ReadRequest> requests = new ArrayList<>();
    for (long at = 0; at + length <= LENGTH; at += distance) {
      requests.add(request(at, length, 0));
    }
    List<ReadRequest> shuffled = new ArrayList<>(requests);
    Collections.shuffle(shuffled, new Random(length));

    try (ReadableFile file = storage().openFile("data")) {
      Reads.await(file.readAsync(requests));
      assertBytes(requests, bytes);
      clear(requests);
      file.read(requests);
      assertBytes(requests, bytes);
      clear(requests);
      Reads.await(file.readAsync(shuffled));
    }
    assertThenRelease(requests, bytes);
  }

  @Test
  void readsDoNotWriteBehindTheirTargets() throws IOException {
    byte[] bytes = write("data", LENGTH);
    List<ReadRequest> requests = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      OffHeapBuffer target = allocator.allocate(30_000);
      target.nioBuffer(0, 30_000).put(filled(30_000));
      requests.add(new ReadRequest(i * 12_288L, 10_000, target, 4096));
    }

    try (ReadableFile file = storage().openFile("data")) {
      Reads.await(file.readAsync(requests));
    }
    for (ReadRequest request : requests) {
      assertBytes(request.target(), 0, filled(4096));
      assertBytes(request.target(), 14_096, filled(30_000 - 14_096));
    }
    assertThenRelease(requests, bytes);
  }

  @Test
  void acceptsMoreReadsThanItHasInFlight() throws IOException {
    byte[] bytes = write("data", LENGTH);
    List<ReadRequest> requests = new ArrayList<>();
    List<CompletableFuture<Void>> reads = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(9);

    try (ReadableFile file = storage().openFile("data");
        ReadableFile same = storage().openFile("data")) {
      for (int i = 0; i < MANY; i++) {
        ReadRequest request = request(random.nextLong(LENGTH - 70_000), 70_000, 0);
        requests.add(request);
        reads.add((i % 2 == 0 ? file : same).readAsync(List.of(request)));
      }
      for (CompletableFuture<Void> read : reads) {
        Reads.await(read);
      }
    }
    assertThenRelease(requests, bytes);
  }

  @Test
  void failureDoesNotAffectOtherReads() throws IOException {
    byte[] bytes = write("data", LENGTH);
    List<ReadRequest> good = List.of(request(5, 100_000, 0), request(1 << 20, 5_000_000, 0));
    List<ReadRequest> bad = List.of(request(0, 4096, 0), request(LENGTH - 1, 2, 0));

    try (ReadableFile file = storage().openFile("data")) {
      CompletableFuture<Void> failing = file.readAsync(bad);
      CompletableFuture<Void> reading = file.readAsync(good);
      assertThatThrownBy(() -> Reads.await(failing))
          .isInstanceOf(EOFException.class)
          .hasMessageContaining("data")
          .hasMessageContaining(LENGTH + " bytes");
      Reads.await(reading);
    }
    assertThenRelease(good, bytes);
    bad.forEach(request -> request.target().release());
  }

  @Test
  void cancelledReadsEnd() throws IOException {
    byte[] bytes = write("data", LENGTH);
    List<ReadRequest> requests = new ArrayList<>();
    List<CompletableFuture<Void>> reads = new ArrayList<>();

    try (ReadableFile file = storage().openFile("data")) {
      for (int i = 0; i < MANY; i++) {
        requests.add(request(i * 4096L, 70_000, 0));
        reads.add(file.readAsync(requests.subList(i, i + 1)));
      }
      reads.forEach(read -> read.cancel(true));
      for (int i = 0; i < MANY; i++) {
        if (hasBytes(reads.get(i))) {
          assertBytes(requests.subList(i, i + 1), bytes);
        }
      }
      file.read(requests.subList(0, 1));
      assertBytes(requests.subList(0, 1), bytes);
    }
    requests.forEach(request -> request.target().release());
  }

  private static boolean hasBytes(CompletableFuture<Void> read) throws IOException {
    try {
      Reads.await(read);
      return true;
    } catch (CancellationException e) {
      assertThat(read).isCancelled();
      return false;
    }
  }

  @Test
  void interruptBeforeReadHasNoEffect() throws IOException {
    byte[] bytes = write("data", LENGTH);
    List<ReadRequest> requests = List.of(request(4096, 80_000, 0), request(90_112, 5_000_000, 0));

    try (ReadableFile file = storage().openFile("data")) {
      Set<String> paths = readPaths(file, requests);
      clear(requests);
      Thread.currentThread().interrupt();
      file.read(requests);
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
      assertBytes(requests, bytes);
      assertThat(file.readBytes(77, 5000)).isEqualTo(range(bytes, 77, 5000));
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
      clear(requests);
      Reads.await(file.readAsync(requests));
      assertThat(Thread.interrupted()).isTrue();
      assertBytes(requests, bytes);

      assertThat(readPaths(file, requests)).isEqualTo(paths);
    } finally {
      Thread.interrupted();
    }
    assertThenRelease(requests, bytes);
  }

  @Test
  void interruptsDuringReadsHaveNoEffect() throws Exception {
    byte[] bytes = write("data", LENGTH);
    List<ReadRequest> requests = List.of(request(1, 80_000, 0), request(90_112, 5_000_000, 0));

    try (ReadableFile file = storage().openFile("data")) {
      Set<String> paths = readPaths(file, requests);
      AtomicBoolean isDone = new AtomicBoolean();
      Thread reading = Thread.currentThread();
      Thread interrupting =
          new Thread(
              () -> {
                while (!isDone.get()) {
                  reading.interrupt();
                  Thread.onSpinWait();
                }
              });
      interrupting.start();
      try {
        for (int i = 0; i < 20; i++) {
          clear(requests);
          file.read(requests);
          assertBytes(requests, bytes);
          assertThat(file.readBytes(i, 100_000)).isEqualTo(range(bytes, i, 100_000));
        }
      } finally {
        isDone.set(true);
        joinInterrupted(interrupting);
      }
      assertThat(readPaths(file, requests)).isEqualTo(paths);
    }
    assertThenRelease(requests, bytes);
  }

  private static void joinInterrupted(Thread thread) {
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.onSpinWait(); // interrupted by the thread that this thread waits for
      }
    }
    Thread.interrupted();
  }

  /** Reads with every method, and returns the read paths that the storage has used so far. */
  private Set<String> readPaths(ReadableFile file, List<ReadRequest> requests) throws IOException {
    file.read(requests);
    Reads.await(file.readAsync(requests));
    file.readBytes(0, 1000);
    return storage().metrics().bytesByReadPath().keySet();
  }

  @Test
  void readsOtherCopiesIfThereAreSome() throws IOException {
    byte[] bytes = write("data", LENGTH);
    List<ReadRequest> requests = List.of(request(1 << 20, 5_000_000, 0));
    requests.get(0).target().nioBuffer(0, 5_000_000).put(filled(5_000_000));

    try (ReadableFile file = storage().openFile("data")) {
      file.readBytes(0, 10);
      Thread.currentThread().interrupt();
      if (file.readElsewhere(requests.get(0))) {
        assertBytes(requests, bytes);
      } else {
        assertBytes(requests.get(0).target(), 0, filled(5_000_000));
      }
      Optional<byte[]> other = file.readBytesElsewhere(3, 1000);
      assertThat(Thread.interrupted()).isTrue();
      if (other.isPresent()) {
        assertThat(other.get()).isEqualTo(range(bytes, 3, 1000));
      }
    } finally {
      Thread.interrupted();
    }
    requests.forEach(request -> request.target().release());
  }

  @Test
  void closesWhileThreadsRead() throws Exception {
    byte[] bytes = write("data", LENGTH);
    for (int round = 0; round < 5; round++) {
      ReadableFile file = storage().openFile("data");
      CountDownLatch isReading = new CountDownLatch(6);
      inParallel(
          7,
          thread -> {
            if (thread == 0) {
              isReading.await();
              file.close();
            } else {
              readUntilClosed(file, bytes, thread % 2 == 0, isReading);
            }
            return thread;
          });
      List<ReadRequest> late = List.of(request(0, 100, 0));
      assertThatThrownBy(() -> file.read(late)).isInstanceOf(ClosedChannelException.class);
      CompletableFuture<Void> lateRead = file.readAsync(late);
      assertThatThrownBy(() -> Reads.await(lateRead)).isInstanceOf(ClosedChannelException.class);
      assertThatThrownBy(() -> file.readBytes(0, 100)).isInstanceOf(ClosedChannelException.class);
      late.get(0).target().release();
    }
  }

  private void readUntilClosed(
      ReadableFile file, byte[] bytes, boolean isAsync, CountDownLatch isReading) {
    List<ReadRequest> requests = List.of(request(4096, 80_000, 0), request(90_112, 1_000_000, 5));
    boolean isOpen = true;
    try {
      while (isOpen) {
        clear(requests);
        if (isAsync) {
          Reads.await(file.readAsync(requests));
        } else {
          file.read(requests);
        }
        assertBytes(requests, bytes);
        isReading.countDown();
      }
    } catch (IOException e) {
      isOpen = false;
      assertThat(e).isInstanceOf(ClosedChannelException.class);
    } finally {
      requests.forEach(request -> request.target().release());
    }
  }

  final byte[] write(String path, int length) throws IOException {
    byte[] bytes = bytes(length);
    try (WritableFile file = storage().createFile(path)) {
      file.write(bytes);
      file.finish();
    }
    return bytes;
  }

  /** Reads into a buffer that ends with the range. */
  private ReadRequest request(long offset, long length, long targetOffset) {
    return new ReadRequest(offset, length, allocator.allocate(targetOffset + length), targetOffset);
  }

  private static void clear(List<ReadRequest> requests) {
    for (ReadRequest request : requests) {
      request.target().setZero(0, request.target().capacity());
    }
  }

  private static void assertThenRelease(List<ReadRequest> requests, byte[] bytes) {
    assertBytes(requests, bytes);
    requests.forEach(request -> request.target().release());
  }

  private static void assertBytes(List<ReadRequest> requests, byte[] bytes) {
    for (ReadRequest request : requests) {
      assertBytes(
          request.target(),
          request.targetOffset(),
          range(bytes, request.offset(), (int) request.length()));
    }
  }

  static void assertBytes(OffHeapBuffer buffer, long offset, byte[] expected) {
    assertThat(buffer.nioBuffer(offset, expected.length)).isEqualTo(ByteBuffer.wrap(expected));
  }

  static byte[] range(byte[] bytes, long offset, int length) {
    byte[] range = new byte[length];
    System.arraycopy(bytes, (int) offset, range, 0, length);
    return range;
  }

  static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  static byte[] filled(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, GUARD);
    return bytes;
  }
}
