// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.match;

import io.albis.storage.internal.memory.Memory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Matches values by a pattern of {@code LIKE}: the piece before the first {@code %} at the start,
 * that after the last one at the end, and the others between them, each at the first place after
 * the one before. Bytes that are not UTF-8 match like U+FFFD, with which Java decodes them.
 */
public final class BytesLike extends BytesMatcher {

  private static final String REPLACEMENT = "\uFFFD";

  private final LikePiece first;
  private final List<LikePiece> inner;

  /** Null if there is no {@code %}. */
  private final LikePiece last;

  private final int minLength;

  /** Whether the code points of a value matter, not just its bytes. */
  private final boolean isOfCodePoints;

  private final BytesPattern start;

  /** For values that are not UTF-8, and for bounds. */
  private final CodePointPattern decoded;

  private BytesLike(List<LikePiece> pieces, boolean hasReplacement) {
    this.first = pieces.get(0);
    this.last = pieces.size() == 1 ? null : pieces.get(pieces.size() - 1);
    this.inner = pieces.subList(Math.min(1, pieces.size() - 1), Math.max(0, pieces.size() - 1));
    this.minLength = hasReplacement ? 0 : pieces.stream().mapToInt(LikePiece::minLength).sum();
    this.isOfCodePoints = hasReplacement || !pieces.stream().allMatch(LikePiece::isLiteral);
    String known = new String(first.start(), StandardCharsets.UTF_8);
    int end = known.indexOf(REPLACEMENT);
    this.start =
        new BytesPattern(
            BytesPattern.Place.START,
            (end < 0 ? known : known.substring(0, end)).getBytes(StandardCharsets.UTF_8));
    this.decoded = new CodePointPattern(pieces);
  }

  /**
   * Returns a matcher; of another kind if the pattern only says how a value starts, ends, or what
   * it is or contains.
   *
   * @param pattern in UTF-8
   * @throws io.albis.format.error.InvalidArgumentException if {@code \} is not before {@code %},
   *     {@code _} or {@code \}
   */
  public static BytesMatcher of(byte[] pattern) {
    List<LikePiece> pieces = withoutEmptyInside(LikePiece.split(pattern));
    boolean hasReplacement = new String(pattern, StandardCharsets.UTF_8).contains(REPLACEMENT);
    if (!hasReplacement && pieces.stream().allMatch(LikePiece::isLiteral)) {
      byte[] start = pieces.get(0).start();
      byte[] end = pieces.get(pieces.size() - 1).start();
      if (pieces.size() == 1) {
        return new BytesRange(BytesRange.Order.EQUAL, start);
      }
      if (pieces.size() == 2 && end.length == 0) {
        return new BytesPattern(BytesPattern.Place.START, start);
      }
      if (pieces.size() == 2 && start.length == 0) {
        return new BytesPattern(BytesPattern.Place.END, end);
      }
      if (pieces.size() == 3 && start.length == 0 && end.length == 0) {
        return new BytesPattern(BytesPattern.Place.ANYWHERE, pieces.get(1).start());
      }
    }
    return new BytesLike(pieces, hasReplacement);
  }

  private static List<LikePiece> withoutEmptyInside(List<LikePiece> pieces) {
    List<LikePiece> kept = new ArrayList<>();
    for (int i = 0; i < pieces.size(); i++) {
      if (i == 0 || i == pieces.size() - 1 || !pieces.get(i).isEmpty()) {
        kept.add(pieces.get(i));
      }
    }
    return List.copyOf(kept);
  }

  @Override
  public void match(long[] addresses, int[] lengths, int count, long[] hits) {
    for (int i = 0; i < count; i++) {
      boolean isMatch = lengths[i] >= minLength && matches(addresses[i], lengths[i]);
      hits[i] = isMatch ? 1 : 0;
    }
  }

  private boolean matches(long address, int length) {
    if (isOfCodePoints
        && !OffHeapUtf8.isAscii(address, length)
        && !OffHeapUtf8.isValid(address, length)) {
      byte[] value = new byte[length];
      Memory.copyToArray(address, value, 0, length);
      return decoded.matches(value);
    }
    long limit = address + length;
    long at = first.matchAt(address, limit);
    if (at < 0 || last == null) {
      return at == limit;
    }
    long end = last.matchBefore(limit, at);
    if (end < 0) {
      return false;
    }
    for (int i = 0; i < inner.size() && at >= 0; i++) {
      at = inner.get(i).find(at, end);
    }
    return at >= 0;
  }

  @Override
  public boolean matchesAny(byte[] min, byte[] max) {
    return start.matchesAny(min, max) && (!Arrays.equals(min, max) || decoded.matches(min));
  }

  @Override
  public boolean matchesAll(byte[] min, byte[] max) {
    return Arrays.equals(min, max) && decoded.matches(min);
  }
}
