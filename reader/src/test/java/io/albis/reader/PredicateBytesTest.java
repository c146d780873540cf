// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.error.UnsupportedVersionException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests serialized predicates: compact, and safe to read whatever the bytes are. */
class PredicateBytesTest {

  private static final Predicate SAMPLE =
      Predicate.and(
          Predicate.equal("a", true),
          Predicate.notEqual("b", Long.MIN_VALUE),
          Predicate.or(
              Predicate.lessThan("c.d", -1.5),
              Predicate.lessOrEqual("e", new BigDecimal("-123456789012345678901234.5")),
              Predicate.greaterThan("\u00e4", "text"),
              Predicate.greaterOrEqual("f", new byte[] {0, -1}),
              Predicate.not(Predicate.in("g", Arrays.asList(1, null, Long.MAX_VALUE, -7)))),
          Predicate.equalNullSafe("h", new UUID(1, 2)),
          Predicate.in("i", List.of("", "a", "b")),
          Predicate.in("j", List.of()),
          Predicate.in("k", List.of(Double.NaN, Double.NEGATIVE_INFINITY, 0.0)),
          Predicate.isNull("l"),
          Predicate.isNotNull("m"),
          Predicate.isNan("n"),
          Predicate.not(Predicate.startsWith("o", "x")),
          Predicate.endsWith("p", "y"),
          Predicate.contains("q", "z"),
          Predicate.like("r", "a%_\\%ä"),
          Predicate.lowerCaseLike("r", "a%_\\%ä"),
          Predicate.upperCaseLike("r", "A_"),
          Predicate.lessThan("s", Expression.column("t.\u00e4")),
          Predicate.notEqualNullSafe("u", Expression.column("v")),
          Predicate.alwaysFalse());

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private static void assertInvalid(String hex, String message) {
    assertThatThrownBy(() -> Predicate.fromBytes(bytes(hex)))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessage("Invalid serialized predicate: " + message);
  }

  @Test
  void bytesAreAsDescribed() {
    Predicate predicate =
        Predicate.and(Predicate.in("id", List.of(5, 3, 4, 300)), Predicate.isNull("x"));
    assertThat(predicate.toBytes())
        .isEqualTo(bytes("01 0f 02  08 02 6964 02 04 06 01 01 a702  09 01 78"));
    assertThat(Predicate.equal("a", "b").toBytes()).isEqualTo(bytes("01 01 01 61 05 01 01 62"));
    assertThat(Predicate.equal("a", new BigDecimal("-1.28")).toBytes())
        .isEqualTo(bytes("01 01 01 61 04 01 04 01 80"));
  }

  @Test
  void comparedColumnsAreInThePlaceOfValues() {
    assertThat(Predicate.lessThan("a", Expression.column("bc")).toBytes())
        .isEqualTo(bytes("01 03 01 61 08 02 6263"));
    assertInvalid(
        "01 03 01 61 08 02 62", "length of column at offset 6: expected at most 1, found 2");
    assertInvalid("01 08 01 61 08 01 62", "kind of values at offset 5: expected 1 to 7, found 8");
    assertInvalid("01 0c 01 61 08 01 62", "kind of values at offset 5: expected 1 to 7, found 8");
  }

  @Test
  void everyPredicateRoundTrips() {
    assertThat(Predicate.fromBytes(SAMPLE.toBytes())).isEqualTo(SAMPLE);
  }

