// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.match;

import io.albis.storage.internal.memory.Memory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * Matches values in lower or in upper case by a pattern of {@code LIKE}. Values of ASCII are
 * compared in place; others are decoded and converted as by {@link String}.
 */
public final class CaseLike extends BytesMatcher {

  private final CodePointPattern pattern;
  private final boolean isUpperCase;

  /**
   * Creates a matcher.
   *
   * @param pattern in UTF-8
   * @param isUpperCase whether values are compared in upper case, and not in lower case
   * @throws io.albis.format.error.InvalidArgumentException if {@code \} is not before {@code %},
   *     {@code _} or {@code \}
   */
  public CaseLike(byte[] pattern, boolean isUpperCase) {
    this.pattern = new CodePointPattern(LikePiece.split(pattern));
    this.isUpperCase = isUpperCase;
  }

  @Override
  public void match(long[] addresses, int[] lengths, int count, long[] hits) {
    CodePointPattern wanted = pattern;
    int letter = isUpperCase ? 'a' : 'A';
    for (int i = 0; i < count; i++) {
      boolean isMatch =
          OffHeapUtf8.isAscii(addresses[i], lengths[i])
              ? wanted.matchesAscii(addresses[i], lengths[i], letter)
              : matches(addresses[i], lengths[i]);
      hits[i] = isMatch ? 1 : 0;
    }
  }

  private boolean matches(long address, int length) {
    byte[] value = new byte[length];
    Memory.copyToArray(address, value, 0, length);
    return matches(value);
  }

  private boolean matches(byte[] value) {
    String text = new String(value, StandardCharsets.UTF_8);
    return pattern.matches(
        isUpperCase ? text.toUpperCase(Locale.ROOT) : text.toLowerCase(Locale.ROOT));
  }

  @Override
  public boolean matchesAny(byte[] min, byte[] max) {
    return !Arrays.equals(min, max) || matches(min);
  }

  @Override
  public boolean matchesAll(byte[] min, byte[] max) {
    return Arrays.equals(min, max) && matches(min);
  }
}
