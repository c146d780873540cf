// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A file opened for reading. Its contents do not change: files are written once.
 *
 * <p><b>Threads.</b> Any number of threads may read at the same time. The storage owns the threads
 * that wait for its devices, limits the number of requests in flight, and lets files take turns.
 *
 * <p><b>Buffers</b> belong to the caller, who keeps a reference on each target until the read has
 * ended, normally or not.
 *
 * <p><b>Interrupts.</b> No method is disturbed by an interrupt of the calling thread: a read
 * completes, the file stays open, and the interrupt status is kept.
 */
public interface ReadableFile extends AutoCloseable {

  /** The path, as errors name it. */
  String path();

  /** The length in bytes when the file was opened. */
  long length();

  /** What tells this file from others, and from other contents. */
  FileIdentity identity();

  /**
   * Starts to read several exact ranges, and returns without waiting for a device or the network.
   *
   * <p>The storage may join neighbours, split long ranges and read in any order. Neighbours are
   * ranges that are adjacent or at most 4 KiB apart: where the storage can, it reads them by one
   * request into their several targets. It reads nothing that was not asked for, apart from such
   * gaps and the borders that the device needs.
   *
   * <p>The future completes when nothing will be written to the targets any more, also after a
   * failure. It completes exceptionally with
   *
   * <ul>
   *   <li>{@link java.io.EOFException} if a range ends behind the end of the file,
   *   <li>{@link java.nio.channels.ClosedChannelException} if this file is closed,
   *   <li>another {@link IOException} if reading fails.
   * </ul>
   *
   * <p>The contents of the targets are then undefined. {@link CompletableFuture#cancel} withdraws
   * the requests that have not started; the future completes with {@link
   * java.util.concurrent.CancellationException} when the others have ended, which may be after
   * {@code cancel} has returned. Callers must not complete it in other ways.
   *
   * <p>The future may be complete when this returns. Otherwise it completes on a thread of the
   * storage, and so do dependent actions without an executor of their own: they must be short and
   * must not wait for another read.
   */
  CompletableFuture<Void> readAsync(List<ReadRequest> requests);

  /**
   * Reads several exact ranges as {@link #readAsync(List)} does, and waits for them. Requests may
   * be made by the calling thread.
   *
   * @throws java.io.EOFException if a range ends behind the end of the file
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
   * Reads a range again whose bytes have turned out to be damaged, from another copy, where the
   * backend keeps several and can tell them apart. The damaged copy is reported to whoever mends
   * it.
   *
   * @return false if there is no other copy, and nothing has been read
   */
  default boolean readElsewhere(ReadRequest request) throws IOException {
    return false;
  }

  /** As {@link #readElsewhere(ReadRequest)}, into a new array; empty if there is no other copy. */
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
   * Reads a small range, as of metadata, into a new array. The length is checked against the file
   * before memory is taken.
   *
   * @throws java.io.EOFException if the range ends behind the end of the file
   */
  byte[] readBytes(long offset, int length) throws IOException;

  /**
   * Closes the file without waiting. Requests that are under way end as they may; those that have
   * not started fail with {@link java.nio.channels.ClosedChannelException}. Idempotent.
   */
  @Override
  void close() throws IOException;
}
