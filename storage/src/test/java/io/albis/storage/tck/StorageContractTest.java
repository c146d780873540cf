// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import io.albis.storage.StorageMetrics;
import io.albis.storage.WritableFile;
import io.albis.storage.internal.memory.Memory;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contract of storage backends. A backend's test extends this class and opens an empty
 * directory, which is removed after each test.
 */
public abstract class StorageContractTest extends StorageReadsContract {
  /** For subclasses. */
  protected StorageContractTest() {}

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 511, 4095, 4096, 4097, 8192, 1 << 20, (4 << 20) - 1, LENGTH})
  void readsBackWhatWasWritten(int length) throws IOException {
    byte[] bytes = write("a/b.data", length);

    try (ReadableFile file = storage().openFile("a/b.data")) {
      assertThat(file.length()).isEqualTo(length);
      assertThat(file.path()).endsWith("a/b.data");
      assertRead(file, bytes, 0, length, 0);
      assertThat(file.readBytes(0, length)).isEqualTo(bytes);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 4096, 0",
    "0, 1, 0",
    "4096, 8192, 4096",
    "4096, 100, 0",
    "8192, 5000000, 0",
    "1, 1, 0",
    "1, 4096, 0",
    "4095, 2, 17",
    "5, 4091, 5",
    "5, 9000000, 5",
    "5, 9000000, 6",
    "4000, 200, 4000",
    "4096, 4100, 1",
    "3, 8190, 1027",
    "9437184, 1234, 0",
    "9437185, 1233, 0",
    "9438417, 1, 100",
    "4096, 9434322, 0",
    "9438418, 0, 3"
  })
  void readsExactRangesWhateverTheAlignment(long offset, int length, int targetOffset)
      throws IOException {
    byte[] bytes = write("data", LENGTH);

    try (ReadableFile file = storage().openFile("data")) {
      assertRead(file, bytes, offset, length, targetOffset);
      assertThat(file.readBytes(offset, length)).isEqualTo(range(bytes, offset, length));
    }
  }

  @Test
  void readsIntoSlices() throws IOException {
    byte[] bytes = write("data", LENGTH);
    OffHeapBuffer whole = allocator().allocate(40_000);
    whole.nioBuffer(0, 40_000).put(filled(40_000));
    OffHeapBuffer slice = whole.slice(8192, 10_000);

    try (ReadableFile file = storage().openFile("data")) {
      file.read(4096, slice, 0, 10_000);
    }
    assertBytes(whole, 8192, range(bytes, 4096, 10_000));
    assertBytes(whole, 0, filled(8192));
    assertBytes(whole, 18_192, filled(40_000 - 18_192));
    slice.release();
    whole.release();
  }

  @Test
  void readsSeveralRangesInOneCall() throws IOException {
    byte[] bytes = write("data", LENGTH);
    SplittableRandom random = new SplittableRandom(3);
    List<ReadRequest> requests = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      long offset = random.nextLong(LENGTH);
      long length = Math.min(LENGTH - offset, random.nextLong(300_000));
      requests.add(new ReadRequest(offset, length, allocator().allocate(length + 99), 99));
    }

    try (ReadableFile file = storage().openFile("data")) {
      file.read(requests);
      file.read(List.of());
    }
    for (ReadRequest request : requests) {
      assertBytes(request.target(), 99, range(bytes, request.offset(), (int) request.length()));
      request.target().release();
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 5001", "4999, 2", "5000, 1", "8192, 1", "100000000, 4096", "4096, 4096"})
  void rejectsReadsPastTheEnd(long offset, int length) throws IOException {
    write("short", 5000);
    OffHeapBuffer target = allocator().allocate(8192);

    try (ReadableFile file = storage().openFile("short")) {
      assertThatThrownBy(() -> file.read(offset, target, 0, length))
          .isInstanceOf(EOFException.class)
          .hasMessageContaining("at offset " + offset + " of ")
          .hasMessageContaining("short")
          .hasMessageContaining("5000 bytes");
      assertThatThrownBy(() -> file.readBytes(offset, length)).isInstanceOf(EOFException.class);
    } finally {
      target.release();
    }
  }

  @Test
  void rejectsOpeningMissingFiles() {
    assertThatThrownBy(() -> storage().openFile("none"))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("none");
  }

  @Test
  void rejectsReadsOfAClosedFile() throws IOException {
    write("data", 5000);
    OffHeapBuffer target = allocator().allocate(4096);
    ReadableFile file = storage().openFile("data");
    file.close();
    file.close();

    assertThatThrownBy(() -> file.read(0, target, 0, 4096))
        .isInstanceOf(ClosedChannelException.class);
    target.release();
  }

  @Test
  void threadsReadOneFileConcurrently() throws Exception {
    byte[] bytes = write("data", LENGTH);

    try (ReadableFile file = storage().openFile("data")) {
      inParallel(
          8,
          thread -> {
            SplittableRandom random = new SplittableRandom(thread);
            for (int i = 0; i < 25; i++) {
              int offset = random.nextInt(LENGTH);
              int length = random.nextInt(Math.min(LENGTH - offset, 1 << 20) + 1);
              assertRead(file, bytes, offset, length, random.nextInt(5000));
            }
            return thread;
          });
    }
  }

  @Test
  void writesBuffersOfAllSizesAndKinds() throws IOException {
    byte[] bytes = bytes(LENGTH);
    OffHeapBuffer source = allocator().allocate(LENGTH);
    source.putBytes(0, bytes, 0, LENGTH);
    SplittableRandom random = new SplittableRandom(5);
    try (WritableFile file = storage().createFile("pieces")) {
      int done = 0;
      for (int i = 0; done < LENGTH; i++) {
        int size = (int) Math.min(LENGTH - done, 1 + (long) Math.pow(2, 22 * random.nextDouble()));
        switch (i % 3) {
          case 0 -> file.write(source, done, size);
          case 1 -> file.write(ByteBuffer.wrap(bytes, done, size));
          default -> file.write(range(bytes, done, size));
        }
        done += size;
        assertThat(file.position()).isEqualTo(done);
      }
      file.finish();
    } finally {
      source.release();
    }

    try (ReadableFile file = storage().openFile("pieces")) {
      assertRead(file, bytes, 0, LENGTH, 0);
    }
  }

  @Test
  void padsWithZeros() throws IOException {
    OffHeapBuffer source = allocator().allocate(9000);
    source.nioBuffer(0, 9000).put(filled(9000));
    try (WritableFile file = storage().createFile("padded")) {
      file.pad(4096);
      file.write(source, 0, 9000);
      file.pad(4096);
      assertThat(file.position()).isEqualTo(12288);
      file.pad(4096);
      file.write(source, 0, 10);
      file.pad(8);
      file.finish();
    } finally {
      source.release();
    }

    byte[] expected = new byte[12304];
    System.arraycopy(filled(9000), 0, expected, 0, 9000);
    System.arraycopy(filled(10), 0, expected, 12288, 10);
    try (ReadableFile file = storage().openFile("padded")) {
      assertThat(file.readBytes(0, (int) file.length())).isEqualTo(expected);
    }
  }

  @Test
  void copiesDataBeforeWriteReturns() throws IOException {
    OffHeapBuffer source = allocator().allocate(6000);
    try (WritableFile file = storage().createFile("reused")) {
      for (byte i = 0; i < 5; i++) {
        Memory.fill(source.address(), 6000, i);
        file.write(source, 0, 6000);
      }
      file.finish();
    } finally {
      source.release();
    }

    try (ReadableFile file = storage().openFile("reused")) {
      byte[] read = file.readBytes(0, 30_000);
      byte[] expected = new byte[30_000];
      for (int i = 0; i < 5; i++) {
        Arrays.fill(expected, i * 6000, (i + 1) * 6000, (byte) i);
      }
      assertThat(read).isEqualTo(expected);
    }
  }

  @Test
  void closesWhileThreadWrites() throws Exception {
    OffHeapBuffer source = allocator().allocate(100_000);
    source.nioBuffer(0, 100_000).put(filled(100_000));
    for (int round = 0; round < 10; round++) {
      WritableFile file = storage().createFile("closed-" + round);
      CountDownLatch isWriting = new CountDownLatch(1);
      inParallel(
          2,
          thread -> {
            if (thread == 0) {
              isWriting.await();
              file.close();
            } else {
              assertThatThrownBy(
                      () -> {
                        while (true) {
                          file.write(source, 0, 100_000);
                          file.write(ByteBuffer.wrap(filled(3000)));
                          isWriting.countDown();
                        }
                      })
                  .isInstanceOf(ClosedChannelException.class);
            }
            return thread;
          });
      assertThat(storage().exists("closed-" + round)).isFalse();
    }
    source.release();
    byte[] bytes = write("after", LENGTH);
    try (ReadableFile file = storage().openFile("after")) {
      assertRead(file, bytes, 0, LENGTH, 0);
    }
  }

  @Test
  void countsReadsAndWrites() throws IOException {
    write("data", 10_000);
    StorageMetrics written = storage().metrics();
    assertThat(written.bytesWritten()).isEqualTo(10_000);
    assertThat(written.writeRequests()).isPositive();
    assertThat(written.directBytesWritten() + written.bufferedBytesWritten())
        .isGreaterThanOrEqualTo(10_000);
    assertThat(written.bytesRead()).isZero();

    OffHeapBuffer target = allocator().allocate(6000);
    try (ReadableFile file = storage().openFile("data")) {
      file.read(100, target, 0, 6000);
      file.readBytes(0, 8);
    } finally {
      target.release();
    }
    StorageMetrics read = storage().metrics();
    assertThat(read.bytesRead()).isEqualTo(6008);
    assertThat(read.readRequests()).isPositive();
    assertThat(read.directBytesRead() + read.bufferedBytesRead()).isGreaterThanOrEqualTo(6008);
    assertThat(read.bytesWritten()).isEqualTo(10_000);
  }

  /**
   * Reads into a buffer of exactly the required size, and checks that the bytes before it are
   * unchanged.
   */
  private void assertRead(
      ReadableFile file, byte[] bytes, long offset, int length, int targetOffset)
      throws IOException {
    OffHeapBuffer target = allocator().allocate(targetOffset + length);
    try {
      target.nioBuffer(0, targetOffset).put(filled(targetOffset));
      file.read(offset, target, targetOffset, length);
      assertBytes(target, 0, filled(targetOffset));
      assertBytes(target, targetOffset, range(bytes, offset, length));
    } finally {
      target.release();
    }
    OffHeapBuffer wide = allocator().allocate(targetOffset + length + 777);
    try {
      wide.nioBuffer(targetOffset + length, 777).put(filled(777));
      file.read(offset, wide, targetOffset, length);
      assertBytes(wide, targetOffset, range(bytes, offset, length));
      assertBytes(wide, targetOffset + length, filled(777));
    } finally {
      wide.release();
    }
  }
}
