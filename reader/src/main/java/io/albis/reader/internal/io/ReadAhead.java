// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import io.albis.storage.memory.Reuse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads what a cursor will want next while it works on what it has, by a few threads of the process
 * that wait for the device and verify checksums. Takes memory only below half of the table's limit,
 * and gives it back when that is short, so a scan that fits without reading ahead fits with it.
 *
 * <p>Reads ahead no more than keeps the device busy: more memory on the way costs up to a sixth of
 * the throughput, also of the reads alone, where the device writes into what a cache of the
 * processor still holds. Where that is of harm, {@link ReuseTuner} finds out.
 *
 * <p>For the one thread of its cursor.
 */
public final class ReadAhead {

  /** Requests on the way of all cursors of the process, unless a cursor is told how many. */
  private static final int THREADS = 4;

  /** Requests of all cursors that are told how many. */
  public static final int MAX_REQUESTS = 16;

  /** Requests on the way: while one is verified, the device works on the other. */
  private static final int MIN_REQUESTS = 2;

  /** And where more groups than this are read, whose memory fits into no cache anyway, twice. */
  private static final int FEW_GROUPS = 8;

  private static final ThreadPoolExecutor EXECUTOR = executor(THREADS);
  private static final ThreadPoolExecutor MANY = executor(MAX_REQUESTS);

  /** One for the process: what it finds out is about the machine. */
  private static final ReuseTuner REUSE = new ReuseTuner();

  private final ThreadPoolExecutor executor;
  private final BufferAllocator allocator;
  private final long limit;
  private final long minWindow;
  private final long maxWindow;
  private final List<Chunk> outstanding = new ArrayList<>();

  /** How many bytes may be on the way or wait to be taken. */
  private long window;

  private long outstandingBytes;

  private ReadAhead(
      ThreadPoolExecutor executor,
      BufferAllocator allocator,
      long limit,
      long minWindow,
      long maxWindow) {
    this.executor = executor;
    this.allocator = allocator;
    this.limit = limit;
    this.minWindow = minWindow;
    this.maxWindow = maxWindow;
    this.window = minWindow;
  }

  /**
   * Reads ahead in half of an allocator's memory.
   *
   * @param readSize bytes of a request
   * @param groups how many column groups are read
   */
  public static ReadAhead in(BufferAllocator allocator, int readSize, int groups) {
    return in(allocator, readSize, groups, 0);
  }

  /**
   * As the other one.
   *
   * @param requests on the way at the same time, 0 for as many as keep the device busy
   */
  public static ReadAhead in(BufferAllocator allocator, int readSize, int groups, int requests) {
    if (requests > 0) {
      long window = (long) requests * readSize;
      return new ReadAhead(MANY, allocator, allocator.limit() / 2, window, window);
    }
    long min = (long) (groups > FEW_GROUPS ? 2 * MIN_REQUESTS : MIN_REQUESTS) * readSize;
    long max = (long) Math.max(2 * MIN_REQUESTS, groups) * readSize;
    return new ReadAhead(EXECUTOR, allocator, allocator.limit() / 2, min, max);
  }

  /** Does not read ahead: where several cursors keep the device busy together. */
  public static ReadAhead none(BufferAllocator allocator) {
    return new ReadAhead(EXECUTOR, allocator, 0, 0, 0);
  }

  public boolean isActive() {
    return limit > 0;
  }

  /** Whether more may be read ahead now. */
  public boolean hasRoom() {
    return outstandingBytes < window;
  }

  /**
   * Says that the cursor wants more. If all that was asked for is there, the device has been idle
   * for lack of requests: from now on more are on the way. If nothing is, less will do.
   */
  public void arrive() {
    if (outstanding.isEmpty()) {
      return;
    }
    if (outstanding.stream().allMatch(Chunk::isDone)) {
      window = Math.min(maxWindow, window * 2);
    } else if (!outstanding.get(0).isDone()) {
      window = Math.max(minWindow, window / 2);
    }
  }

  /** Does something that a cursor will want later, by one of the threads. */
  public <T> Future<T> submit(Callable<T> task) {
    return executor.submit(task);
  }

  private static ThreadPoolExecutor executor(int threads) {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            threads,
            threads,
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
  public static final class Chunk {
    private final OffHeapBuffer buffer;
    private final Future<?> reading;
    private boolean dropped;

    Chunk(OffHeapBuffer buffer, Future<?> reading) {
      this.buffer = buffer;
      this.reading = reading;
    }

    boolean isDone() {
      return reading.isDone();
    }
  }

  /** Looks at what was read, before it is handed out. */
  public interface Check {
    void accept(OffHeapBuffer buffer) throws IOException;
  }

  /** Fills a buffer, by another thread. */
  public interface Reading {
    void into(OffHeapBuffer buffer) throws IOException;
  }

  /**
   * Starts to read a range.
   *
   * @param reading reads it
   * @param check looks at what was read, before it is handed out
   * @return null if there is no memory for it
   */
  public Chunk start(long length, Reading reading, Check check) {
    if (allocator.allocatedBytes() + length > limit) {
      return null;
    }
    Reuse reuse = REUSE.current();
    OffHeapBuffer buffer;
    try {
      buffer = allocator.allocate(length, reuse);
    } catch (OutOfOffHeapMemoryException e) {
      // Another cursor was quicker.
      return null;
    }
    Future<?> task =
        executor.submit(
            () -> {
              long start = System.nanoTime();
              reading.into(buffer);
              REUSE.took(reuse, length, System.nanoTime() - start);
              check.accept(buffer);
              return null;
            });
    Chunk chunk = new Chunk(buffer, task);
    outstanding.add(chunk);
    outstandingBytes += length;
    return chunk;
  }

  /**
   * Waits for a chunk.
   *
   * @return what was read, now the caller's; null if it was given back
   * @throws IOException if reading failed; what the check has thrown otherwise
   */
  public OffHeapBuffer take(Chunk chunk) throws IOException {
    forget(chunk);
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
  public void drop(Chunk chunk) {
    forget(chunk);
    release(chunk);
  }

  private void forget(Chunk chunk) {
    if (outstanding.remove(chunk)) {
      outstandingBytes -= chunk.buffer.capacity();
    }
  }

  /** Gives back all chunks that nobody has taken; whether there were any. */
  public boolean dropAll() {
    boolean any = !outstanding.isEmpty();
    outstanding.forEach(ReadAhead::release);
    outstanding.clear();
    outstandingBytes = 0;
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

  private static void await(Chunk chunk) throws ExecutionException {
    await(chunk.reading);
  }

  /** Waits even if interrupted: the device writes into the memory until it is done. */
  public static <T> T await(Future<T> task) throws ExecutionException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
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
