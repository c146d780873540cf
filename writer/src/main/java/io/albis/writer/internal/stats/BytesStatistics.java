// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.stats;

import io.albis.format.internal.metadata.Bounds;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.storage.internal.memory.Memory;
import io.albis.storage.internal.memory.UnsignedBytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Statistics of strings, binaries, fixed binaries and uuids. Of strings and binaries only the first
 * bytes are kept, one more than a bound may have, which suffices for truncation.
 */
final class BytesStatistics extends LeafStatistics {

  /** Bytes of a bound, from SPEC.md, section 13. */
  private static final int BOUND = 64;

  private final Type type;
  private final int fixedWidth;
  private final int kept;
  private byte[] min;
  private byte[] max;

  BytesStatistics(Type type, int fixedWidth) {
    this.type = type;
    this.fixedWidth = fixedWidth;
    this.kept = fixedWidth < 0 ? BOUND + 1 : fixedWidth;
  }

  @Override
  public void scan(long slot, long step, NullRows nulls, long area) {
    for (int r = 0; r < nulls.total(); r++) {
      if (nulls.isNull(r)) {
        nullCount++;
        continue;
      }
      long address = slot + r * step;
      int length = fixedWidth;
      if (fixedWidth < 0) {
        length = Memory.getInt(address + 4);
        address = area + Integer.toUnsignedLong(Memory.getInt(address));
      }
      takeIn(address, length);
    }
  }

  /** Adds one value. */
  void takeIn(long address, int length) {
    valueBytes += length;
    int prefix = Math.min(length, kept);
    if (!hasMinMax) {
      min = load(address, prefix);
      max = min;
      hasMinMax = true;
      return;
    }
    if (UnsignedBytes.compare(address, prefix, min) < 0) {
      min = load(address, prefix);
    }
    if (UnsignedBytes.compare(address, prefix, max) > 0) {
      max = load(address, prefix);
    }
  }

  private static byte[] load(long address, int length) {
    byte[] bytes = new byte[length];
    Memory.copyToArray(address, bytes, 0, length);
    return bytes;
  }

  @Override
  void mergeBounds(LeafStatistics other) {
    BytesStatistics bytes = (BytesStatistics) other;
    min = !hasMinMax || Arrays.compareUnsigned(bytes.min, min) < 0 ? bytes.min : min;
    max = !hasMinMax || Arrays.compareUnsigned(bytes.max, max) > 0 ? bytes.max : max;
  }

  @Override
  Bounds bounds() {
    if (fixedWidth >= 0) {
      return Bounds.exact(min, max);
    }
    byte[] upper = max.length <= BOUND ? max : upperBound();
    if (upper == null) {
      return null;
    }
    byte[] lower = min.length <= BOUND ? min : Arrays.copyOf(min, cut(min));
    return new Bounds(lower, upper, min.length <= BOUND, max.length <= BOUND);
  }

  /** The length to which a long bound is cut: for strings at the border of a code point. */
  private int cut(byte[] bytes) {
    int length = BOUND;
    if (type.kind() == TypeKind.STRING) {
      while (length > 0 && (bytes[length] & 0xc0) == 0x80) {
        length--;
      }
    }
    return length;
  }

  /** A value above all values that start like the maximum; null if there is none. */
  private byte[] upperBound() {
    return type.kind() == TypeKind.STRING ? upperString() : upperBytes();
  }

  private byte[] upperBytes() {
    int length = BOUND;
    while (length > 0 && max[length - 1] == (byte) 0xff) {
      length--;
    }
    if (length == 0) {
      return null;
    }
    byte[] bound = Arrays.copyOf(max, length);
    bound[length - 1]++;
    return bound;
  }

  private byte[] upperString() {
    byte[] prefix = Arrays.copyOf(max, cut(max));
    String text = new String(prefix, StandardCharsets.UTF_8);
    if (!Arrays.equals(text.getBytes(StandardCharsets.UTF_8), prefix)) {
      // Not UTF-8, though it should be: what decoding made of it says nothing about the order.
      return null;
    }
    int length = text.length();
    while (length > 0) {
      int codePoint = text.codePointBefore(length);
      length -= Character.charCount(codePoint);
      if (codePoint < Character.MAX_CODE_POINT) {
        int next = codePoint == 0xd7ff ? 0xe000 : codePoint + 1;
        return (text.substring(0, length) + Character.toString(next))
            .getBytes(StandardCharsets.UTF_8);
      }
    }
    return null;
  }
}
