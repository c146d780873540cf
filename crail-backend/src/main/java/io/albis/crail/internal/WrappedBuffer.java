// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import java.nio.ByteBuffer;
import org.apache.crail.CrailBuffer;

/**
 * Off-heap memory as a buffer of Crail: the memory itself, without a copy. Crail's own class needs
 * a package that Java does not export.
 *
 * <p>A buffer of a request begins at position 0 of its own {@link ByteBuffer}: the TCP tier reads
 * to position 0, whatever the position of the buffer was.
 */
final class WrappedBuffer implements CrailBuffer {

  private final ByteBuffer buffer;
  private final long address;

  /** Null if this is the region itself. */
  private final CrailBuffer region;

  /**
   * Wraps memory.
   *
   * @param buffer a direct buffer of its own, with position 0
   * @param address of its first byte
   * @param region the memory that a device has to know; null for the buffer itself
   */
  WrappedBuffer(ByteBuffer buffer, long address, CrailBuffer region) {
    this.buffer = buffer;
    this.address = address;
    this.region = region;
  }

  @Override
  public int capacity() {
    return buffer.capacity();
  }

  @Override
  public int position() {
    return buffer.position();
  }

  @Override
  public CrailBuffer position(int position) {
    buffer.position(position);
    return this;
  }

  @Override
  public int limit() {
    return buffer.limit();
  }

  @Override
  public CrailBuffer limit(int limit) {
    buffer.limit(limit);
    return this;
  }

  @Override
  public CrailBuffer clear() {
    buffer.clear();
    return this;
  }

  @Override
  public CrailBuffer flip() {
    buffer.flip();
    return this;
  }

  @Override
  public int remaining() {
    return buffer.remaining();
  }

  @Override
  public boolean hasRemaining() {
    return buffer.hasRemaining();
  }

  @Override
  public CrailBuffer slice() {
    return new WrappedBuffer(buffer.slice(), address + buffer.position(), getRegion());
  }

  @Override
  public long address() {
    return address;
  }

  @Override
  public CrailBuffer getRegion() {
    return region == null ? this : region;
  }

  @Override
  public ByteBuffer getByteBuffer() {
    return buffer;
  }

  @Override
  public byte get() {
    return buffer.get();
  }

  @Override
  public ByteBuffer put(byte value) {
    return buffer.put(value);
  }

  @Override
  public CrailBuffer get(byte[] target, int offset, int length) {
    buffer.get(target, offset, length);
    return this;
  }

  @Override
  public CrailBuffer put(byte[] source, int offset, int length) {
    buffer.put(source, offset, length);
    return this;
  }

  @Override
  public CrailBuffer get(byte[] target) {
    buffer.get(target);
    return this;
  }

  @Override
  public CrailBuffer put(byte[] source) {
    buffer.put(source);
    return this;
  }

  @Override
  public short getShort() {
    return buffer.getShort();
  }

  @Override
  public CrailBuffer putShort(short value) {
    buffer.putShort(value);
    return this;
  }

  @Override
  public int getInt() {
    return buffer.getInt();
  }

  @Override
  public CrailBuffer putInt(int value) {
    buffer.putInt(value);
    return this;
  }

  @Override
  public long getLong() {
    return buffer.getLong();
  }

  @Override
  public CrailBuffer putLong(long value) {
    buffer.putLong(value);
    return this;
  }

  @Override
  public float getFloat() {
    return buffer.getFloat();
  }

  @Override
  public CrailBuffer putFloat(float value) {
    buffer.putFloat(value);
    return this;
  }

  @Override
  public double getDouble() {
    return buffer.getDouble();
  }

  @Override
  public CrailBuffer putDouble(double value) {
    buffer.putDouble(value);
    return this;
  }

  @Override
  public CrailBuffer put(ByteBuffer source) {
    buffer.put(source);
    return this;
  }

  @Override
  public CrailBuffer get(ByteBuffer target) {
    target.put(buffer);
    return this;
  }
}
