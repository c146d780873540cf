// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

import io.albis.storage.internal.memory.Memory;
import io.albis.storage.internal.memory.MemoryRegions;
import io.albis.storage.internal.memory.Piece;
import io.netty.buffer.ByteBuf;
import io.netty.util.AbstractReferenceCounted;
import io.netty.util.IllegalReferenceCountException;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import io.netty.util.ResourceLeakTracker;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * A reference-counted piece of off-heap memory of exact size.
 *
 * <p><b>Lifetime.</b> A buffer starts with one reference. A holder of a reference may read and
 * write it; the memory returns to its allocator when the last reference is released. Every later
 * access throws {@link IllegalReferenceCountException}. Netty's leak detector reports buffers that
 * are garbage-collected without having been released.
 *
 * <p><b>Raw access.</b> {@link #address()} checks that the buffer is live once; the caller must
 * hold a reference for as long as it uses the address.
 *
 * <p><b>Release by another thread.</b> {@code retain}, {@code slice} and {@code asByteBuf} either
 * get a reference or throw. A checked access without its own reference that races with the last
 * release throws, or still sees the memory, which may have other contents by then: mapped memory
 * stays mapped for 10 seconds after its last buffer was released, so a read does not crash the
 * process. A write may change the contents of another buffer. Raw addresses and the buffers of
 * {@code nioBuffer} are unchecked: the caller must hold a reference for as long as it uses them.
 *
 * <p><b>Threads.</b> Counting is thread-safe. Contents behave like plain memory: publish a buffer
 * to another thread with a happens-before edge.
 *
 * <p>The contents of a new buffer are undefined. All sizes and indexes are in bytes; values are
 * little endian.
 */
public final class OffHeapBuffer extends AbstractReferenceCounted {
  private static final ResourceLeakDetector<OffHeapBuffer> LEAKS =
      ResourceLeakDetectorFactory.instance().newResourceLeakDetector(OffHeapBuffer.class);

  static {
    MemoryRegions.accessThrough(buffer -> buffer.piece);
  }

  private final Piece piece;
  private final long address;
  private final long capacity;
  private final long reserved;

  /** The owner of the memory; null for a slice. */
  private final BufferAllocator allocator;

  /** The buffer that a slice keeps alive; null for a buffer from an allocator. */
  private final OffHeapBuffer sliced;

  private final ResourceLeakTracker<OffHeapBuffer> leak;

  /** Creates a buffer for an allocator. */
  OffHeapBuffer(Piece piece, long capacity, BufferAllocator allocator) {
    this.piece = piece;
    this.address = piece.address();
    this.capacity = capacity;
    this.reserved = piece.length();
    this.allocator = allocator;
    this.sliced = null;
    this.leak = LEAKS.track(this);
  }

  /** Creates a slice, which owns one reference to the sliced buffer. */
  private OffHeapBuffer(OffHeapBuffer sliced, long offset, long capacity, long reserved) {
    this.piece = sliced.piece;
    this.address = sliced.address + offset;
    this.capacity = capacity;
    this.reserved = reserved;
    this.allocator = null;
    this.sliced = sliced;
    this.leak = LEAKS.track(this);
  }

  /**
   * The address of the first byte: a multiple of 4096 for a buffer from an allocator, arbitrary for
   * a slice.
   */
  public long address() {
    checkLive();
    return address;
  }

  /** The exact requested size. */
  public long capacity() {
    return capacity;
  }

  /**
   * The bytes from {@link #address()} on that belong to this buffer, {@code capacity()} or up to
   * one page more: allocators reserve whole pages. A storage backend may let the device write into
   * the part past the capacity, so that a read may extend to the end of a block; nothing else reads
   * it.
   */
  public long reservedCapacity() {
    return reserved;
  }

  /**
   * A direct, little-endian {@link ByteBuffer} over the given range, with position 0. It holds no
   * reference: it must not be used after this buffer is released.
   */
  public ByteBuffer nioBuffer(long offset, int length) {
    checkRange(offset, length);
    return piece.nioBuffer(address + offset, length).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Like {@link #nioBuffer(long, int)}, but the range may extend to {@link #reservedCapacity()}.
   * For storage backends.
   */
  public ByteBuffer reservedNioBuffer(long offset, int length) {
    checkLive();
    Objects.checkFromIndexSize(offset, length, reserved);
    return piece.nioBuffer(address + offset, length).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Returns a Netty view of the whole buffer, readable from 0 to the capacity. The view holds its
   * own reference to this buffer, until the view is released.
   *
   * @throws IllegalStateException if the capacity is over 2^31 - 1 bytes
   */
  public ByteBuf asByteBuf() {
    checkLive();
    if (capacity > Integer.MAX_VALUE) {
      throw new IllegalStateException(
          "Cannot view a buffer as ByteBuf: its capacity is "
              + capacity
              + " bytes (at most 2^31-1)");
    }
    return new OffHeapByteBuf(this, nioBuffer(0, (int) capacity));
  }

  /**
   * Returns a view of {@code [offset, offset + length)} as a buffer with its own reference count:
   * it starts with one reference, which the caller must release, and keeps the memory alive until
   * then.
   */
  public OffHeapBuffer slice(long offset, long length) {
    checkRange(offset, length);
    retain();
    long tail = offset + length == capacity ? reserved - offset : length;
    return new OffHeapBuffer(this, offset, length, tail);
  }

  /** Returns the byte at {@code index}. */
  public byte getByte(long index) {
    return Memory.getByte(checked(index, 1));
  }

  /** Returns the 2-byte integer at {@code index}. */
  public short getShort(long index) {
    return Memory.getShort(checked(index, Short.BYTES));
  }

  /** Returns the 4-byte integer at {@code index}. */
  public int getInt(long index) {
    return Memory.getInt(checked(index, Integer.BYTES));
  }

  /** Returns the 8-byte integer at {@code index}. */
  public long getLong(long index) {
    return Memory.getLong(checked(index, Long.BYTES));
  }

  /** Returns the 4-byte IEEE 754 number at {@code index}. */
  public float getFloat(long index) {
    return Memory.getFloat(checked(index, Float.BYTES));
  }

  /** Returns the 8-byte IEEE 754 number at {@code index}. */
  public double getDouble(long index) {
    return Memory.getDouble(checked(index, Double.BYTES));
  }

  /** Writes one byte at {@code index}. */
  public void putByte(long index, byte value) {
    Memory.putByte(checked(index, 1), value);
  }

  /** Writes a 2-byte integer at {@code index}. */
  public void putShort(long index, short value) {
    Memory.putShort(checked(index, Short.BYTES), value);
  }

  /** Writes a 4-byte integer at {@code index}. */
  public void putInt(long index, int value) {
    Memory.putInt(checked(index, Integer.BYTES), value);
  }

  /** Writes an 8-byte integer at {@code index}. */
  public void putLong(long index, long value) {
    Memory.putLong(checked(index, Long.BYTES), value);
  }

  /** Writes a 4-byte IEEE 754 number at {@code index}. */
  public void putFloat(long index, float value) {
    Memory.putFloat(checked(index, Float.BYTES), value);
  }

  /** Writes an 8-byte IEEE 754 number at {@code index}. */
  public void putDouble(long index, double value) {
    Memory.putDouble(checked(index, Double.BYTES), value);
  }

  /** Copies {@code length} bytes from {@code index} on into {@code target}. */
  public void getBytes(long index, byte[] target, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, target.length);
    Memory.copyToArray(checked(index, length), target, offset, length);
  }

  /** Copies {@code length} bytes of {@code source} to {@code index}. */
  public void putBytes(long index, byte[] source, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, source.length);
    Memory.copyFromArray(source, offset, checked(index, length), length);
  }

  /** Copies {@code length} bytes of {@code source} from {@code offset} on to {@code index}. */
  public void putBytes(long index, OffHeapBuffer source, long offset, long length) {
    Memory.copy(source.checked(offset, length), checked(index, length), length);
  }

  /** Sets {@code length} bytes from {@code index} on to zero. */
  public void setZero(long index, long length) {
    Memory.setZero(checked(index, length), length);
  }

  /** Throws unless {@code [offset, offset + length)} lies in this live buffer. */
  public void checkRange(long offset, long length) {
    checkLive();
    Objects.checkFromIndexSize(offset, length, capacity);
  }

  @Override
  public OffHeapBuffer retain() {
    super.retain();
    return this;
  }

  @Override
  public OffHeapBuffer touch(Object hint) {
    if (leak != null) {
      leak.record(hint);
    }
    return this;
  }

  @Override
  protected void deallocate() {
    try {
      if (sliced != null) {
        sliced.release();
      } else {
        allocator.free(piece);
      }
    } finally {
      if (leak != null) {
        leak.close(this);
      }
    }
  }

  @Override
  public String toString() {
    return "OffHeapBuffer[capacity=" + capacity + ", refCnt=" + refCnt() + "]";
  }

  private long checked(long index, long length) {
    checkRange(index, length);
    return address + index;
  }

  private void checkLive() {
    if (refCnt() == 0) {
      throw new IllegalReferenceCountException(
          "Cannot access an off-heap buffer of " + capacity + " bytes: it was released");
    }
  }
}
