// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.memory;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Memory of a direct {@link ByteBuffer}, for platforms on which memory cannot be mapped: with a
 * separate region for each buffer.
 */
public final class DirectPiece implements Piece, MemoryRegion {
  private final ByteBuffer whole;
  private final ByteBuffer aligned;
  private final long address;
  private final long length;

  /** Counts the buffer and the pins; the memory is freed when none is left. */
  private int users = 1;

  private DirectPiece(ByteBuffer whole, ByteBuffer aligned, long length) {
    this.whole = whole;
    this.aligned = aligned;
    this.address = Memory.addressOf(aligned);
    this.length = length;
  }

  /**
   * Allocates {@code length} bytes that start at a multiple of the page size.
   *
   * @throws OutOfMemoryError if the limit of the JVM for direct buffers is reached
   */
  public static DirectPiece allocate(long length) {
    ByteBuffer whole = ByteBuffer.allocateDirect(Math.toIntExact(length + Pages.SIZE));
    DirectPiece piece = new DirectPiece(whole, whole.alignedSlice(Pages.SIZE), length);
    boolean isKnown = false;
    try {
      MemoryRegions.mapped(piece);
      isKnown = true;
    } finally {
      if (!isKnown) {
        Memory.freeDirect(whole);
      }
    }
    return piece;
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
  public MemoryRegion region() {
    return this;
  }

  @Override
  public ByteBuffer nioBuffer(long from, int size) {
    return aligned.slice(Math.toIntExact(from - address), size);
  }

  @Override
  public synchronized Registration pin() {
    if (users == 0) {
      throw new IllegalStateException("Cannot pin " + this + ": it was unmapped");
    }
    users++;
    AtomicBoolean closed = new AtomicBoolean();
    return () -> {
      if (closed.compareAndSet(false, true)) {
        free();
      }
    };
  }

  @Override
  public void free() {
    synchronized (this) {
      users--;
      if (users > 0) {
        return;
      }
    }
    if (MemoryRegions.unmapping(this)) {
      Memory.freeDirect(whole);
    }
  }

  @Override
  public String toString() {
    return "MemoryRegion[0x" + Long.toHexString(address) + ", " + length + " bytes]";
  }
}
