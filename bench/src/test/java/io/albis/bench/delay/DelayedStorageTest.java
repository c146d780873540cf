// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.delay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.storage.ReadCost;
import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.Storages;
import io.albis.storage.WritableFile;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DelayedStorageTest {

  private static final int LENGTH = 1 << 20;
  private static final int PART = 1024;
  private static final long DELAY_MILLIS = 20;

  @TempDir private Path directory;

  /** With gaps of 32 KiB between them. */
  private static final List<Integer> NEAR = List.of(0, 33_000, 66_000);

  private static final List<Integer> FAR = List.of(0, 350_000, 700_000, 1_000_000);

  private static final Map<String, String> DELAYED =
      Map.of(DelayedStorageProvider.MILLIS, Long.toString(DELAY_MILLIS), "io.depth", "2");

  /** So that ranges that are far from each other are separate requests. */
  private static final Map<String, String> WITHOUT_GAPS =
      Map.of(
          DelayedStorageProvider.MILLIS,
          Long.toString(DELAY_MILLIS),
          "io.depth",
          "2",
          "io.request-micros",
          "0");

  private Storage open(Map<String, String> options) throws IOException {
    return Storages.open(
        DelayedStorageProvider.SCHEME + ":" + directory.toUri().getRawPath(), options);
  }

  private static void write(Storage storage) throws IOException {
    byte[] content = new byte[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      content[i] = (byte) (i * 31 >>> 3);
    }
    try (WritableFile file = storage.createFile("file")) {
      file.write(content);
      file.finish();
    }
  }

  /**
   * Reads parts at these offsets by one call, and each again to compare.
   *
   * @return milliseconds that the call has taken
   */
  private static double read(Storage storage, List<Integer> offsets) throws IOException {
    try (BufferAllocator allocator = BufferAllocator.create("test", LENGTH);
        ReadableFile file = storage.openFile("file")) {
      OffHeapBuffer target = allocator.allocate((long) PART * offsets.size());
      try {
        List<ReadRequest> requests =
            offsets.stream()
                .map(
                    offset ->
                        new ReadRequest(
                            offset, PART, target, (long) offsets.indexOf(offset) * PART))
                .toList();
        long start = System.nanoTime();
        file.read(requests);
        double millis = (System.nanoTime() - start) / 1e6;
        for (int i = 0; i < offsets.size(); i++) {
          byte[] part = new byte[PART];
          target.getBytes((long) i * PART, part, 0, PART);
          assertThat(part).isEqualTo(file.readBytes(offsets.get(i), PART));
        }
        return millis;
      } finally {
        target.release();
      }
    }
  }

  @Test
  void requestsWaitSideBySideUpToTheDepth() throws IOException {
    try (Storage storage = open(WITHOUT_GAPS)) {
      write(storage);
      assertThat(read(storage, FAR)).isGreaterThanOrEqualTo(2 * DELAY_MILLIS);
      assertThat(storage.metrics().readRequests()).isEqualTo(2L * FAR.size());
    }
  }

  @Test
  void neighboursAreOneRequest() throws IOException {
    try (Storage storage = open(DELAYED)) {
      write(storage);
      read(storage, NEAR);
      assertThat(storage.metrics().readRequests()).isEqualTo(1 + NEAR.size());
    }
  }

  @Test
  void costIsTheDelayThatOneOfTheRequestsInFlightAdds() throws IOException {
    try (Storage storage = open(DELAYED)) {
      assertThat(storage.readCost())
          .isEqualTo(
              new ReadCost(
                  ReadCost.LOCAL.requestNanos() + DELAY_MILLIS * 1_000_000 / 2,
                  ReadCost.LOCAL.bytesPerSecond(),
                  2));
    }
  }

  @Test
  void rejectsInvalidDelays() {
    for (String millis : List.of("-1", "x", "10001")) {
      assertThatThrownBy(() -> open(Map.of(DelayedStorageProvider.MILLIS, millis)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Invalid option delayed.millis: " + millis);
    }
  }
}
