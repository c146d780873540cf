// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.storage.internal.memory.Memory;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * A view of bytes in off-heap memory: a string in UTF-8, or a binary. Create it once and reuse it
 * for many values.
 *
 * <p>The bytes are valid as long as the row or batch that they were read from; the view does not
 * keep that alive. Not thread-safe. Lengths and indexes are in bytes.
 */
public final class BytesView {
  private long address;
  private int length;

  /** Creates an empty view. */
  public BytesView() {}

  /**
   * Points this view to bytes. Unchecked: the caller is responsible for the memory.
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
   * Returns a byte.
   *
   * @throws IndexOutOfBoundsException if {@code index} is not less than the length
   */
  public byte byteAt(int index) {
    return Memory.getByte(address + Objects.checkIndex(index, length));
  }

  /**
   * Copies all bytes into {@code target}, starting at {@code offset}.
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

  /** Decodes the bytes as UTF-8; invalid sequences are replaced by U+FFFD. */
  @Override
  public String toString() {
    return new String(toByteArray(), StandardCharsets.UTF_8);
  }
}
