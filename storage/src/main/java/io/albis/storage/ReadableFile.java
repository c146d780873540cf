// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A file opened for reading. Its contents do not change: files are written once.
 *
 * <p>Reads may be issued by several threads at once. Buffers belong to the caller, who keeps a
 * reference until the read returns, normally or not.
 */
public interface ReadableFile extends AutoCloseable {

  /** The path, as errors name it. */
  String path();

  /** The length in bytes when the file was opened. */
  long length();

  /** What tells this file from others, and from other contents. */
  FileIdentity identity();

  /**
   * Reads several exact ranges. The backend may join neighbours, split long ranges and read them in
   * any order; it does not read what was not asked for, apart from the borders that the device
   * needs. After an exception the targets' contents are undefined.
   *
   * @throws java.io.EOFException if a range ends behind the end of the file
   * @throws java.nio.channels.ClosedChannelException if this file is closed
   */
  void read(List<ReadRequest> requests) throws IOException;

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
   * Whether reads wait, as for a device or the network, so that asking ahead by another thread
   * pays. False where they only copy what is in memory: another thread would do no more than move
   * that work away from the caches of this one. A guess from what was read before.
   */
  default boolean isReadWaiting() {
    return true;
  }

  /**
   * Reads a small range, as of metadata, into a new array. The length is checked against the file
   * before memory is taken.
   *
   * @throws java.io.EOFException if the range ends behind the end of the file
   */
  byte[] readBytes(long offset, int length) throws IOException;

  /** Closes the file. Reads that are under way may fail. Idempotent. */
  @Override
  void close() throws IOException;
}
