// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.albis.storage.Storage;
import io.albis.storage.WritableFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are written through the page cache, and what of them stays there. */
class WriteBehindTest {

  private static final int WINDOW = (int) WriteBehind.WINDOW;

  @TempDir Path directory;

  @BeforeEach
  void requireDisk() throws IOException {
    FileStore store = Files.getFileStore(directory);
    assumeTrue(
        store.type().matches("ext[234]|xfs|btrfs"), "pages cannot be evicted on " + store.type());
  }

  private Storage storage() throws IOException {
    return Storage.open(directory.toString(), Map.of("io.direct", "never"));
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  /** Returns how many of the windows at the start of a file are completely in the page cache. */
  private static int cachedWindows(Path file, int windows) throws IOException {
    int cached = 0;
    try (FileChannel channel = FileChannel.open(file)) {
      for (int i = 0; i < windows; i++) {
        boolean isCached =
            channel.map(FileChannel.MapMode.READ_ONLY, (long) i * WINDOW, WINDOW).isLoaded();
        cached += isCached ? 1 : 0;
      }
    }
    return cached;
  }

  @Test
  void evictsWhatIsOnTheDevice() throws Exception {
    byte[] expected = bytes(8 * WINDOW + 12_345);
    Path path = directory.resolve("f");
    try (Storage storage = storage();
        WritableFile file = storage.createFile("f")) {
      file.write(Arrays.copyOf(expected, 5 * WINDOW));
      assertThat(cachedWindows(path, 5)).isEqualTo(1);
      file.write(Arrays.copyOfRange(expected, 5 * WINDOW, expected.length));
      file.finish();
    }
    assertThat(cachedWindows(path, 8)).isZero();
    assertThat(Files.readAllBytes(path)).isEqualTo(expected);
  }

  @Test
  void leavesShortFilesInThePageCache() throws Exception {
    try (Storage storage = storage();
        WritableFile file = storage.createFile("f")) {
      file.write(bytes(WINDOW - 1));
      file.finish();
    }
    try (FileChannel channel = FileChannel.open(directory.resolve("f"))) {
      assertThat(channel.map(FileChannel.MapMode.READ_ONLY, 0, WINDOW - 1).isLoaded()).isTrue();
    }
  }

  /** Who may write a file need not be allowed to read it, and its name can be another one's. */
  @Test
  void writesFilesThatItCannotOpen() throws Exception {
    byte[] expected = bytes(3 * WINDOW);
    Path path = directory.resolve("f");
    try (Storage storage = storage();
        WritableFile file = storage.createFile("f")) {
      Path moved = Files.move(path, directory.resolve("moved"));
      file.write(expected);
      assertThat(Files.readAllBytes(moved)).isEqualTo(expected);
      Files.move(moved, path);
      file.finish();
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(expected);
  }
}
