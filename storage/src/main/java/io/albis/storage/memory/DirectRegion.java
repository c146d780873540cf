// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

import java.nio.ByteBuffer;

/** Memory of a direct {@link ByteBuffer}: the way where native calls are not available. */
final class DirectRegion implements Region {
  private final ByteBuffer whole;
  private final ByteBuffer aligned;
  private final long address;
  private final long length;

  private DirectRegion(ByteBuffer whole, ByteBuffer aligned, long length) {
    this.whole = whole;
    this.aligned = aligned;
    this.address = Memory.addressOf(aligned);
    this.length = length;
  }

  /** Allocates {@code length} bytes, at most 1 GiB, that start at a multiple of the page size. */
  static DirectRegion allocate(long length) {
    ByteBuffer whole = ByteBuffer.allocateDirect(Math.toIntExact(length + Pages.SIZE));
    return new DirectRegion(whole, whole.alignedSlice(Pages.SIZE), length);
  }

  @Override
  public long address() {
    return address;
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public ByteBuffer nioBuffer(long from, int size) {
    return aligned.slice(Math.toIntExact(from - address), size);
  }

  @Override
  public void free() {
    Memory.freeDirect(whole);
  }
}
