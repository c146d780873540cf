// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import io.albis.storage.internal.backend.Reads;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A file opened for reading. Its contents never change, since files are written once.
 *
 * <p><b>Threads.</b> Any number of threads may read at the same time. The storage owns the threads
 * that wait for its devices, limits the number of requests in flight, and lets files take turns.
 *
 * <p><b>Buffers</b> belong to the caller, who keeps a reference to each target until the read has
 * ended, successfully or not.
 *
 * <p><b>Interrupts.</b> Interrupting the calling thread affects no read: it completes, the file
 * stays open, and the thread's interrupt status is preserved.
 */
public interface ReadableFile extends AutoCloseable {

  /** The path, as used in error messages. */
  String path();

  /** The length in bytes when the file was opened. */
  long length();

  /**
   * Starts to read several exact ranges, and returns without waiting for a device or the network.
   *
   * <p>The storage may join neighbours, split long ranges and read in any order. Neighbours are
   * ranges that are adjacent or at most {@link ReadCost#maxGap} apart: where possible, one request
   * reads them into their separate targets. Nothing else is read, except such gaps and what is
   * needed to align requests to the blocks of the device.
   *
   * <p>The future completes once the targets are no longer written to, whether the read succeeds or
   * fails. It completes exceptionally with
   *
   * <ul>
   *   <li>{@link java.io.EOFException} if a range extends past the end of the file,
   *   <li>{@link java.nio.channels.ClosedChannelException} if this file is closed,
   *   <li>another {@link IOException} if reading fails.
   * </ul>
   *
   * <p>The contents of the targets are then undefined.
   *
   * <p>{@link CompletableFuture#cancel} cancels the requests that have not started. The future
   * completes with {@link java.util.concurrent.CancellationException} when the requests in flight
   * have ended, which may be after {@code cancel} has returned. Callers must not complete the
   * future in any other way.
   *
   * <p>The future may be complete when this method returns. Otherwise it completes on a thread of
   * the storage, and dependent actions without an executor run on that thread: they must be short
   * and must not wait for another read.
   */
  CompletableFuture<Void> readAsync(List<ReadRequest> requests);

  /**
   * Reads several exact ranges as {@link #readAsync(List)} does, and waits for them. The calling
   * thread may execute the requests itself; such requests do not count towards the limit of
   * requests in flight.
   *
   * @throws java.io.EOFException if a range extends past the end of the file
   * @throws java.nio.channels.ClosedChannelException if this file is closed
   */
  default void read(List<ReadRequest> requests) throws IOException {
    Reads.await(readAsync(requests));
  }

  /** Reads one exact range; see {@link #read(List)}. */
  default void read(long offset, OffHeapBuffer target, long targetOffset, long length)
      throws IOException {
    read(List.of(new ReadRequest(offset, length, target, targetOffset)));
  }

  /**
   * Reads a range again, from another copy, after its bytes turned out to be damaged. Backends that
   * replicate files report the damaged copy so that it is repaired.
   *
   * @return false if there is no other copy; the target is then unchanged
   */
  default boolean readElsewhere(ReadRequest request) throws IOException {
    return false;
  }

  /**
   * Like {@link #readElsewhere(ReadRequest)}, but reads into a new array; empty if there is no
   * other copy.
   */
  default Optional<byte[]> readBytesElsewhere(long offset, int length) throws IOException {
    return Optional.empty();
  }

  /**
   * Whether reads may block on a device or the network, so that reading ahead on another thread
   * pays off. False where reads only copy what is in memory: then another thread would merely move
   * that copy away from the processor caches of the calling one. An estimate from previous reads.
   */
  default boolean mayBlock() {
    return true;
  }

  /**
   * Reads a small range, such as metadata, into a new array. The range is checked against the
   * length of the file before memory is allocated.
   *
   * @throws java.io.EOFException if the range extends past the end of the file
   * @throws java.nio.channels.ClosedChannelException if this file is closed
   */
  byte[] readBytes(long offset, int length) throws IOException;

  /**
   * Closes the file without waiting for reads. Requests in flight complete or fail; requests that
   * have not started fail with {@link java.nio.channels.ClosedChannelException}. Idempotent.
   */
  @Override
  void close() throws IOException;
}