  @Test
  void javaSerializationCarriesTheBytes() throws IOException, ClassNotFoundException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
      objects.writeObject(SAMPLE);
    }
    assertThat(out.size()).isLessThan(SAMPLE.toBytes().length + 200);
    try (ObjectInputStream objects =
        new ObjectInputStream(new ByteArrayInputStream(out.toByteArray()))) {
      assertThat(objects.readObject()).isEqualTo(SAMPLE);
    }
  }

  private static List<Object> list(int count, IntFunction<Object> value) {
    return IntStream.range(0, count).mapToObj(value).collect(Collectors.toList());
  }

  @Test
  void largeListsAreCompact() {
    Random random = new Random(1);
    int count = 100_000;
    assertSize(list(count, i -> 1_000_000 + i), 1.01);
    assertSize(list(count, i -> random.nextInt(10_000_000)), 1.3);
    assertSize(list(count, i -> random.nextLong()), 8);
    assertSize(list(count, i -> random.nextDouble()), 8.1);
    assertSize(list(count, i -> String.format("item%08d", i)), 13.1);
    assertSize(list(count, i -> ("b" + i).getBytes(StandardCharsets.UTF_8)), 8);
    assertSize(list(count, i -> new UUID(random.nextLong(), random.nextLong())), 16.1);
    assertSize(list(count, i -> new BigDecimal(BigInteger.valueOf(i * 100_001L), 2)), 8.1);
  }

  private static void assertSize(List<Object> values, double bytesPerValue) {
    Predicate predicate = Predicate.in("a", values);
    byte[] bytes = predicate.toBytes();
    assertThat((double) bytes.length / predicate.values().size()).isLessThan(bytesPerValue);
    assertThat(Predicate.fromBytes(bytes)).isEqualTo(predicate);
  }

  @Test
  void rejectsOtherVersions() {
    assertThatThrownBy(() -> Predicate.fromBytes(bytes("02 0f 00")))
        .isInstanceOf(UnsupportedVersionException.class)
        .hasMessageContaining("unsupported version at offset 0 (supported 1, found 2)");
  }

  @Test
  void rejectsForgedBytes() {
    assertInvalid("", "version at offset 0: expected 1 byte, found the end");
    assertInvalid("01", "operator at offset 1: expected 1 byte, found the end");
    assertInvalid("01 00", "operator at offset 2: expected 1 to 20, found 0");
    assertInvalid("01 15", "operator at offset 2: expected 1 to 20, found 21");
    assertInvalid("01 12 01 61 06 01 01 25", "pattern at offset 8: expected STRING, found BINARY");
    assertInvalid("01 0f 00 00", "end at offset 3: expected no more bytes, found 1 bytes");
    assertInvalid(
        "01 0f ff ff ff ff 0f",
        "number of operands at offset 7: expected at most 0, found 4294967295");
    assertInvalid(
        "01 09 ff ff ff ff ff ff ff ff ff 01",
        "length of column at offset 12: expected at most 0, found 18446744073709551615");
    assertInvalid(
        "01 09 ff ff ff ff ff ff ff ff ff ff 01",
        "varint at offset 12: expected at most 10 bytes, found more");
    assertInvalid("01 09 01 ff", "column at offset 4: expected UTF-8, found other bytes");
    assertInvalid("01 08 01 61 00 00", "kind of values at offset 5: expected 1 to 7, found 0");
    assertInvalid("01 08 01 61 05 02 01 01 62", "bytes at offset 8: expected 2, found 1");
    assertInvalid(
        "01 08 01 61 05 02 01 01 62 61",
        "values at offset 10: expected ascending order, found another order");
    assertInvalid(
        "01 08 01 61 02 02 02 00",
        "values at offset 8: expected ascending order, found another order");
    assertInvalid("01 08 01 61 01 01 02", "boolean at offset 7: expected 0 or 1, found 2");
    assertInvalid(
        "01 01 01 61 02 02 02 01",
        "values to compare with at offset 8: expected 1 that is not null, found 2");
    assertInvalid(
        "01 01 01 61 82 01 02",
        "values to compare with at offset 7: expected 1 that is not null, found 2");
    assertInvalid(
        "01 01 01 61 04 01 ff ff ff ff 0f 01 01",
        "scale of decimal at offset 11: expected at most 256, found 4294967295");
  }

  @Test
  void rejectsDeepNesting() {
    byte[] deep = new byte[1_000_000];
    Arrays.fill(deep, (byte) Predicate.Operator.NOT.code());
    deep[0] = 1;
    assertThatThrownBy(() -> Predicate.fromBytes(deep))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("nesting at offset 129: expected at most 128 levels");
  }

  /** Truncated or changed bytes yield a typed exception or a predicate. */
  @Test
  void damagedBytesFailOrYieldAPredicate() {
    byte[] sound = SAMPLE.toBytes();
    for (int length = 0; length < sound.length; length++) {
      byte[] cut = Arrays.copyOf(sound, length);
      assertThatThrownBy(() -> Predicate.fromBytes(cut))
          .isInstanceOf(InvalidArgumentException.class);
    }
    int refused = 0;
    for (int i = 0; i < sound.length; i++) {
      for (int mask = 1; mask < 256; mask += 6) {
        byte[] damaged = sound.clone();
        damaged[i] ^= (byte) mask;
        refused += isRefused(damaged) ? 1 : 0;
      }
    }
    Random random = new Random(7);
    for (int i = 0; i < 5_000; i++) {
      byte[] noise = new byte[1 + random.nextInt(60)];
      random.nextBytes(noise);
      noise[0] = 1;
      refused += isRefused(noise) ? 1 : 0;
    }
    assertThat(refused).isGreaterThan(5_000);
  }

  private static boolean isRefused(byte[] bytes) {
    Predicate read;
    try {
      read = Predicate.fromBytes(bytes);
    } catch (InvalidArgumentException | UnsupportedVersionException e) {
      return true;
    }
    assertThat(Predicate.fromBytes(read.toBytes())).isEqualTo(read);
    return false;
  }

  /** Each count is forged to be large; allocation stays proportional to the number of bytes. */
  @Test
  void forgedCountsDoNotDriveAllocation() {
    List<byte[]> forged = new ArrayList<>();
    for (String start :
        List.of(
            "01 0f",
            "01 10",
            "01 09",
            "01 08 01 61 01",
            "01 08 01 61 02",
            "01 08 01 61 03",
            "01 08 01 61 04",
            "01 08 01 61 05",
            "01 08 01 61 06",
            "01 08 01 61 07")) {
      for (String count : List.of("ff ff ff ff 07", "ff ff 7f", "90 4e")) {
        byte[] head = bytes(start + count);
        forged.add(Arrays.copyOf(head, 10_000));
      }
    }
    byte[] nested = new byte[100_000];
    for (int i = 1; i + 3 < 300; i += 3) {
      nested[i] = (byte) (i % 2 == 1 ? 15 : 16);
      nested[i + 1] = (byte) 0xff;
      nested[i + 2] = 0x7f;
    }
    nested[0] = 1;
    forged.add(nested);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (byte[] bytes : forged) {
      isRefused(bytes);
      long before = threads.getCurrentThreadAllocatedBytes();
      isRefused(bytes);
      assertThat(threads.getCurrentThreadAllocatedBytes() - before)
          .isLessThan(64L * bytes.length + 100_000);
    }
  }
}
