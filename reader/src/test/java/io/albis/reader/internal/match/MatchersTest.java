// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.reader.internal.literal.BytesLiterals;
import io.albis.reader.internal.literal.LiteralList;
import io.albis.storage.internal.memory.Memory;
import io.albis.storage.internal.memory.UnsignedBytes;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares matchers with plain comparisons, for values and bounds. */
class MatchersTest {

  private final Random random = new Random(3);

  private static long[] hits(LongMatcher matcher, long[] values) {
    long[] hits = new long[values.length];
    matcher.match(values, values.length, hits);
    return hits;
  }

  private long number(int kind) {
    return switch (kind) {
      case 0 -> random.nextInt(200) - 100;
      case 1 -> random.nextInt(100_000);
      case 2 -> random.nextLong();
      default -> random.nextBoolean() ? Long.MIN_VALUE + random.nextInt(3) : Long.MAX_VALUE;
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 10, 1000, 100_000})
  void longSets(int size) {
    for (int kind = 0; kind < 4; kind++) {
      TreeSet<Long> wanted = new TreeSet<>();
      for (int i = 0; i < size; i++) {
        wanted.add(number(kind));
      }
      LongSet set = new LongSet(wanted.stream().mapToLong(Long::longValue).toArray());
      long[] values = new long[1000];
      for (int i = 0; i < values.length; i++) {
        values[i] = number(i % 8 == 0 ? random.nextInt(4) : kind);
      }
      long[] hits = hits(set, values);
      for (int i = 0; i < values.length; i++) {
        assertThat(hits[i]).isEqualTo(wanted.contains(values[i]) ? 1 : 0);
        long min = Math.min(values[i], values[(i + 1) % values.length]);
        long max = Math.max(values[i], values[(i + 1) % values.length]);
        Long next = wanted.ceiling(min);
        assertThat(set.matchesAny(min, max)).isEqualTo(next != null && next <= max);
        assertThat(set.matchesAll(min, min)).isEqualTo(wanted.contains(min));
        assertThat(set.matchesAll(min, max)).isEqualTo(min == max && wanted.contains(min));
      }
    }
  }

  @Test
  void setsWithoutRoomForAnEmptySlot() {
    long[] extremes = {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE};
    assertThat(hits(new LongSet(extremes), extremes)).containsOnly(1);
    assertThat(hits(new LongSet(extremes), new long[] {2, -2, Long.MAX_VALUE - 1})).containsOnly(0);
    long[] least = {Long.MIN_VALUE};
    assertThat(hits(new LongSet(least), new long[] {Long.MIN_VALUE, Long.MAX_VALUE, 0}))
        .containsExactly(1, 0, 0);
  }

  @Test
  void longRanges() {
    long[] values = {Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, 1, Long.MAX_VALUE};
    for (long bound : values) {
      assertRange(LongRange.below(bound), values, value -> value < bound);
      assertRange(LongRange.above(bound), values, value -> value > bound);
      assertRange(LongRange.of(Long.MIN_VALUE, bound), values, value -> value <= bound);
      assertRange(LongRange.of(bound, Long.MAX_VALUE), values, value -> value >= bound);
      assertRange(LongRange.of(bound, bound), values, value -> value == bound);
      for (long other : values) {
        LongPredicate isBetween = value -> value >= bound && value <= other;
        assertRange(LongRange.of(bound, other), values, isBetween);
        LongRange both =
            LongRange.of(bound, Long.MAX_VALUE).intersection(LongRange.of(Long.MIN_VALUE, other));
        assertRange(both, values, isBetween);
      }
    }
  }

  private static void assertRange(LongRange range, long[] values, LongPredicate model) {
    long[] hits = hits(range, values);
    for (int i = 0; i < values.length; i++) {
      assertThat(hits[i]).isEqualTo(model.test(values[i]) ? 1 : 0);
      for (int k = i; k < values.length; k++) {
        long[] inside = Arrays.copyOfRange(values, i, k + 1);
        // Bounds of the model's values: enough where the range ends at one of them.
        boolean any = range.matchesAny(values[i], values[k]);
        assertThat(any || Arrays.stream(inside).noneMatch(model)).isTrue();
        boolean all = range.matchesAll(values[i], values[k]);
        assertThat(all).isEqualTo(Arrays.stream(inside).allMatch(model));
      }
    }
    assertThat(range.matchesAny(5, 5)).isEqualTo(model.test(5));
  }

