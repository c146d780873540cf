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
package io.albis.reader;

import io.albis.storage.ReadableFile;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Reads what a cursor will want next while it works on what it has, by a few threads of the process
 * that wait for the device and verify checksums. Takes memory only below half of the table's limit,
 * and gives it back when that is short, so a scan that fits without reading ahead fits with it.
 *
 * <p>For the one thread of its cursor.
 */
final class ReadAhead {

  private static final int THREADS = 4;

  /** Requests of a cursor on the way: while one is verified and one is used, others are read. */
  private static final int REQUESTS = 4;

  private static final ThreadPoolExecutor EXECUTOR = executor();

  private final BufferAllocator allocator;
  private final long limit;
  private final int depth;
  private final List<Chunk> outstanding = new ArrayList<>();

  private ReadAhead(BufferAllocator allocator, long limit, int depth) {
    this.allocator = allocator;
    this.limit = limit;
    this.depth = depth;
  }

  /**
   * Reads ahead in half of an allocator's memory: one request of each column group, and some more
   * where groups are few.
   */
  static ReadAhead in(BufferAllocator allocator, int groups) {
    return new ReadAhead(
        allocator, allocator.limit() / 2, Math.max(1, REQUESTS / Math.max(1, groups)));
  }

  /** Does not read ahead: where several cursors keep the device busy together. */
  static ReadAhead none(BufferAllocator allocator) {
    return new ReadAhead(allocator, 0, 0);
  }

  /** How many requests of one extent may be on the way. */
  int depth() {
    return depth;
  }

  boolean isActive() {
    return limit > 0;
  }

  private static ThreadPoolExecutor executor() {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "albis-read-ahead-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  /** A range of a file that is being read. */
  static final class Chunk {
    private final OffHeapBuffer buffer;
    private final Future<?> reading;
    private boolean dropped;

    Chunk(OffHeapBuffer buffer, Future<?> reading) {
      this.buffer = buffer;
      this.reading = reading;
    }
  }

  /**
   * Starts to read a range.
   *
   * @param check looks at what was read, before it is handed out
   * @return null if there is no memory for it
   */
  Chunk start(ReadableFile file, long offset, long length, Consumer<OffHeapBuffer> check) {
    if (length == 0 || allocator.allocatedBytes() + length > limit) {
      return null;
    }
    OffHeapBuffer buffer;
    try {
      buffer = allocator.allocate(length);
    } catch (OutOfOffHeapMemoryException e) {
      // Another cursor was quicker.
      return null;
    }
    Future<?> reading =
        EXECUTOR.submit(
            () -> {
              file.read(offset, buffer, 0, length);
              check.accept(buffer);
              return null;
            });
    Chunk chunk = new Chunk(buffer, reading);
    outstanding.add(chunk);
    return chunk;
  }

  /**
   * Waits for a chunk.
   *
   * @return what was read, now the caller's; null if it was given back
   * @throws IOException if reading failed; what the check has thrown otherwise
   */
  OffHeapBuffer take(Chunk chunk) throws IOException {
    outstanding.remove(chunk);
    if (chunk.dropped) {
      return null;
    }
    try {
      await(chunk);
    } catch (ExecutionException e) {
      chunk.buffer.release();
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IOException("Failed to read ahead: " + e.getCause(), e.getCause());
    }
    return chunk.buffer;
  }

  /** Gives back a chunk that is not wanted any more. */
  void drop(Chunk chunk) {
    outstanding.remove(chunk);
    release(chunk);
  }

  /** Gives back all chunks that nobody has taken; whether there were any. */
  boolean dropAll() {
    boolean any = !outstanding.isEmpty();
    outstanding.forEach(ReadAhead::release);
    outstanding.clear();
    return any;
  }

  private static void release(Chunk chunk) {
    if (chunk.dropped) {
      return;
    }
    chunk.dropped = true;
    try {
      await(chunk);
    } catch (ExecutionException e) {
      // What failed is not wanted any more; whoever wants it again will meet the error.
      chunk.dropped = true;
    } finally {
      chunk.buffer.release();
    }
  }

  /** Waits even if interrupted: the device writes into the memory until it is done. */
  private static void await(Chunk chunk) throws ExecutionException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          chunk.reading.get();
          return;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
