// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.WritableFile;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import io.albis.storage.tck.StorageContractTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the contract on the disk of the build and on tmpfs, with each setting. */
class LocalStorageTest {

  private static final Path TMPFS = Path.of("/dev/shm");

  private static Storage open(Path directory, String direct) throws IOException {
    return Storage.open(directory.toString(), Map.of("io.direct", direct));
  }

  @Nested
  class Auto extends StorageContractTest {
    @TempDir Path directory;

    @Override
    protected Storage openEmpty() throws IOException {
      return open(directory.resolve("t"), "auto");
    }
  }

  @Nested
  class Buffered extends StorageContractTest {
    @TempDir Path directory;

    @Override
    protected Storage openEmpty() throws IOException {
      return open(directory.resolve("t"), "never");
    }
  }

  @Nested
  class Direct extends StorageContractTest {
    @TempDir Path directory;

    @Override
    protected Storage openEmpty() throws IOException {
      assumeTrue(hasDirect(directory), "the disk of the build has no direct I/O");
      return open(directory.resolve("t"), "always");
    }
  }

  @Nested
  class OnTmpfs extends StorageContractTest {
    @Override
    protected Storage openEmpty() throws IOException {
      return open(directoryOnTmpfs(), "auto");
    }
  }

  @Nested
  class BufferedOnTmpfs extends StorageContractTest {
    @Override
    protected Storage openEmpty() throws IOException {
      return open(directoryOnTmpfs(), "never");
    }
  }

  /** The contract deletes it again. */
  private static Path directoryOnTmpfs() {
    assumeTrue(Files.isWritable(TMPFS), "there is no " + TMPFS);
    return TMPFS.resolve("albis-test-" + UUID.randomUUID());
  }

  private static boolean hasDirect(Path directory) throws IOException {
    try (Storage storage = open(directory.resolve("probe"), "auto")) {
      try (WritableFile file = storage.createFile("f")) {
        file.write(new byte[4096]);
        file.finish();
      }
      return storage.metrics().directBytesWritten() > 0;
    }
  }

  @Test
  void directReadsAndWritesBypassTheCache(@TempDir Path directory) throws IOException {
    assumeTrue(hasDirect(directory), "the disk of the build has no direct I/O");
    try (Storage storage = open(directory.resolve("t"), "always");
        BufferAllocator allocator = BufferAllocator.create("test", 1 << 20)) {
      try (WritableFile file = storage.createFile("f")) {
        file.write(new byte[10_000]);
        file.finish();
      }
      OffHeapBuffer target = allocator.allocate(10_000);
      try (ReadableFile file = storage.openFile("f")) {
        assertThat(file.length()).isEqualTo(10_000);
        file.read(0, target, 0, 10_000);
      }
      target.release();
      assertThat(storage.metrics().bufferedBytesRead()).isZero();
      assertThat(storage.metrics().directBytesRead()).isBetween(10_000L, 12_288L);
      assertThat(storage.metrics().bufferedBytesWritten()).isZero();
    }
  }

  @Test
  void inMemoryFileSystemsUseBufferedIo() throws IOException {
    Path directory = directoryOnTmpfs();
    try (Storage storage = open(directory, "auto")) {
      try (WritableFile file = storage.createFile("f")) {
        file.write(new byte[10_000]);
        file.finish();
      }
      assertThat(storage.metrics().directBytesWritten()).isZero();
      assertThat(storage.metrics().bufferedBytesWritten()).isEqualTo(10_000);
      storage.deleteRecursively("");
    }
  }

  @Test
  void directIoCanBeRequired() throws IOException {
    Path directory = directoryOnTmpfs();
    try (Storage storage = open(directory, "always")) {
      assertThatThrownBy(() -> storage.createFile("f"))
          .isInstanceOf(IOException.class)
          .hasMessage(
              "Cannot open "
                  + directory.resolve("f")
                  + " for direct I/O: the file system does not support it (set io.direct to auto to"
                  + " use the page cache there)");
      assertThat(storage.list("")).isEmpty();
      storage.deleteRecursively("");
    }
  }

  @Test
  void writesWholeBlocksWithoutCopying(@TempDir Path directory) throws IOException {
    assumeTrue(hasDirect(directory), "the disk of the build has no direct I/O");
    try (Storage storage = open(directory.resolve("t"), "always");
        BufferAllocator allocator = BufferAllocator.create("test", 16 << 20)) {
      OffHeapBuffer source = allocator.allocate((8 << 20) + 100);
      try (WritableFile file = storage.createFile("f")) {
        file.write(source, 0, source.capacity());
        assertThat(storage.metrics().writeRequests()).isEqualTo(2);
        file.finish();
      }
      source.release();
      assertThat(storage.metrics().writeRequests()).isEqualTo(2);
      assertThat(storage.metrics().directBytesWritten()).isEqualTo((8 << 20) + 4096);
      assertThat(storage.metrics().bytesWritten()).isEqualTo((8 << 20) + 100);
    }
  }

  @Test
  void paddingAnIncompleteBlockNeedsNoRequest(@TempDir Path directory) throws IOException {
    assumeTrue(hasDirect(directory), "the disk of the build has no direct I/O");
    try (Storage storage = open(directory.resolve("t"), "always");
        BufferAllocator allocator = BufferAllocator.create("test", 1 << 20)) {
      OffHeapBuffer source = allocator.allocate(10_000);
      source.nioBuffer(0, 10_000).put(new byte[10_000]);
      source.putByte(9999, (byte) 7);
      try (WritableFile file = storage.createFile("f")) {
        for (int i = 0; i < 3; i++) {
          file.write(source, 0, source.capacity());
          file.pad(4096);
        }
        assertThat(storage.metrics().writeRequests()).isEqualTo(3);
        assertThat(storage.metrics().bytesWritten()).isEqualTo(3 * 12_288);
        file.write(new byte[] {9});
        file.finish();
      }
      source.release();
      assertThat(storage.metrics().directBytesWritten()).isEqualTo(3 * 12_288 + 4096);
      byte[] expected = new byte[3 * 12_288 + 1];
      expected[9999] = 7;
      expected[12_288 + 9999] = 7;
      expected[2 * 12_288 + 9999] = 7;
      expected[3 * 12_288] = 9;
      try (ReadableFile file = storage.openFile("f")) {
        assertThat(file.readBytes(0, (int) file.length())).isEqualTo(expected);
      }
    }
  }

  @Test
  void rejectsUnknownSettings(@TempDir Path directory) {
    assertThatThrownBy(() -> open(directory, "sometimes"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid option io.direct: sometimes (expected auto, always or never)");
  }
}
