// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.literal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/** Strings, binaries and UUIDs in the order of their unsigned bytes, concatenated in one array. */
public final class BytesLiterals extends LiteralList {

  private final byte[] data;

  /** The offset of each value, and the end of the last one. */
  private final int[] offsets;

  /** Creates a list of ascending values without duplicates. The arrays are not copied. */
  public BytesLiterals(LiteralKind kind, byte[] data, int[] offsets, boolean hasNull) {
    super(kind, hasNull);
    this.data = data;
    this.offsets = offsets;
  }

  static BytesLiterals sorted(LiteralKind kind, byte[][] values, boolean hasNull) {
    Arrays.sort(values, Arrays::compareUnsigned);
    int count = 0;
    long bytes = 0;
    for (byte[] value : values) {
      if (count == 0 || !Arrays.equals(values[count - 1], value)) {
        values[count++] = value;
        bytes += value.length;
      }
    }
    if (bytes > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "Invalid list of values: " + bytes + " bytes (expected less than 2 GiB)");
    }
    byte[] data = new byte[(int) bytes];
    int[] offsets = new int[count + 1];
    for (int i = 0; i < count; i++) {
      System.arraycopy(values[i], 0, data, offsets[i], values[i].length);
      offsets[i + 1] = offsets[i] + values[i].length;
    }
    return new BytesLiterals(kind, data, offsets, hasNull);
  }

  static byte[] bytes(UUID uuid) {
    ByteBuffer bytes = ByteBuffer.allocate(16);
    bytes.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
    return bytes.array();
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the bytes of all values, in ascending order. Not a copy; do not modify it. */
  public byte[] data() {
    return data;
  }

  /** Returns the offset of a value. The end of the last value is the offset at {@link #size}. */
  public int offset(int index) {
    return offsets[index];
  }

  /** Returns the number of bytes of a value. */
  public int length(int index) {
    return offsets[index + 1] - offsets[index];
  }

  /** Returns a copy of the bytes of a value. */
  public byte[] bytes(int index) {
    return Arrays.copyOfRange(data, offsets[index], offsets[index + 1]);
  }

  /** Compares a value with bytes, by unsigned bytes. */
  public int compare(int index, byte[] other) {
    return Arrays.compareUnsigned(data, offsets[index], offsets[index + 1], other, 0, other.length);
  }

  @Override
  public int count() {
    return offsets.length - 1;
  }

  @Override
  Object literal(int index) {
    return switch (kind()) {
      case STRING -> new String(data, offset(index), length(index), StandardCharsets.UTF_8);
      case UUID -> {
        ByteBuffer bytes = ByteBuffer.wrap(data, offset(index), length(index));
        yield new UUID(bytes.getLong(), bytes.getLong());
      }
      case BINARY -> bytes(index);
      case BOOLEAN, INTEGER, FLOATING, DECIMAL ->
          throw new IllegalStateException("Not bytes: " + kind());
    };
  }

  @Override
  boolean hasSameValues(LiteralList other) {
    BytesLiterals bytes = (BytesLiterals) other;
    return Arrays.equals(offsets, bytes.offsets) && Arrays.equals(data, bytes.data);
  }

  @Override
  public int hash() {
    return 31 * Arrays.hashCode(offsets) + Arrays.hashCode(data);
  }
}
