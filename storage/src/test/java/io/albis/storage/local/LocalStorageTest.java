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
package io.albis.storage.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.Storages;
import io.albis.storage.WritableFile;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import io.albis.storage.tck.StorageContractTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract on the disk of the build and on tmpfs, by each setting. */
class LocalStorageTest {

  private static final Path TMPFS = Path.of("/dev/shm");

  private static Storage open(Path directory, String direct) throws IOException {
    return Storages.open(directory.resolve("t").toString(), Map.of("io.direct", direct));
  }

  @Nested
  class Auto extends StorageContractTest {
    @TempDir Path directory;

    @Override
    protected Storage open() throws IOException {
      return LocalStorageTest.open(directory, "auto");
    }
  }

  @Nested
  class Buffered extends StorageContractTest {
    @TempDir Path directory;

    @Override
    protected Storage open() throws IOException {
      return LocalStorageTest.open(directory, "never");
    }
  }

  @Nested
  class Direct extends StorageContractTest {
    @TempDir Path directory;

    @Override
    protected Storage open() throws IOException {
      assumeTrue(hasDirect(directory), "the disk of the build has no direct I/O");
      return LocalStorageTest.open(directory, "always");
    }
  }

  @Nested
  class OnTmpfs extends StorageContractTest {
    private Path directory;

    @Override
    protected Storage open() throws IOException {
      assumeTrue(Files.isWritable(TMPFS), "there is no " + TMPFS);
      directory = Files.createTempDirectory(TMPFS, "albis-test");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
      return LocalStorageTest.open(directory, "auto");
    }
  }

  private static void delete(Path directory) {
    try (Storage storage = Storages.open(directory.toString(), Map.of())) {
      storage.deleteRecursively("");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
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
  void directReadsAndWritesPassTheCache(@TempDir Path directory) throws IOException {
    assumeTrue(hasDirect(directory), "the disk of the build has no direct I/O");
    try (Storage storage = open(directory, "always");
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
  void unknownSettingsAreRefused(@TempDir Path directory) {
    assertThatThrownBy(() -> open(directory, "sometimes"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid option io.direct: sometimes (expected auto, always or never)");
  }
}
