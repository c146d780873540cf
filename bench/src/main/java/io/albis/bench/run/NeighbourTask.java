// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A second program, which reads its file again and again through the page cache. A round returns
 * what it has read since the previous one; the first waits for two passes, after which the kernel
 * has seen that the pages are used.
 *
 * @param file the file
 * @param pauseMillis time between two passes
 */
record NeighbourTask(String file, long pauseMillis) implements Worker.Task<NeighbourTask.Round> {

  /**
   * What was read since the previous round.
   *
   * @param bytes read
   * @param seconds spent on reading, without pauses
   * @param deviceBytes read from devices; -1 if unknown
   */
  record Round(long bytes, double seconds, long deviceBytes) {}

  @Override
  public Worker.Rounds<Round> start() throws IOException {
    return new Passes(this);
  }

  private static final class Passes implements Worker.Rounds<Round> {

    private static final int PASSES_TO_START = 2;

    private final NeighbourTask task;
    private final CountDownLatch started = new CountDownLatch(PASSES_TO_START);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final CompletableFuture<Void> reading;

    /** Guarded by this. */
    private long bytes;

    private long nanos;
    private long device;

    Passes(NeighbourTask task) throws IOException {
      this.task = task;
      this.device = ProcessCounters.deviceBytes();
      this.reading = CompletableFuture.runAsync(this::read);
    }

    private void read() {
      ByteBuffer buffer = ByteBuffer.allocateDirect(NeighbourProcess.REQUEST);
      try {
        do {
          pass(buffer);
          started.countDown();
        } while (!ended.await(task.pauseMillis(), TimeUnit.MILLISECONDS));
      } catch (IOException e) {
        throw new UncheckedIOException("Failed to read again", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void pass(ByteBuffer buffer) throws IOException {
      try (FileChannel in = FileChannel.open(Path.of(task.file()), StandardOpenOption.READ)) {
        while (true) {
          long start = System.nanoTime();
          int count = in.read(buffer);
          if (count < 0) {
            return;
          }
          buffer.clear();
          synchronized (this) {
            nanos += System.nanoTime() - start;
            bytes += count;
          }
        }
      }
    }

    @Override
    public Round round(double seconds) throws Exception {
      started.await();
      synchronized (this) {
        long now = ProcessCounters.deviceBytes();
        Round round = new Round(bytes, nanos / 1e9, now < 0 ? -1 : now - device);
        bytes = 0;
        nanos = 0;
        device = now;
        return round;
      }
    }

    @Override
    public void close() {
      ended.countDown();
      reading.join();
    }
  }
}
