/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.storage.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.storage.FileInfo;
import io.albis.storage.Locations;
import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.StorageMetrics;
import io.albis.storage.WritableFile;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every backend must do. A backend's test extends this and opens an empty directory. */
public abstract class StorageContractTest {

  private static final int BLOCK = 4096;

  private Storage storage;
  private BufferAllocator allocator;

  /** For subclasses. */
  protected StorageContractTest() {}

  /** Opens a directory that is empty, or not there yet. */
  protected abstract Storage open() throws IOException;

  /** Opens it. */
  @BeforeEach
  void openStorage() throws IOException {
    storage = open();
    allocator = BufferAllocator.create("contract test", 64 << 20);
  }

  /** Closes it. */
  @AfterEach
  void closeStorage() throws IOException {
    storage.close();
    allocator.close();
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private void write(String path, byte[] content) throws IOException {
    try (WritableFile file = storage.createFile(path)) {
      file.write(ByteBuffer.wrap(content));
      assertThat(file.position()).isEqualTo(content.length);
      file.finish();
    }
  }

  private byte[] read(String path) throws IOException {
    try (ReadableFile file = storage.openFile(path)) {
      return file.readBytes(0, (int) file.length());
    }
  }

  @Test
  void rangesOfAnyOffsetAndLengthAreRead() throws IOException {
    byte[] content = random(3 * BLOCK + 777);
    write("d/f", content);
    int[] offsets = {0, 1, 7, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, content.length - 1};
    int[] lengths = {0, 1, 511, BLOCK, BLOCK + 1, 2 * BLOCK, content.length};
    try (ReadableFile file = storage.openFile("d/f")) {
      assertThat(file.length()).isEqualTo(content.length);
      for (int offset : offsets) {
        for (int wanted : lengths) {
          int length = Math.min(wanted, content.length - offset);
          for (int shift : new int[] {0, 8, BLOCK}) {
            OffHeapBuffer target = allocator.allocate(shift + length + 5);
            target.setZero(0, target.capacity());
            file.read(offset, target, shift, length);
            byte[] found = new byte[shift + length + 5];
            target.getBytes(0, found, 0, found.length);
            byte[] expected = new byte[found.length];
            System.arraycopy(content, offset, expected, shift, length);
            assertThat(found).as("%d bytes at %d", length, offset).isEqualTo(expected);
            target.release();
          }
          assertThat(file.readBytes(offset, length))
              .isEqualTo(Arrays.copyOfRange(content, offset, offset + length));
        }
      }
    }
  }

  @Test
  void severalRangesAreReadInOneCall() throws IOException {
    byte[] content = random(10 * BLOCK);
    write("f", content);
    OffHeapBuffer target = allocator.allocate(3 * BLOCK);
    OffHeapBuffer exact = allocator.allocate(100);
    try (ReadableFile file = storage.openFile("f")) {
      file.read(
          List.of(
              new ReadRequest(4 * BLOCK, BLOCK, target, BLOCK),
              new ReadRequest(0, BLOCK, target, 0),
              new ReadRequest(5 * BLOCK, 10, target, 2 * BLOCK),
              new ReadRequest(9 * BLOCK, 100, exact, 0)));
    }
    byte[] found = new byte[2 * BLOCK + 10];
    target.getBytes(0, found, 0, found.length);
    assertThat(Arrays.copyOfRange(found, 0, BLOCK))
        .isEqualTo(Arrays.copyOfRange(content, 0, BLOCK));
    assertThat(Arrays.copyOfRange(found, BLOCK, found.length))
        .isEqualTo(Arrays.copyOfRange(content, 4 * BLOCK, 5 * BLOCK + 10));
    byte[] end = new byte[100];
    exact.getBytes(0, end, 0, 100);
    assertThat(end).isEqualTo(Arrays.copyOfRange(content, 9 * BLOCK, 9 * BLOCK + 100));
    target.release();
    exact.release();
  }

  @Test
  void rangesBehindTheEndAreRefused() throws IOException {
    write("f", random(5000));
    OffHeapBuffer target = allocator.allocate(2 * BLOCK);
    try (ReadableFile file = storage.openFile("f")) {
      assertThatThrownBy(() -> file.read(4999, target, 0, 2))
          .isInstanceOf(EOFException.class)
          .hasMessageContaining("f")
          .hasMessageContaining("4999")
          .hasMessageContaining("5000");
      assertThatThrownBy(() -> file.read(BLOCK, target, 0, BLOCK)).isInstanceOf(EOFException.class);
      assertThatThrownBy(() -> file.readBytes(0, 5001)).isInstanceOf(EOFException.class);
      assertThatThrownBy(() -> file.readBytes(0, Integer.MAX_VALUE))
          .isInstanceOf(EOFException.class);
      assertThatThrownBy(() -> file.read(0, target, 1, 2 * BLOCK))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    target.release();
  }

  @Test
  void filesAreReadByManyThreads() throws Exception {
    byte[] content = random(1 << 20);
    write("f", content);
    ExecutorService executor = Executors.newFixedThreadPool(8);
    try (ReadableFile file = storage.openFile("f")) {
      List<Future<Boolean>> parts = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        int offset = i * 16_000;
        parts.add(
            executor.submit(
                () -> {
                  OffHeapBuffer target = allocator.allocate(16_000);
                  try {
                    file.read(offset, target, 0, 16_000);
                    byte[] found = new byte[16_000];
                    target.getBytes(0, found, 0, found.length);
                    return Arrays.equals(
                        found, 0, found.length, content, offset, offset + found.length);
                  } finally {
                    target.release();
                  }
                }));
      }
      for (Future<Boolean> part : parts) {
        assertThat(part.get()).isTrue();
      }
    } finally {
      executor.shutdown();
    }
  }

  @Test
  void writesOfAllKindsFollowEachOther() throws IOException {
    OffHeapBuffer source = allocator.allocate(5 << 20);
    byte[] large = random(5 << 20);
    source.putBytes(0, large, 0, large.length);
    try (WritableFile file = storage.createFile("a/b/f")) {
      file.write(new byte[] {1, 2, 3});
      file.pad(BLOCK);
      assertThat(file.position()).isEqualTo(BLOCK);
      file.write(source, 10, large.length - 10);
      file.pad(64);
      file.write(ByteBuffer.wrap(new byte[] {9}));
      file.finish();
    }
    byte[] found = read("a/b/f");
    int end = BLOCK + large.length - 10;
    assertThat(Arrays.copyOf(found, 4)).containsExactly(1, 2, 3, 0);
    assertThat(Arrays.copyOfRange(found, BLOCK, end))
        .isEqualTo(Arrays.copyOfRange(large, 10, large.length));
    assertThat(found).hasSize((end + 63) / 64 * 64 + 1).endsWith(9);
    source.release();
  }

  @Test
  void unfinishedFilesVanish() throws IOException {
    try (WritableFile file = storage.createFile("d/f")) {
      file.write(new byte[100]);
    }
    assertThat(storage.exists("d/f")).isFalse();
    write("d/f", new byte[1]);
    assertThat(storage.exists("d/f")).isTrue();
    write("empty", new byte[0]);
    assertThat(read("empty")).isEmpty();
  }

  @Test
  void filesAreMadeOnce() throws IOException {
    write("f", random(10));
    assertThatThrownBy(() -> storage.createFile("f"))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThatThrownBy(() -> storage.publish("f", new byte[1]))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(read("f")).isEqualTo(random(10));
  }

  @Test
  void oneOfManyPublishes() throws Exception {
    for (int round = 0; round < 20; round++) {
      String path = "m/snapshot-" + round;
      int threads = 8;
      CountDownLatch start = new CountDownLatch(1);
      ExecutorService executor = Executors.newFixedThreadPool(threads);
      List<Future<Integer>> winners = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        byte[] content = ("content of " + t).getBytes(StandardCharsets.UTF_8);
        int number = t;
        Callable<Integer> publish =
            () -> {
              start.await();
              try {
                storage.publish(path, content);
                return number;
              } catch (FileAlreadyExistsException e) {
                return -1;
              }
            };
        winners.add(executor.submit(publish));
      }
      start.countDown();
      List<Integer> won = new ArrayList<>();
      for (Future<Integer> winner : winners) {
        if (winner.get() >= 0) {
          won.add(winner.get());
        }
      }
      executor.shutdown();
      assertThat(won).hasSize(1);
      assertThat(new String(read(path), StandardCharsets.UTF_8))
          .isEqualTo("content of " + won.get(0));
    }
    assertThat(storage.list("m")).hasSize(20);
  }

