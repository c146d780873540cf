// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.match;

import io.albis.storage.internal.memory.Memory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A pattern of {@code LIKE} for values that are decoded first: bounds, and values that are not
 * UTF-8; and for values of ASCII whose case is ignored. The time is at most the product of both
 * lengths, where a regular expression can take an exponential one. Immutable and thread-safe.
 */
final class CodePointPattern {

  /** Stands for {@code _}: not a code point. */
  static final int ANY = -1;

  /** Stands for {@code %}. */
  private static final int ALL = -2;

  /** Stands for the end. */
  private static final int NONE = -3;

  private static final int LETTERS = 26;

  /** The bit in which ASCII letters differ from those of the other case. */
  private static final int OTHER_CASE = 0x20;

  private final int[] pattern;

  /** Creates a pattern of pieces, between which there is {@code %}. */
  CodePointPattern(List<LikePiece> pieces) {
    IntStream points = pieces.get(0).codePoints();
    for (LikePiece piece : pieces.subList(1, pieces.size())) {
      points = IntStream.concat(points, IntStream.concat(IntStream.of(ALL), piece.codePoints()));
    }
    this.pattern = points.toArray();
  }

  /** Returns whether the whole value matches; invalid UTF-8 is replaced, as by Spark. */
  boolean matches(byte[] value) {
    return matches(new String(value, StandardCharsets.UTF_8));
  }

  /** Returns whether the whole text matches. */
  boolean matches(String value) {
    int[] text = value.codePoints().toArray();
    int at = 0;
    int next = 0;
    // The last % so far, and what it matches up to: only this one needs to match more.
    int all = -1;
    int end = 0;
    while (at < text.length) {
      if (next < pattern.length && pattern[next] == ALL) {
        all = next++;
        end = at;
      } else if (next < pattern.length && (pattern[next] == ANY || pattern[next] == text[at])) {
        next++;
        at++;
      } else if (all >= 0) {
        next = all + 1;
        at = ++end;
      } else {
        return false;
      }
    }
    while (next < pattern.length && pattern[next] == ALL) {
      next++;
    }
    return next == pattern.length;
  }

  /**
   * Returns whether a value matches, in place. In its loop, it is {@link #matches(String)}.
   *
   * @param length of the value, all of whose bytes are ASCII
   * @param letter {@code A} or {@code a}: the first of the 26 letters that count as those of the
   *     other case
   */
  boolean matchesAscii(long address, int length, int letter) {
    int[] wanted = pattern;
    int at = 0;
    int next = 0;
    int all = -1;
    int end = 0;
    while (at < length) {
      int point = next < wanted.length ? wanted[next] : NONE;
      if (point == ALL) {
        all = next++;
        end = at;
      } else if (point == ANY || point == converted(Memory.getByte(address + at), letter)) {
        next++;
        at++;
      } else if (all >= 0) {
        next = all + 1;
        at = ++end;
      } else {
        return false;
      }
    }
    while (next < wanted.length && wanted[next] == ALL) {
      next++;
    }
    return next == wanted.length;
  }

  private static int converted(int value, int letter) {
    int place = value - letter;
    return place >= 0 && place < LETTERS ? value ^ OTHER_CASE : value;
  }
}
