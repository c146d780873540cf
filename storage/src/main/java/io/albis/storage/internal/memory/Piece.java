// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.memory;

import java.nio.ByteBuffer;

/** The memory of one buffer: whole pages of a {@link MemoryRegion}. */
public interface Piece {

  /** The first address; a multiple of the page size. */
  long address();

  /** The size in bytes; a multiple of the page size. */
  long length();

  /** The region that contains the memory. */
  MemoryRegion region();

  /** A direct buffer over {@code [address, address + length)}, which lies in this piece. */
  ByteBuffer nioBuffer(long address, int length);

  /** Releases the memory for reuse; it must not be accessed afterwards. */
  void free();
}
