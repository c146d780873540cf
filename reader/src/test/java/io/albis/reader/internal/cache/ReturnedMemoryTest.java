// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.albis.reader.cache.CachePolicy;
import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentKey;
import io.albis.storage.memory.BufferAllocator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Measures that memory goes back to the operating system at once. */
class ReturnedMemoryTest {

  private static final int MIB = 1 << 20;
  private static final int SEGMENTS = 200;

  /** Memory of the process that is in use, in bytes. */
  private static long residentBytes() throws IOException {
    Path status = Path.of("/proc/self/status");
    assumeTrue(Files.isReadable(status), "there is no /proc");
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("RssAnon:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
      }
    }
    throw new AssertionError("There is no RssAnon in " + status);
  }

  @Test
  void evictedMemoryIsReturnedAtOnce() throws IOException {
    FakeDevice device = new FakeDevice();
    try (BufferAllocator allocator = BufferAllocator.create("table", MIB);
        CacheStore store = new CacheStore(CachePolicy.lru(), 1L << 30, 0, 60_000);
        CacheSource source = new CacheSource(store, device, allocator)) {
      for (int n = 0; n < SEGMENTS; n++) {
        SegmentKey key = FakeDevice.key("f", (long) n * MIB, MIB - 4096);
        try (PendingSegments request = source.acquire(List.of(key), device)) {
          request.take(0).close();
        }
      }
      long full = residentBytes();
      long wanted = 120L * MIB;
      long given = store.reclaim(wanted, EvictionReason.REQUESTED);
      assertThat(given).isBetween(wanted, wanted + MIB);
      assertThat(full - residentBytes()).isBetween(given * 9 / 10, given + 20L * MIB);
      store.limit(0);
      assertThat(store.bufferBytes()).isZero();
      assertThat(full - residentBytes()).isGreaterThan(180L * MIB);
    }
  }
}
