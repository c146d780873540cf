// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Text in UTF-8 that grows at its end. Not thread-safe. */
final class Utf8Buffer {

  private static final int MAX_NUMBER = 24;

  private byte[] bytes = new byte[1 << 12];
  private int length;

  /** Returns the array of the text, valid until something is appended. */
  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  void clear() {
    length = 0;
  }

  /** Writes the text, and clears it. */
  void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, length);
    length = 0;
  }

  private void ensure(int more) {
    if (bytes.length - length < more) {
      int needed = Math.addExact(length, more);
      bytes = Arrays.copyOf(bytes, Math.max(needed, (int) Math.min(2L * length, 1 << 30)));
    }
  }

  /** Adds bytes, which the caller sets from the returned index of the array. */
  int reserve(int count) {
    ensure(count);
    int start = length;
    length += count;
    return start;
  }

  Utf8Buffer append(byte[] more) {
    return append(more, 0, more.length);
  }

  Utf8Buffer append(byte[] more, int offset, int count) {
    int start = reserve(count);
    System.arraycopy(more, offset, bytes, start, count);
    return this;
  }

  /** Adds an ASCII character. */
  Utf8Buffer append(char character) {
    ensure(1);
    bytes[length++] = (byte) character;
    return this;
  }

  /** Adds ASCII text. */
  Utf8Buffer appendAscii(String text) {
    int start = reserve(text.length());
    for (int i = 0; i < text.length(); i++) {
      bytes[start + i] = (byte) text.charAt(i);
    }
    return this;
  }

  Utf8Buffer append(long number) {
    ensure(MAX_NUMBER);
    length = NumberOutput.outputLong(number, bytes, length);
    return this;
  }

  /** Adds a number with leading zeros. */
  Utf8Buffer appendDigits(long number, int digits) {
    int start = reserve(digits);
    long rest = number;
    for (int i = start + digits - 1; i >= start; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return this;
  }
}
