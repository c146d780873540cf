// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import io.albis.storage.internal.memory.Memory;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares patterns with regular expressions over decoded values. */
class BytesLikeTest {

  private static final String[] PARTS = {
    "a", "b", "ab", "aab", "ä", "日", "𝄞", "\n", "\r\n", "\uFFFD", ".", "\\E", "special"
  };

  private static final byte[][] INVALID = {
    {(byte) 0xff},
    {(byte) 0xc3},
    {(byte) 0xe6, (byte) 0x97},
    {(byte) 0xf0, (byte) 0x9d, 'a'},
    {(byte) 0xa5},
    {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
    {(byte) 0xc0, (byte) 0x80}
  };

  private final Random random = new Random(5);

  private byte[] value() {
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    boolean isValid = random.nextInt(3) > 0;
    for (int i = random.nextInt(8); i > 0; i--) {
      value.writeBytes(
          isValid || random.nextInt(3) > 0
              ? PARTS[random.nextInt(PARTS.length)].getBytes(StandardCharsets.UTF_8)
              : INVALID[random.nextInt(INVALID.length)]);
    }
    return value.toByteArray();
  }

  private String pattern() {
    StringBuilder pattern = new StringBuilder();
    for (int i = random.nextInt(7); i > 0; i--) {
      switch (random.nextInt(5)) {
        case 0, 1 -> pattern.append('%');
        case 2 -> pattern.append('_');
        default -> {
          String part = PARTS[random.nextInt(PARTS.length)];
          pattern.append(part.replace("\\", "\\\\"));
        }
      }
    }
    return pattern.toString();
  }

  /** What Spark makes of a pattern, but with whole code points. */
  private static Pattern regex(String pattern) {
    StringBuilder regex = new StringBuilder("(?s)");
    int[] points = pattern.codePoints().toArray();
    for (int i = 0; i < points.length; i++) {
      if (points[i] == '%') {
        regex.append(".*");
      } else if (points[i] == '_') {
        regex.append('.');
      } else {
        i += points[i] == '\\' ? 1 : 0;
        regex.append(Pattern.quote(Character.toString(points[i])));
      }
    }
    return Pattern.compile(regex.toString());
  }

  private static boolean matches(BytesMatcher matcher, byte[] value) {
    try (BufferAllocator allocator = BufferAllocator.create("test", 1 << 20)) {
      OffHeapBuffer buffer = allocator.allocate(Math.max(1, value.length));
      Memory.copyFromArray(value, 0, buffer.address(), value.length);
      long[] hit = new long[1];
      matcher.match(new long[] {buffer.address()}, new int[] {value.length}, 1, hit);
      buffer.release();
      return hit[0] == 1;
    }
  }

  private static boolean matches(String pattern, String value) {
    return matches(
        BytesLike.of(pattern.getBytes(StandardCharsets.UTF_8)),
        value.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void matchesWhatTheRegularExpressionMatches() {
    int found = 0;
    for (int round = 0; round < 60_000; round++) {
      String pattern = pattern();
      BytesMatcher matcher = BytesLike.of(pattern.getBytes(StandardCharsets.UTF_8));
      Pattern regex = regex(pattern);
      byte[] value = value();
      boolean expected = regex.matcher(new String(value, StandardCharsets.UTF_8)).matches();
      found += expected ? 1 : 0;
      String what = pattern + " of " + Arrays.toString(value);
      assertThat(matches(matcher, value)).as(what).isEqualTo(expected);
      assertThat(matcher.matchesAny(value, value)).as(what).isEqualTo(expected);
      assertThat(matcher.matchesAll(value, value)).as(what).isEqualTo(expected);
      byte[] other = value();
      boolean isOrdered = Arrays.compareUnsigned(value, other) <= 0;
      byte[] min = isOrdered ? value : other;
      byte[] max = isOrdered ? other : value;
      if (expected) {
        assertThat(matcher.matchesAny(min, max)).as(what).isTrue();
      } else {
        assertThat(matcher.matchesAll(min, max)).as(what).isFalse();
      }
    }
    assertThat(found).isGreaterThan(5_000);
  }

  @Test
  void textWithPatternCharacters() {
    assertThat(matches("%special%requests%", "the special, final requests.")).isTrue();
    assertThat(matches("%special%requests%", "requests are special")).isFalse();
    assertThat(matches("a%a", "a")).isFalse();
    assertThat(matches("a\\%b\\_c\\\\d", "a%b_c\\d")).isTrue();
    assertThat(matches("a\\%b%", "axb")).isFalse();
    assertThat(matches("_", "𝄞")).isTrue();
    assertThat(matches("__", "𝄞")).isFalse();
    assertThat(matches("%_", "")).isFalse();
    assertThat(matches("%%", "")).isTrue();
    assertThat(matches("", "")).isTrue();
    assertThat(matches("a_%b", "a\n\nb")).isTrue();
  }

  /** The first text decides which values between bounds can match. */
  @Test
  void textBeforeThePatternPrunes() {
    BytesMatcher matcher = BytesLike.of("name-_7%x".getBytes(StandardCharsets.UTF_8));
    byte[] min = "name-1".getBytes(StandardCharsets.UTF_8);
    byte[] max = "name-5".getBytes(StandardCharsets.UTF_8);
    assertThat(matcher.matchesAny(min, max)).isTrue();
    assertThat(matcher.matchesAny("a".getBytes(StandardCharsets.UTF_8), new byte[] {'b'}))
        .isFalse();
    assertThat(matcher.matchesAny(new byte[] {'o'}, new byte[] {'p'})).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\", "a\\", "\\a", "%\\n%"})
  void invalid(String pattern) {
    assertThatThrownBy(() -> BytesLike.of(pattern.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("expected %, _ or \\ after \\");
  }
}
