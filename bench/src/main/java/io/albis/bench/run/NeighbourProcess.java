// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.result.StreamsResult.Neighbour;
import io.albis.storage.internal.backend.PageCache;
import io.albis.tools.limit.MemoryLimit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A second program in the same limit, and samples of its files in the page cache. */
final class NeighbourProcess implements AutoCloseable {

  private static final String MEMBER = "neighbour";
  private static final String HEAP = "16m";
  static final int REQUEST = 1 << 20;
  private static final long SAMPLE_MILLIS = 500;

  private final Path file;
  private final MemoryLimit limit;
  private final WorkerProcess<NeighbourTask.Round> worker;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final CompletableFuture<Double> samples;
  private final long deviceBytes;

  /** Starts the program, and returns when it has read its files twice. */
  NeighbourProcess(Path directory, StreamsSettings settings, MemoryLimit limit) throws IOException {
    this.file = directory.resolve("neighbour-" + settings.neighbourBytes());
    this.limit = limit;
    write(settings.neighbourBytes());
    PageCache.drop(file);
    worker =
        new WorkerProcess<>(
            "read " + file + " again and again",
            limit.launcher(MEMBER),
            new NeighbourTask(file.toString(), settings.neighbourPauseMillis()),
            NeighbourTask.Round.class,
            HEAP);
    worker.round(0);
    deviceBytes = limit.deviceBytes(MEMBER);
    samples = CompletableFuture.supplyAsync(this::sample);
  }

  private void write(long bytes) throws IOException {
    if (Files.exists(file) && Files.size(file) == bytes) {
      return;
    }
    ByteBuffer zeros = ByteBuffer.allocateDirect(REQUEST);
    try (FileChannel out =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      for (long left = bytes; left > 0; left -= zeros.limit()) {
        zeros.clear().limit((int) Math.min(left, REQUEST));
        out.write(zeros);
      }
      out.force(true);
    }
  }

  /** Returns the average of the bytes in the page cache. */
  private double sample() {
    try {
      double sum = 0;
      int count = 0;
      do {
        sum += CachedFiles.bytes(List.of(file));
        count++;
      } while (!ended.await(SAMPLE_MILLIS, TimeUnit.MILLISECONDS));
      return sum / count;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while sampling the page cache", e);
    }
  }

  /** Ends the measurement. */
  Neighbour result() throws IOException {
    ended.countDown();
    NeighbourTask.Round round = worker.round(0);
    long counted = limit.isLimited() ? limit.deviceBytes(MEMBER) - deviceBytes : -1;
    return new Neighbour(
        samples.join(),
        round.bytes() / Math.max(round.seconds(), 1e-9),
        counted < 0 ? round.deviceBytes() : counted);
  }

  @Override
  public void close() throws IOException {
    ended.countDown();
    worker.close();
  }
}
