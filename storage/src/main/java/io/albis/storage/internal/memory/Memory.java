// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.memory;

import io.albis.storage.memory.OffHeapBuffer;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import sun.misc.Unsafe;

/**
 * Raw access to off-heap memory by address.
 *
 * <p>Values are little endian, which is the byte order of the format; loading this class fails on a
 * big-endian platform. Addresses need not be aligned.
 *
 * <p><b>Nothing is checked.</b> The caller guarantees that {@code [address, address + size)} lies
 * in a live {@link OffHeapBuffer}, or the JVM may crash. All sizes are in bytes. The methods hold
 * no state and are safe for use by several threads; concurrent writes to the same bytes are as
 * undefined as they are for plain fields.
 */
public final class Memory {
  private static final Unsafe UNSAFE = unsafe();
  private static final long BYTES = Unsafe.ARRAY_BYTE_BASE_OFFSET;
  private static final long BUFFER_ADDRESS = bufferAddressOffset();

  static {
    if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
      throw new ExceptionInInitializerError(
          "Cannot run Albis on this platform: its byte order is "
              + ByteOrder.nativeOrder()
              + ", the format needs LITTLE_ENDIAN");
    }
  }

  private Memory() {}

  private static Unsafe unsafe() {
    try {
      Field field = Unsafe.class.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      return (Unsafe) field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static long bufferAddressOffset() {
    try {
      return UNSAFE.objectFieldOffset(Buffer.class.getDeclaredField("address"));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Returns the byte at {@code address}. */
  public static byte getByte(long address) {
    return UNSAFE.getByte(address);
  }

  /** Returns one bit, 0 or 1: bit {@code bit & 7} of the byte at {@code bit >>> 3}. */
  public static int getBit(long bit) {
    return UNSAFE.getByte(bit >>> 3) >> (bit & 7) & 1;
  }

  /** Returns 64 bits from {@code bit} on, as in {@link #getBit}, the first one as the lowest. */
  public static long getBits(long bit) {
    long address = bit >>> 3;
    int shift = (int) bit & 7;
    long low = UNSAFE.getLong(address) >>> shift;
    return shift == 0
        ? low
        : low | (long) UNSAFE.getByte(address + Long.BYTES) << Long.SIZE - shift;
  }

  /** Returns the 2-byte integer at {@code address}. */
  public static short getShort(long address) {
    return UNSAFE.getShort(address);
  }

  /** Returns the 4-byte integer at {@code address}. */
  public static int getInt(long address) {
    return UNSAFE.getInt(address);
  }

  /** Returns the 8-byte integer at {@code address}. */
  public static long getLong(long address) {
    return UNSAFE.getLong(address);
  }

  /** Returns the 4-byte IEEE 754 number at {@code address}. */
  public static float getFloat(long address) {
    return UNSAFE.getFloat(address);
  }

  /** Returns the 8-byte IEEE 754 number at {@code address}. */
  public static double getDouble(long address) {
    return UNSAFE.getDouble(address);
  }

  /** Writes one byte at {@code address}. */
  public static void putByte(long address, byte value) {
    UNSAFE.putByte(address, value);
  }

  /** Writes a 2-byte integer at {@code address}. */
  public static void putShort(long address, short value) {
    UNSAFE.putShort(address, value);
  }

  /** Writes a 4-byte integer at {@code address}. */
  public static void putInt(long address, int value) {
    UNSAFE.putInt(address, value);
  }

  /** Writes an 8-byte integer at {@code address}. */
  public static void putLong(long address, long value) {
    UNSAFE.putLong(address, value);
  }

  /** Writes a 4-byte IEEE 754 number at {@code address}; the bits of a NaN are kept. */
  public static void putFloat(long address, float value) {
    UNSAFE.putFloat(address, value);
  }

  /** Writes an 8-byte IEEE 754 number at {@code address}; the bits of a NaN are kept. */
  public static void putDouble(long address, double value) {
    UNSAFE.putDouble(address, value);
  }

  /** Copies {@code length} bytes between two addresses; the ranges may overlap. */
  public static void copy(long source, long target, long length) {
    UNSAFE.copyMemory(source, target, length);
  }

  /** Copies {@code length} bytes from memory into {@code target}, starting at {@code offset}. */
  public static void copyToArray(long source, byte[] target, int offset, int length) {
    UNSAFE.copyMemory(null, source, target, BYTES + offset, length);
  }

  /** Copies {@code count} values of 4 bytes from memory to the start of {@code target}. */
  public static void copyToArray(long source, int[] target, int count) {
    long bytes = (long) count * Unsafe.ARRAY_INT_INDEX_SCALE;
    UNSAFE.copyMemory(null, source, target, Unsafe.ARRAY_INT_BASE_OFFSET, bytes);
  }

  /** Copies {@code count} values of 8 bytes from memory to the start of {@code target}. */
  public static void copyToArray(long source, long[] target, int count) {
    long bytes = (long) count * Unsafe.ARRAY_LONG_INDEX_SCALE;
    UNSAFE.copyMemory(null, source, target, Unsafe.ARRAY_LONG_BASE_OFFSET, bytes);
  }

  /** Copies {@code count} doubles from memory to the start of {@code target}. */
  public static void copyToArray(long source, double[] target, int count) {
    long bytes = (long) count * Unsafe.ARRAY_DOUBLE_INDEX_SCALE;
    UNSAFE.copyMemory(null, source, target, Unsafe.ARRAY_DOUBLE_BASE_OFFSET, bytes);
  }

  /** Copies {@code length} bytes of {@code source}, starting at {@code offset}, into memory. */
  public static void copyFromArray(byte[] source, int offset, long target, int length) {
    UNSAFE.copyMemory(source, BYTES + offset, null, target, length);
  }

  /** Copies {@code count} elements of {@code source}, starting at {@code offset}, into memory. */
  public static void copyFromArray(int[] source, int offset, long target, int count) {
    long start = Unsafe.ARRAY_INT_BASE_OFFSET + (long) offset * Unsafe.ARRAY_INT_INDEX_SCALE;
    long bytes = (long) count * Unsafe.ARRAY_INT_INDEX_SCALE;
    UNSAFE.copyMemory(source, start, null, target, bytes);
  }

  /** Copies {@code count} elements of {@code source}, starting at {@code offset}, into memory. */
  public static void copyFromArray(long[] source, int offset, long target, int count) {
    long start = Unsafe.ARRAY_LONG_BASE_OFFSET + (long) offset * Unsafe.ARRAY_LONG_INDEX_SCALE;
    long bytes = (long) count * Unsafe.ARRAY_LONG_INDEX_SCALE;
    UNSAFE.copyMemory(source, start, null, target, bytes);
  }

  /** Copies {@code count} elements of {@code source}, starting at {@code offset}, into memory. */
  public static void copyFromArray(float[] source, int offset, long target, int count) {
    long start = Unsafe.ARRAY_FLOAT_BASE_OFFSET + (long) offset * Unsafe.ARRAY_FLOAT_INDEX_SCALE;
    long bytes = (long) count * Unsafe.ARRAY_FLOAT_INDEX_SCALE;
    UNSAFE.copyMemory(source, start, null, target, bytes);
  }

  /** Copies {@code count} elements of {@code source}, starting at {@code offset}, into memory. */
  public static void copyFromArray(double[] source, int offset, long target, int count) {
    long start = Unsafe.ARRAY_DOUBLE_BASE_OFFSET + (long) offset * Unsafe.ARRAY_DOUBLE_INDEX_SCALE;
    long bytes = (long) count * Unsafe.ARRAY_DOUBLE_INDEX_SCALE;
    UNSAFE.copyMemory(source, start, null, target, bytes);
  }

  /** Sets {@code length} bytes to zero. */
  public static void setZero(long address, long length) {
    UNSAFE.setMemory(address, length, (byte) 0);
  }

  /** Sets {@code length} bytes to {@code value}. */
  public static void fill(long address, long length, byte value) {
    UNSAFE.setMemory(address, length, value);
  }

  /**
   * The address of the first byte of a direct buffer, regardless of its position. Valid as long as
   * the buffer is reachable.
   */
  public static long addressOf(ByteBuffer direct) {
    return UNSAFE.getLong(direct, BUFFER_ADDRESS);
  }

  /**
   * Frees a direct buffer of {@link ByteBuffer#allocateDirect} or of a mapped file immediately,
   * without waiting for the garbage collector.
   */
  public static void freeDirect(ByteBuffer direct) {
    UNSAFE.invokeCleaner(direct);
  }
}