  @Test
  void listsAndDeletes() throws IOException {
    write("d/b", random(3));
    write("d/a", random(2));
    write("d/sub/c", random(1));
    assertThat(storage.list("d")).extracting(FileInfo::name).containsExactly("a", "b", "sub");
    assertThat(storage.list("d")).extracting(FileInfo::length).containsExactly(2L, 3L, 0L);
    assertThat(storage.list("d"))
        .extracting(FileInfo::kind)
        .containsExactly(FileInfo.Kind.FILE, FileInfo.Kind.FILE, FileInfo.Kind.DIRECTORY);
    assertThat(storage.delete("d/a")).isTrue();
    assertThat(storage.delete("d/a")).isFalse();
    assertThat(storage.exists("d/a")).isFalse();
    storage.deleteRecursively("d");
    storage.deleteRecursively("d");
    assertThat(storage.exists("d")).isFalse();
    assertThatThrownBy(() -> storage.list("d")).isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> storage.openFile("d/b")).isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void pathsThatLeaveTheRootAreRefused() {
    for (String path : List.of("../x", "/etc/passwd", "a/../../x", "./a")) {
      assertThatThrownBy(() -> storage.openFile(path))
          .as(path)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(path);
    }
  }

  @Test
  void locationsCoverTheRange() throws IOException {
    write("f", random(10_000));
    List<Locations> locations = storage.locations("f", 100, 9000);
    long at = 100;
    for (Locations part : locations) {
      assertThat(part.offset()).isEqualTo(at);
      assertThat(part.hosts()).isNotEmpty();
      at += part.length();
    }
    assertThat(at).isEqualTo(9100);
    assertThatThrownBy(() -> storage.locations("none", 0, 1))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void identityTellsFilesApart() throws IOException {
    write("a", random(10));
    write("b", random(10));
    try (ReadableFile a = storage.openFile("a");
        ReadableFile again = storage.openFile("a");
        ReadableFile b = storage.openFile("b")) {
      assertThat(a.identity()).isEqualTo(again.identity()).isNotEqualTo(b.identity());
    }
  }

  @Test
  void metricsCountWhatWasAskedFor() throws IOException {
    byte[] content = random(2 * BLOCK);
    write("f", content);
    OffHeapBuffer target = allocator.allocate(BLOCK);
    try (ReadableFile file = storage.openFile("f")) {
      file.read(BLOCK, target, 0, BLOCK);
      file.readBytes(0, 100);
    }
    target.release();
    StorageMetrics metrics = storage.metrics();
    assertThat(metrics.bytesWritten()).isEqualTo(content.length);
    assertThat(metrics.bytesRead()).isEqualTo(BLOCK + 100);
    assertThat(metrics.directBytesRead() + metrics.bufferedBytesRead())
        .isGreaterThanOrEqualTo(BLOCK + 100);
    assertThat(metrics.readRequests()).isGreaterThanOrEqualTo(2);
  }

  @Test
  void closedFilesAreNotRead() throws IOException {
    write("f", random(100));
    OffHeapBuffer target = allocator.allocate(100);
    ReadableFile file = storage.openFile("f");
    file.close();
    file.close();
    assertThatThrownBy(() -> file.read(0, target, 0, 100)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> file.readBytes(0, 100)).isInstanceOf(IOException.class);
    target.release();
  }
}
