// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.reader.cache.CachePolicy;
import io.albis.reader.source.PendingSegments;
import io.albis.storage.memory.BufferAllocator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the events of the Flight Recorder. */
class CacheEventsTest {

  @TempDir private Path directory;

  @Test
  void loadsAndEvictionsAreRecorded() throws IOException {
    FakeDevice device = new FakeDevice();
    Path file = directory.resolve("events.jfr");
    try (Recording recording = new Recording();
        BufferAllocator allocator = BufferAllocator.create("table", 1 << 20);
        CacheStore store = new CacheStore(CachePolicy.lru(), 1 << 20, 0, 60_000);
        CacheSource source = new CacheSource(store, device, allocator)) {
      recording.enable("io.albis.CacheLoad");
      recording.enable("io.albis.CacheEviction");
      recording.start();
      try (PendingSegments request = source.acquire(FakeDevice.keys(1, 2), device)) {
        request.take(0).close();
      }
      long released = store.reclaim(4096, EvictionReason.REQUESTED);
      assertThat(released).isEqualTo(4096);
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> events = RecordingFile.readAllEvents(file);
    assertThat(events)
        .anySatisfy(
            event -> {
              assertThat(event.getEventType().getName()).isEqualTo("io.albis.CacheLoad");
              assertThat(event.getInt("segments")).isEqualTo(2);
              assertThat(event.getLong("bytes")).isEqualTo(8192);
            })
        .anySatisfy(
            event -> {
              assertThat(event.getEventType().getName()).isEqualTo("io.albis.CacheEviction");
              assertThat(event.getString("reason")).isEqualTo("REQUESTED");
              assertThat(event.getInt("columnGroup")).isEqualTo(7);
            });
  }
}
