// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.value;

import io.albis.format.error.InvalidArgumentException;
import io.albis.storage.internal.memory.Memory;
import io.albis.writer.internal.memory.GrowableBuffer;

/** Encodes text directly into off-heap memory. */
public final class Utf8 {

  private Utf8() {}

  /**
   * Appends the UTF-8 bytes of a text.
   *
   * @return how many
   * @throws InvalidArgumentException if a surrogate is unpaired; nothing is appended
   */
  public static int append(CharSequence text, GrowableBuffer target, String path) {
    int length = text.length();
    long start = target.reserve(3L * length);
    long address = start;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        Memory.putByte(address++, (byte) c);
      } else if (c < 0x800) {
        Memory.putByte(address++, (byte) (0xc0 | (c >> 6)));
        Memory.putByte(address++, (byte) (0x80 | (c & 0x3f)));
      } else if (!Character.isSurrogate(c)) {
        Memory.putByte(address++, (byte) (0xe0 | (c >> 12)));
        Memory.putByte(address++, (byte) (0x80 | ((c >> 6) & 0x3f)));
        Memory.putByte(address++, (byte) (0x80 | (c & 0x3f)));
      } else {
        if (i + 1 >= length || !Character.isSurrogatePair(c, text.charAt(i + 1))) {
          throw new InvalidArgumentException(
              "Invalid string for column "
                  + path
                  + ": the surrogate at position "
                  + i
                  + " has no partner (expected Unicode text)");
        }
        i++;
        int codePoint = Character.toCodePoint(c, text.charAt(i));
        Memory.putByte(address++, (byte) (0xf0 | (codePoint >> 18)));
        Memory.putByte(address++, (byte) (0x80 | ((codePoint >> 12) & 0x3f)));
        Memory.putByte(address++, (byte) (0x80 | ((codePoint >> 6) & 0x3f)));
        Memory.putByte(address++, (byte) (0x80 | (codePoint & 0x3f)));
      }
    }
    int bytes = Math.toIntExact(address - start);
    target.advance(bytes);
    return bytes;
  }
}
