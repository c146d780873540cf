// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A part of an input. Separators instead of lengths divide an input into parts, so that a fuzzer
 * can insert and remove bytes without breaking what follows.
 *
 * @param kind the first byte; the target says what it means
 * @param content the other bytes
 */
@SuppressWarnings("ArrayRecordComponent")
record Part(char kind, byte[] content) {

  /** Not UTF-8, and rare in numbers. */
  private static final byte[] SEPARATOR = {(byte) 0xf5, (byte) 0xf9, (byte) 0xfd};

  private static final int MAX_PARTS = 64;

  static List<Part> split(byte[] input) {
    List<Part> parts = new ArrayList<>();
    int start = 0;
    for (int i = 0; i <= input.length; i++) {
      if (i == input.length || isSeparator(input, i)) {
        if (i > start && parts.size() < MAX_PARTS) {
          byte[] content = Arrays.copyOfRange(input, start + 1, i);
          parts.add(new Part((char) (input[start] & 0xff), content));
        }
        start = i + SEPARATOR.length;
      }
    }
    return parts;
  }

  private static boolean isSeparator(byte[] input, int at) {
    int end = at + SEPARATOR.length;
    return end <= input.length && Arrays.equals(input, at, end, SEPARATOR, 0, SEPARATOR.length);
  }

  static byte[] join(List<Part> parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Part part : parts) {
      if (out.size() > 0) {
        out.writeBytes(SEPARATOR);
      }
      out.write(part.kind);
      out.writeBytes(part.content);
    }
    return out.toByteArray();
  }

  /** The content as a number, little-endian. */
  long number() {
    long number = 0;
    for (int i = Math.min(content.length, Long.BYTES) - 1; i >= 0; i--) {
      number = number << 8 | content[i] & 0xff;
    }
    return number;
  }
}
