// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A new file that is written from front to back. For one thread at a time.
 *
 * <p>The bytes reach the device steadily while they are written. Data handed in has been taken when
 * a method returns; the caller may use its memory again.
 *
 * <pre>{@code
 * try (WritableFile file = storage.createFile("rg-1/cg-0.albis")) {
 *   file.write(segment, 0, segment.capacity());
 *   file.finish();
 * } // without finish(), the file is removed
 * }</pre>
 */
public interface WritableFile extends AutoCloseable {

  /** The path, as errors name it. */
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
   * Flushes everything to the device. When this returns, the file is complete, visible under its
   * path, and survives a crash. Nothing can be written afterwards.
   */
  void finish() throws IOException;

  /** Closes the file; one that was not finished is removed. Idempotent. */
  @Override
  void close() throws IOException;
}
