// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.command;

import io.albis.tools.output.RawText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;

/**
 * Writes text in UTF-8, and the bytes that {@link RawText} keeps as they are. Other surrogates
 * without their half become {@code ?}. Buffered.
 */
final class RawUtf8Writer extends Writer {

  private static final int CAPACITY = 1 << 13;

  /** The longest sequence of a code point. */
  private static final int MAX_LENGTH = 4;

  private final OutputStream out;
  private final byte[] bytes = new byte[CAPACITY];
  private int length;

  /** A high surrogate whose other half has not been written yet; 0 if there is none. */
  private char high;

  RawUtf8Writer(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(char[] chars, int offset, int count) throws IOException {
    for (int i = offset; i < offset + count; i++) {
      write(chars[i]);
    }
  }

  private void write(char c) throws IOException {
    if (length > CAPACITY - 2 * MAX_LENGTH) {
      drain();
    }
    if (c < 0x80 && high == 0) {
      bytes[length++] = (byte) c;
      return;
    }
    if (high != 0) {
      char first = high;
      high = 0;
      if (Character.isLowSurrogate(c)) {
        encode(Character.toCodePoint(first, c));
        return;
      }
      bytes[length++] = '?';
    }
    if (Character.isHighSurrogate(c)) {
      high = c;
    } else if (Character.isLowSurrogate(c)) {
      bytes[length++] = RawText.hasRaw(String.valueOf(c)) ? (byte) c : (byte) '?';
    } else {
      encode(c);
    }
  }

  private void encode(int code) {
    if (code < 0x80) {
      bytes[length++] = (byte) code;
    } else if (code < 0x800) {
      bytes[length++] = (byte) (0xc0 | code >> 6);
      continuation(code);
    } else if (code < 0x1_0000) {
      bytes[length++] = (byte) (0xe0 | code >> 12);
      continuation(code >> 6);
      continuation(code);
    } else {
      bytes[length++] = (byte) (0xf0 | code >> 18);
      continuation(code >> 12);
      continuation(code >> 6);
      continuation(code);
    }
  }

  private void continuation(int bits) {
    bytes[length++] = (byte) (0x80 | bits & 0x3f);
  }

  private void drain() throws IOException {
    int count = length;
    length = 0;
    out.write(bytes, 0, count);
  }

  @Override
  public void flush() throws IOException {
    drain();
    out.flush();
  }

  @Override
  public void close() throws IOException {
    flush();
    out.close();
  }
}