  @Test
  void doubleKeysAreInTheOrderOfDoubles() {
    double[] ordered = {
      Double.NEGATIVE_INFINITY,
      -Double.MAX_VALUE,
      -1,
      -Double.MIN_VALUE,
      0,
      Double.MIN_VALUE,
      1,
      Double.MAX_VALUE,
      Double.POSITIVE_INFINITY,
      Double.NaN
    };
    for (int i = 0; i < ordered.length; i++) {
      for (int k = 0; k < ordered.length; k++) {
        assertThat(Long.compare(DoubleKeys.of(ordered[i]), DoubleKeys.of(ordered[k])))
            .isEqualTo(Integer.compare(i, k));
      }
    }
    assertThat(DoubleKeys.of(-0.0)).isEqualTo(DoubleKeys.of(0.0));
    assertThat(DoubleKeys.of(Double.longBitsToDouble(-1L))).isEqualTo(DoubleKeys.NAN);
  }

  private BigInteger wideNumber() {
    int bits = new int[] {3, 63, 64, 65, 127}[random.nextInt(5)];
    BigInteger value = new BigInteger(bits, random);
    return random.nextBoolean() ? value : value.not();
  }

  @Test
  void wideNumbers() {
    List<BigInteger> numbers = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      numbers.add(wideNumber());
    }
    TreeSet<BigInteger> wanted = new TreeSet<>(numbers.subList(0, 100));
    WideSet set = new WideSet(wanted.stream().map(Wide::of).toArray(Wide[]::new));
    try (BufferAllocator allocator = BufferAllocator.create("test", 1 << 20)) {
      OffHeapBuffer buffer = allocator.allocate(16L * numbers.size());
      long[] addresses = new long[numbers.size()];
      for (int i = 0; i < addresses.length; i++) {
        addresses[i] = buffer.address() + 16L * i;
        Memory.putLong(addresses[i], numbers.get(i).longValue());
        Memory.putLong(addresses[i] + 8, numbers.get(i).shiftRight(64).longValue());
      }
      long[] inSet = hits(set, addresses);
      BigInteger bound = numbers.get(7);
      long[] equal = hits(WideRange.equalTo(Wide.of(bound)), addresses);
      long[] less = hits(WideRange.below(Wide.of(bound), false), addresses);
      long[] lessOrEqual = hits(WideRange.below(Wide.of(bound), true), addresses);
      long[] greater = hits(WideRange.above(Wide.of(bound), false), addresses);
      long[] greaterOrEqual = hits(WideRange.above(Wide.of(bound), true), addresses);
      for (int i = 0; i < addresses.length; i++) {
        BigInteger number = numbers.get(i);
        int order = number.compareTo(bound);
        assertThat(inSet[i]).isEqualTo(wanted.contains(number) ? 1 : 0);
        assertThat(equal[i]).isEqualTo(order == 0 ? 1 : 0);
        assertThat(less[i]).isEqualTo(order < 0 ? 1 : 0);
        assertThat(lessOrEqual[i]).isEqualTo(order <= 0 ? 1 : 0);
        assertThat(greater[i]).isEqualTo(order > 0 ? 1 : 0);
        assertThat(greaterOrEqual[i]).isEqualTo(order >= 0 ? 1 : 0);
        BigInteger other = numbers.get(numbers.size() - 1 - i);
        Wide min = Wide.of(number.min(other));
        Wide max = Wide.of(number.max(other));
        BigInteger next = wanted.ceiling(number.min(other));
        assertThat(set.matchesAny(min, max))
            .isEqualTo(next != null && next.compareTo(number.max(other)) <= 0);
        WideRange below = WideRange.below(Wide.of(bound), false);
        assertThat(below.matchesAny(min, max)).isEqualTo(number.min(other).compareTo(bound) < 0);
        assertThat(below.matchesAll(min, max)).isEqualTo(number.max(other).compareTo(bound) < 0);
      }
      buffer.release();
    }
    assertThat(Wide.of(BigInteger.TWO.pow(200))).isEqualTo(Wide.MAX_VALUE);
    assertThat(Wide.of(BigInteger.TWO.pow(200).negate())).isEqualTo(Wide.MIN_VALUE);
  }

  private static long[] hits(WideMatcher matcher, long[] addresses) {
    long[] hits = new long[addresses.length];
    matcher.match(addresses, addresses.length, hits);
    return hits;
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(4) == 0 ? random.nextInt(70) : random.nextInt(10)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (random.nextInt(20) == 0 ? random.nextInt() : 'a' + random.nextInt(2));
    }
    return bytes;
  }

  /** Values end at the end of a buffer, where a memory checker would detect reads beyond it. */
  @Test
  void bytesOfAllLengths() {
    try (BufferAllocator allocator = BufferAllocator.create("test", 1 << 20)) {
      OffHeapBuffer buffer = allocator.allocate(128);
      for (int round = 0; round < 20_000; round++) {
        byte[] a = bytes();
        byte[] b = random.nextBoolean() ? bytes() : Arrays.copyOf(a, random.nextInt(70));
        long address = buffer.address() + 128 - a.length;
        Memory.copyFromArray(a, 0, address, a.length);
        assertThat(Integer.signum(UnsignedBytes.compare(address, a.length, b)))
            .isEqualTo(Integer.signum(Arrays.compareUnsigned(a, b)));
        assertThat(OffHeapBytes.hash(address, a.length))
            .isEqualTo(OffHeapBytes.hash(a, 0, a.length));
        assertThat(a.length == b.length && OffHeapBytes.isEqual(address, b, 0, a.length))
            .isEqualTo(Arrays.equals(a, b));
        assertThat(OffHeapBytes.contains(address, a.length, b))
            .isEqualTo(
                new String(a, StandardCharsets.ISO_8859_1)
                    .contains(new String(b, StandardCharsets.ISO_8859_1)));
      }
      buffer.release();
    }
  }

  @Test
  void hashesDiffer() {
    Set<Integer> upper = new HashSet<>();
    Set<Integer> lower = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      byte[] value = ("item-" + i).getBytes(StandardCharsets.UTF_8);
      long hash = OffHeapBytes.hash(value, 0, value.length);
      upper.add((int) (hash >>> 32));
      lower.add((int) hash & 0xffff);
    }
    assertThat(upper).hasSizeGreaterThan(9_990);
    // 10,000 random values occupy about 9,270 of 65,536 slots.
    assertThat(lower).hasSizeBetween(9_100, 9_450);
  }

  @Test
  void bytesSets() {
    List<Object> wanted = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      wanted.add(bytes());
    }
    BytesLiterals literals = (BytesLiterals) LiteralList.of("a", wanted);
    BytesSet set = new BytesSet(literals);
    TreeSet<byte[]> sorted = new TreeSet<>(Arrays::compareUnsigned);
    wanted.forEach(value -> sorted.add((byte[]) value));
    assertThat(literals.count()).isEqualTo(sorted.size());
    try (BufferAllocator allocator = BufferAllocator.create("test", 1 << 20)) {
      OffHeapBuffer buffer = allocator.allocate(128);
      long[] hit = new long[1];
      for (int round = 0; round < 5_000; round++) {
        byte[] value = bytes();
        Memory.copyFromArray(value, 0, buffer.address(), value.length);
        set.match(new long[] {buffer.address()}, new int[] {value.length}, 1, hit);
        assertThat(hit[0]).isEqualTo(sorted.contains(value) ? 1 : 0);
        byte[] other = bytes();
        boolean isOrdered = Arrays.compareUnsigned(value, other) <= 0;
        byte[] min = isOrdered ? value : other;
        byte[] max = isOrdered ? other : value;
        byte[] next = sorted.ceiling(min);
        assertThat(set.matchesAny(min, max))
            .isEqualTo(next != null && Arrays.compareUnsigned(next, max) <= 0);
        assertThat(set.matchesAll(min, min)).isEqualTo(sorted.contains(min));
        assertThat(set.matchesAll(min, max))
            .isEqualTo(Arrays.equals(min, max) && sorted.contains(min));
      }
      buffer.release();
    }
  }

  /** What a matcher claims for bounds holds for every value between them. */
  @Test
  void boundsOfBytes() {
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      values.add(Arrays.copyOf(bytes(), random.nextInt(4)));
    }
    values.sort(Arrays::compareUnsigned);
    for (int round = 0; round < 300; round++) {
      byte[] bound = Arrays.copyOf(bytes(), random.nextInt(3));
      for (BytesRange.Order order : BytesRange.Order.values()) {
        assertBounds(new BytesRange(order, bound), values);
      }
      for (BytesPattern.Place place : BytesPattern.Place.values()) {
        assertBounds(new BytesPattern(place, bound), values);
      }
    }
  }

  private void assertBounds(BytesMatcher matcher, List<byte[]> values) {
    int from = random.nextInt(values.size());
    int to = from + random.nextInt(values.size() - from);
    byte[] min = values.get(from);
    byte[] max = values.get(to);
    boolean any = matcher.matchesAny(min, max);
    boolean all = matcher.matchesAll(min, max);
    try (BufferAllocator allocator = BufferAllocator.create("test", 1 << 20)) {
      OffHeapBuffer buffer = allocator.allocate(16);
      for (byte[] value : values.subList(from, to + 1)) {
        long[] hit = new long[1];
        Memory.copyFromArray(value, 0, buffer.address(), value.length);
        matcher.match(new long[] {buffer.address()}, new int[] {value.length}, 1, hit);
        assertThat(hit[0] == 1 ? any : !all).isTrue();
      }
      buffer.release();
    }
  }
}
