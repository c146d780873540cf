// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The main class of a second program, which reads its files again and again through the page cache.
 * Each line of standard input asks what it has read since the previous one; the first is answered
 * after two passes, when the kernel has seen that the pages are used. Exits at the end of input.
 */
public final class NeighbourWorker {

  private static final int REQUEST = 1 << 20;
  private static final int PASSES_TO_START = 2;

  private final NeighbourTask task;
  private final CountDownLatch started = new CountDownLatch(PASSES_TO_START);
  private final CountDownLatch ended = new CountDownLatch(1);

  /** Guarded by this. */
  private long passes;

  private long bytes;
  private long nanos;
  private long device;

  private NeighbourWorker(NeighbourTask task) throws IOException {
    this.task = task;
    this.device = ProcessCounters.deviceBytes();
  }

  /** Runs the program. The only argument is a {@link NeighbourTask} as JSON. */
  public static void main(String[] arguments) throws Exception {
    JsonMapper mapper = JsonMapper.builder().build();
    NeighbourWorker worker =
        new NeighbourWorker(mapper.readValue(arguments[0], NeighbourTask.class));
    CompletableFuture<Void> reading = CompletableFuture.runAsync(worker::read);
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        worker.started.await();
        out.println(WorkerProcess.MARK + mapper.writeValueAsString(worker.take()));
      }
    } finally {
      worker.ended.countDown();
      reading.join();
    }
  }

  private void read() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(REQUEST);
    try {
      do {
        for (String file : task.files()) {
          read(Path.of(file), buffer);
        }
        synchronized (this) {
          passes++;
        }
        started.countDown();
      } while (!ended.await(task.pauseMillis(), TimeUnit.MILLISECONDS));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("Failed to read again", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void read(Path file, ByteBuffer buffer) throws IOException {
    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
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

  private synchronized NeighbourRound take() throws IOException {
    long now = ProcessCounters.deviceBytes();
    NeighbourRound round =
        new NeighbourRound(passes, bytes, nanos / 1e9, now < 0 ? -1 : now - device);
    passes = 0;
    bytes = 0;
    nanos = 0;
    device = now;
    return round;
  }
}
