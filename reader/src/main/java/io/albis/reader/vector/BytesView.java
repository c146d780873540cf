// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.vector;

import io.albis.storage.memory.Memory;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * A view on bytes where they lie off-heap: a string in UTF-8, or a binary. Made once and set on one
 * value after the other.
 *
 * <p>The bytes belong to the row or batch that they were asked from, and are valid as long as that;
 * the view holds no reference to it. Not thread-safe. Lengths and indexes are in bytes.
 */
public final class BytesView {
  private long address;
  private int length;

  /** A view on no bytes. */
  public BytesView() {}

  /**
   * Sets this view; the caller answers for the memory.
   *
   * @return this view
   */
  public BytesView wrap(long newAddress, int newLength) {
    address = newAddress;
    length = newLength;
    return this;
  }

  /** Address of the first byte. */
  public long address() {
    return address;
  }

  /** Number of bytes. */
  public int length() {
    return length;
  }

  /**
   * One of the bytes.
   *
   * @throws IndexOutOfBoundsException if there is none at {@code index}
   */
  public byte byteAt(int index) {
    return Memory.getByte(address + Objects.checkIndex(index, length));
  }

  /**
   * Copies all bytes into {@code target} from {@code offset} on.
   *
   * @throws IndexOutOfBoundsException if they do not fit
   */
  public void copyTo(byte[] target, int offset) {
    Objects.checkFromIndexSize(offset, length, target.length);
    Memory.copyToArray(address, target, offset, length);
  }

  /** A copy of the bytes. */
  public byte[] toByteArray() {
    byte[] bytes = new byte[length];
    copyTo(bytes, 0);
    return bytes;
  }

  /** The bytes as UTF-8, copied; what is invalid is replaced by U+FFFD. */
  @Override
  public String toString() {
    return new String(toByteArray(), StandardCharsets.UTF_8);
  }
}
