// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.match;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A pattern of {@code LIKE} for values that are decoded first: bounds, and values that are not
 * UTF-8. The time is at most the product of both lengths, where a regular expression can take an
 * exponential one. Immutable and thread-safe.
 */
final class CodePointPattern {

  /** Stands for {@code _}: not a code point. */
  static final int ANY = -1;

  /** Stands for {@code %}. */
  private static final int ALL = -2;

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
    int[] text = new String(value, StandardCharsets.UTF_8).codePoints().toArray();
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
}
