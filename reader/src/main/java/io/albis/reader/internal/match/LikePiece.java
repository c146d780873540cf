// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.match;

import io.albis.format.error.InvalidArgumentException;
import io.albis.storage.internal.memory.Memory;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What stands between two {@code %} of a pattern of {@code LIKE}: text, and {@code _} for any code
 * point. A piece with {@code _} only matches valid UTF-8 correctly. Immutable and thread-safe.
 */
final class LikePiece {

  /** Stands for {@code _}: not a byte of UTF-8. */
  private static final byte ANY = (byte) 0xff;

  private final byte[] bytes;

  /** The number of {@code _} at the start. */
  private final int skipped;

  /** What follows them. */
  private final byte[] rest;

  private final boolean isLiteral;

  private LikePiece(byte[] bytes) {
    this.bytes = bytes;
    int any = 0;
    while (any < bytes.length && bytes[any] == ANY) {
      any++;
    }
    this.skipped = any;
    this.rest = Arrays.copyOfRange(bytes, any, bytes.length);
    this.isLiteral = indexOfAny(rest) == rest.length;
  }

  /**
   * Splits a pattern at each {@code %}.
   *
   * @param pattern in UTF-8
   * @throws InvalidArgumentException if {@code \} is not before {@code %}, {@code _} or {@code \}
   */
  static List<LikePiece> split(byte[] pattern) {
    List<LikePiece> pieces = new ArrayList<>();
    ByteArrayOutputStream piece = new ByteArrayOutputStream();
    for (int i = 0; i < pattern.length; i++) {
      switch (pattern[i]) {
        case '%' -> {
          pieces.add(new LikePiece(piece.toByteArray()));
          piece.reset();
        }
        case '_' -> piece.write(ANY);
        case '\\' -> {
          i++;
          if (i == pattern.length || "%_\\".indexOf(pattern[i]) < 0) {
            throw new InvalidArgumentException(
                "Invalid pattern: "
                    + new String(pattern, StandardCharsets.UTF_8)
                    + " (expected %, _ or \\ after \\)");
          }
          piece.write(pattern[i]);
        }
        default -> piece.write(pattern[i]);
      }
    }
    pieces.add(new LikePiece(piece.toByteArray()));
    return pieces;
  }

  private static int indexOfAny(byte[] bytes) {
    int i = 0;
    while (i < bytes.length && bytes[i] != ANY) {
      i++;
    }
    return i;
  }

  /** Whether it has no {@code _}. */
  boolean isLiteral() {
    return isLiteral && skipped == 0;
  }

  boolean isEmpty() {
    return bytes.length == 0;
  }

  /** The bytes that a match has at least. */
  int minLength() {
    return bytes.length;
  }

  /** The text before the first {@code _}. */
  byte[] start() {
    return Arrays.copyOf(bytes, indexOfAny(bytes));
  }

  /** The code points of the text, and {@link CodePointPattern#ANY} for each {@code _}. */
  IntStream codePoints() {
    IntStream.Builder points = IntStream.builder();
    int from = 0;
    while (from < bytes.length) {
      if (bytes[from] == ANY) {
        points.add(CodePointPattern.ANY);
        from++;
        continue;
      }
      int end = from;
      while (end < bytes.length && bytes[end] != ANY) {
        end++;
      }
      new String(bytes, from, end - from, StandardCharsets.UTF_8).codePoints().forEach(points);
      from = end;
    }
    return points.build();
  }

  /** Returns the end of the match that starts at an address; -1 if there is none. */
  long matchAt(long address, long limit) {
    long at = skip(address, limit);
    return at < 0 ? -1 : matchRest(at, limit);
  }

  /** Returns the end of the first match; -1 if there is none. */
  long find(long address, long limit) {
    long at = skip(address, limit);
    if (at < 0 || rest.length == 0) {
      return at;
    }
    if (isLiteral) {
      long start = OffHeapBytes.indexOf(at, limit, rest);
      return start < 0 ? -1 : start + rest.length;
    }
    for (; limit - at >= rest.length; at++) {
      long end = Memory.getByte(at) == rest[0] ? matchRest(at, limit) : -1;
      if (end >= 0) {
        return end;
      }
    }
    return -1;
  }

  /** Returns the start of the match that ends at an address; -1 if there is none. */
  long matchBefore(long address, long limit) {
    long at = address;
    if (isLiteral()) {
      at -= rest.length;
      return at >= limit && OffHeapBytes.isEqual(at, rest, 0, rest.length) ? at : -1;
    }
    for (int i = bytes.length - 1; i >= 0; i--) {
      if (at <= limit) {
        return -1;
      }
      at--;
      if (bytes[i] == ANY) {
        while (at > limit && !OffHeapUtf8.isStart(at)) {
          at--;
        }
      } else if (Memory.getByte(at) != bytes[i]) {
        return -1;
      }
    }
    return at;
  }

  private long skip(long address, long limit) {
    long at = address;
    for (int i = 0; i < skipped; i++) {
      if (at >= limit) {
        return -1;
      }
      at += OffHeapUtf8.size(at);
    }
    return at;
  }

  private long matchRest(long address, long limit) {
    if (limit - address < rest.length) {
      return -1;
    }
    if (isLiteral) {
      return OffHeapBytes.isEqual(address, rest, 0, rest.length) ? address + rest.length : -1;
    }
    long at = address;
    for (byte wanted : rest) {
      if (at >= limit || (wanted != ANY && Memory.getByte(at) != wanted)) {
        return -1;
      }
      at += wanted == ANY ? OffHeapUtf8.size(at) : 1;
    }
    return at;
  }
}
