// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.spark.internal.write.SlotMemory;
import io.albis.storage.memory.BufferAllocator;
import org.apache.spark.unsafe.Platform;

/**
 * Bits in off-heap memory that grows, the lowest of a byte first, as the format has them. Bits
 * after the last are 0. Not thread-safe.
 */
final class BitMemory implements AutoCloseable {

  private final SlotMemory bytes;
  private int count;

  BitMemory(BufferAllocator allocator) {
    this.bytes = new SlotMemory(allocator, 1);
  }

  /** The address of the first byte. */
  long address() {
    return bytes.address();
  }

  int count() {
    return count;
  }

  long byteCount() {
    return bytes.count();
  }

  /** Adds bits that are 0. */
  void addZeros(int bits) {
    count = Math.addExact(count, bits);
    int added = (int) ((count + 7L) / Byte.SIZE) - bytes.count();
    if (added > 0) {
      Platform.setMemory(bytes.add(added), (byte) 0, added);
    }
  }

  /** Adds bits that are 1. */
  void addOnes(int bits) {
    int first = count;
    addZeros(bits);
    int bit = first;
    for (; bit < count && (bit & 7) != 0; bit++) {
      set(bit);
    }
    int wholeBytes = (count - bit) / Byte.SIZE;
    Platform.setMemory(address() + bit / Byte.SIZE, (byte) 0xFF, wholeBytes);
    for (bit += wholeBytes * Byte.SIZE; bit < count; bit++) {
      set(bit);
    }
  }

  /**
   * Adds bits from elsewhere.
   *
   * @param bitAddress eight times the address of the byte of the first, plus its index
   * @param step from one to the next
   * @param one the value that becomes 1
   * @return the number of bits that became 1
   */
  int addBits(long bitAddress, long step, int one, int bits) {
    int first = count;
    addZeros(bits);
    long target = address();
    int ones = 0;
    for (int i = 0; i < bits; i++) {
      long source = bitAddress + i * step;
      int bit = Platform.getByte(null, source >>> 3) >>> (source & 7) & 1;
      if (bit == one) {
        int position = first + i;
        long at = target + (position >>> 3);
        Platform.putByte(null, at, (byte) (Platform.getByte(null, at) | 1 << (position & 7)));
        ones++;
      }
    }
    return ones;
  }

  void set(int bit) {
    long at = address() + (bit >>> 3);
    Platform.putByte(null, at, (byte) (Platform.getByte(null, at) | 1 << (bit & 7)));
  }

  boolean isSet(int bit) {
    return (Platform.getByte(null, address() + (bit >>> 3)) >>> (bit & 7) & 1) != 0;
  }

  void clear() {
    bytes.clear();
    count = 0;
  }

  @Override
  public void close() {
    bytes.close();
  }
}
