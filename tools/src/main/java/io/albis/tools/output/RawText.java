// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.output;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Text that keeps bytes which are not UTF-8: the char {@code U+DC00 + b} stands for such a byte b.
 * UTF-8 has no surrogates, so that these chars mean nothing else where no high surrogate precedes
 * them, and different bytes are different texts.
 */
public final class RawText {

  private static final int FIRST = 0xdc80;
  private static final int LAST = 0xdcff;

  private RawText() {}

  /**
   * Decodes UTF-8 without loss.
   *
   * @param bytes any bytes
   * @return the text
   */
  public static String decode(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return text.indexOf('\ufffd') < 0 ? text : decodeRaw(bytes);
  }

  private static String decodeRaw(byte[] bytes) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    // No byte becomes more than one char.
    CharBuffer out = CharBuffer.allocate(bytes.length);
    for (CoderResult result = decoder.decode(in, out, true);
        result.isError();
        result = decoder.decode(in, out, true)) {
      for (int i = 0; i < result.length(); i++) {
        out.put((char) (0xdc00 + (in.get() & 0xff)));
      }
    }
    return out.flip().toString();
  }

  /**
   * Whether a char of a text stands for a byte.
   *
   * @param text the text
   * @param index of the char
   */
  static boolean isRaw(CharSequence text, int index) {
    char c = text.charAt(index);
    return c >= FIRST
        && c <= LAST
        && (index == 0 || !Character.isHighSurrogate(text.charAt(index - 1)));
  }

  /**
   * Whether a text has bytes that are not UTF-8.
   *
   * @param text the text
   */
  public static boolean hasRaw(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isRaw(text, i)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Replaces bytes that are not UTF-8 by U+FFFD.
   *
   * @param text the text
   */
  public static String replaced(String text) {
    if (!hasRaw(text)) {
      return text;
    }
    StringBuilder replaced = new StringBuilder(text);
    for (int i = 0; i < text.length(); i++) {
      if (isRaw(text, i)) {
        replaced.setCharAt(i, '\ufffd');
      }
    }
    return replaced.toString();
  }

  /**
   * Shows bytes that are not UTF-8 in hex, such as {@code \xff}.
   *
   * @param text the text
   */
  public static String shown(String text) {
    if (!hasRaw(text)) {
      return text;
    }
    StringBuilder shown = new StringBuilder(text.length() + 8);
    for (int i = 0; i < text.length(); i++) {
      if (isRaw(text, i)) {
        shown.append(String.format("\\x%02x", text.charAt(i) - 0xdc00));
      } else {
        shown.append(text.charAt(i));
      }
    }
    return shown.toString();
  }
}
