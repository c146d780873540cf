// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

import java.nio.ByteBuffer;

/**
 * A contiguous piece of memory obtained from the operating system and returned to it as a whole.
 */
interface Region {

  /** The first address; a multiple of the page size. */
  long address();

  /** The size in bytes. */
  long length();

  /** A direct buffer over {@code [address, address + length)}, which lies in this region. */
  ByteBuffer nioBuffer(long address, int length);

  /** Returns the memory to the operating system; it must not be touched afterwards. */
  void free();
}
