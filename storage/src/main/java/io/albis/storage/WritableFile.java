// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A new file that is written from front to back, by one thread at a time. Any thread may close it;
 * {@link #close()} waits for a method that is running, and later calls throw {@link
 * java.nio.channels.ClosedChannelException}.
 *
 * <p>Data is sent to the device steadily while it is written. The caller may reuse its memory when
 * a method returns.
 *
 * <pre>{@code
 * try (WritableFile file = storage.createFile("data/part-0.albis")) {
 *   file.write(segment, 0, segment.capacity());
 *   file.finish();
 * } // without finish(), the file is removed
 * }</pre>
 */
public interface WritableFile extends AutoCloseable {

  /** The path, as used in error messages. */
  String path();

  /** The number of bytes written so far. */
  long position();

  /** Appends {@code length} bytes of {@code source} from {@code offset} on. */
  void write(OffHeapBuffer source, long offset, long length) throws IOException;

  /** Appends the remaining bytes of {@code source} and moves its position to its limit. */
  void write(ByteBuffer source) throws IOException;

  /** Appends the whole array. */
  default void write(byte[] source) throws IOException {
    write(ByteBuffer.wrap(source));
  }

  /** Appends zeros until {@link #position()} is a multiple of {@code alignment}, in bytes. */
  void pad(int alignment) throws IOException;

  /**
   * Flushes the file to the device. When this method returns, the file is complete, visible at its
   * path, and survives a crash. It can no longer be written to.
   */
  void finish() throws IOException;

  /** Closes the file, and deletes it if it was not finished. Idempotent. */
  @Override
  void close() throws IOException;
}
