// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.schema.BoundTransform;
import io.albis.format.internal.schema.PlainEncoding;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The results are those of the specification of Apache Iceberg. */
class TransformTest {

  /** A value as text in plain encoding; timestamps and times in the unit of the type. */
  private static byte[] plain(Type type, String text) {
    return switch (type.kind()) {
      case INT8, INT16, INT32, INT64 ->
          PlainEncoding.ofLong(Long.parseLong(text), type.fixedWidth());
      case DECIMAL -> PlainEncoding.ofDecimal(type, new BigDecimal(text).unscaledValue());
      case DATE -> PlainEncoding.ofLong(LocalDate.parse(text).toEpochDay(), 4);
      case TIME -> PlainEncoding.ofLong(nanos(type, java.time.LocalTime.parse(text)), 8);
      case TIMESTAMP -> PlainEncoding.ofLong(ticks(type, LocalDateTime.parse(text)), 8);
      case STRING -> text.getBytes(StandardCharsets.UTF_8);
      default -> HexFormat.of().parseHex(text);
    };
  }

  private static long nanos(Type type, java.time.LocalTime time) {
    return time.toNanoOfDay() / (TimeUnit.NANOS.perSecond() / type.unit().perSecond());
  }

  private static long ticks(Type type, LocalDateTime time) {
    long nanosPerTick = TimeUnit.NANOS.perSecond() / type.unit().perSecond();
    return ChronoUnit.NANOS.between(LocalDateTime.of(1970, 1, 1, 0, 0), time) / nanosPerTick;
  }

  /** Appendix B of the specification of Iceberg; times and timestamps in all units. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "int8; 34; 2017239379",
        "int16; 34; 2017239379",
        "int32; 34; 2017239379",
        "int64; 34; 2017239379",
        "decimal(4,2); 14.20; -500754589",
        "decimal(18,2); 14.20; -500754589",
        "decimal(38,2); 14.20; -500754589",
        "date; 2017-11-16; -653330422",
        "time(micros); 22:31:08; -662762989",
        "time(millis); 22:31:08; -662762989",
        "time(nanos); 22:31:08; -662762989",
        "timestamp(micros); 2017-11-16T22:31:08; -2047944441",
        "timestamp(millis); 2017-11-16T22:31:08; -2047944441",
        "timestamp_with_zone(micros); 2017-11-16T22:31:08; -2047944441",
        "timestamp(micros); 2017-11-16T22:31:08.000001; -1207196810",
        "timestamp_with_zone(micros); 2017-11-16T22:31:08.000001; -1207196810",
        "timestamp(nanos); 2017-11-16T22:31:08; -2047944441",
        "timestamp(nanos); 2017-11-16T22:31:08.000001; -1207196810",
        "timestamp(nanos); 2017-11-16T22:31:08.000001001; -1207196810",
        "string; iceberg; 1210000089",
        "uuid; f79c3e09677c4bbda4793f349cb785e7; 1488055340",
        "fixed_binary(4); 00010203; -188683207",
        "binary; 00010203; -188683207"
      })
  void bucketHashes(String typeText, String text, int hash) {
    Type type = Type.parse(typeText);
    for (int count : new int[] {1, 2, 16, 1000, Integer.MAX_VALUE}) {
      BoundTransform bucket = new BoundTransform(Transform.bucket(count), type);
      long expected = (hash & Integer.MAX_VALUE) % count;
      byte[] plain = plain(type, text);
      assertThat(PlainEncoding.toLong(Type.int32(), bucket.apply(plain))).isEqualTo(expected);
      if (bucket.isOfLong()) {
        assertThat(bucket.ofLong(PlainEncoding.toLong(type, plain))).isEqualTo(expected);
      } else if (type.isVariableLength()) {
        assertThat(bucket.bucketOfBytes(plain, 0, plain.length)).isEqualTo((int) expected);
      }
    }
  }

  @Test
  void hashesOfNumbersAreThoseOfTheirBytes() {
    assertThat(BoundTransform.hash(34)).isEqualTo(2017239379);
    assertThat(BoundTransform.hash(PlainEncoding.ofLong(-34, 8)))
        .isEqualTo(BoundTransform.hash(-34));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "int32; 10; 1; 0",
        "int32; 10; -1; -10",
        "int64; 10; -11; -20",
        "int64; 10; 1; 0",
        "int8; 10; -1; -10",
        "int8; 10; -128; -130",
        "int16; 10; 12345; 12340",
        "int32; 10; -2147483648; 2147483646",
        "int64; 10; -9223372036854775808; 9223372036854775806",
        "decimal(4,2); 50; 10.65; 10.50",
        "decimal(38,2); 50; 10.65; 10.50",
        "decimal(4,2); 10; -0.05; -0.10",
        "decimal(9,0); 10; -999999999; -1000000000",
        "string; 3; iceberg; ice",
        "string; 3; ic; ic",
        "string; 2; äöü; äö",
        "string; 1; 😀x; 😀",
        "binary; 3; 0102030405; 010203",
        "binary; 3; 01; 01"
      })
  void truncate(String typeText, int width, String text, String expected) {
    Type type = Type.parse(typeText);
    BoundTransform truncate = new BoundTransform(Transform.truncate(width), type);
    assertThat(truncate.apply(plain(type, text))).isEqualTo(plain(truncate.result(), expected));
    if (truncate.isOfLong()) {
      assertThat(truncate.ofLong(Long.parseLong(text))).isEqualTo(Long.parseLong(expected));
    }
  }

  @Test
  void truncatedDecimalThatNeedsMoreBytes() {
    Type type = Type.decimal(9, 0);
    byte[] result =
        new BoundTransform(Transform.truncate(Integer.MAX_VALUE), type)
            .apply(PlainEncoding.ofLong(-999_999_999, 4));
    assertThat(PlainEncoding.toBigInteger(type, result))
        .isEqualTo(BigInteger.valueOf(-Integer.MAX_VALUE));
    byte[] wide =
        new BoundTransform(Transform.truncate(Integer.MAX_VALUE), Type.decimal(18, 0))
            .apply(PlainEncoding.ofLong(-999_999_999_999_999_999L, 8));
    assertThat(wide).hasSize(8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "date; 2017-11-16; 47; 574; 17486",
        "date; 1970-01-01; 0; 0; 0",
        "date; 1969-12-31; -1; -1; -1",
        "date; 1969-01-01; -1; -12; -365",
        "date; 1968-12-31; -2; -13; -366",
        "timestamp(micros); 2017-11-16T22:31:08; 47; 574; 17486",
        "timestamp(nanos); 1969-12-31T23:59:59.999999999; -1; -1; -1",
        "timestamp_with_zone(millis); 1970-01-01T00:00; 0; 0; 0"
      })
  void yearMonthDay(String typeText, String text, int year, int month, int day) {
    Type type = Type.parse(typeText);
    byte[] plain = plain(type, text);
    assertThat(number(Transform.year(), type, plain)).isEqualTo(year);
    assertThat(number(Transform.month(), type, plain)).isEqualTo(month);
    assertThat(number(Transform.day(), type, plain)).isEqualTo(day);
    assertThat(Transform.day().resultType(type)).isEqualTo(Type.date());
  }

  private static long number(Transform transform, Type type, byte[] plain) {
    BoundTransform bound = new BoundTransform(transform, type);
    long result = PlainEncoding.toLong(bound.result(), bound.apply(plain));
    assertThat(bound.ofLong(PlainEncoding.toLong(type, plain))).isEqualTo(result);
    return result;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "timestamp(micros); 2017-12-01T10:30; 420034",
        "timestamp(millis); 1969-12-31T23:59:59; -1",
        "timestamp_with_zone(nanos); 1970-01-01T01:00; 1"
      })
  void hour(String typeText, String text, int hour) {
    Type type = Type.parse(typeText);
    assertThat(number(Transform.hour(), type, plain(type, text))).isEqualTo(hour);
  }

  @Test
  void datesAgreeWithTheCalendar() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    BoundTransform year = new BoundTransform(Transform.year(), Type.date());
    BoundTransform month = new BoundTransform(Transform.month(), Type.date());
    LocalDate epoch = LocalDate.of(1970, 1, 1);
    for (int i = 0; i < 20_000; i++) {
      long day = i < 10_000 ? i * 3L - 15_000 : random.nextInt() / 4;
      LocalDate date = LocalDate.ofEpochDay(day);
      assertThat(year.ofLong(day)).as("seed %d", seed).isEqualTo(date.getYear() - 1970);
      assertThat(month.ofLong(day))
          .as("seed %d", seed)
          .isEqualTo(ChronoUnit.MONTHS.between(epoch, date.withDayOfMonth(1)));
    }
  }

  @Test
  void resultsBeyondTheirTypeAreTheNearest() {
    Type type = Type.timestamp(TimeUnit.MILLIS);
    for (Transform transform :
        new Transform[] {Transform.hour(), Transform.day(), Transform.month()}) {
      assertThat(number(transform, type, PlainEncoding.ofLong(Long.MAX_VALUE, 8)))
          .as(transform.toString())
          .isEqualTo(Integer.MAX_VALUE);
      assertThat(number(transform, type, PlainEncoding.ofLong(Long.MIN_VALUE, 8)))
          .isEqualTo(Integer.MIN_VALUE);
    }
    assertThat(number(Transform.year(), type, PlainEncoding.ofLong(Long.MAX_VALUE, 8)))
        .isEqualTo(292_277_024);
  }

  @ParameterizedTest
  @ValueSource(strings = {"boolean", "double", "int8", "string", "uuid", "day_time_interval"})
  void identityIsTheValue(String typeText) {
    Type type = Type.parse(typeText);
    byte[] value = new byte[type.isVariableLength() ? 3 : type.fixedWidth()];
    value[0] = 1;
    assertThat(new BoundTransform(Transform.identity(), type).apply(value)).isEqualTo(value);
    assertThat(new BoundTransform(Transform.identity(), type).apply(null)).isNull();
  }

  @Test
  void valuesFromBeforeWideningHaveTheSameResult() {
    byte[] narrow = PlainEncoding.ofLong(-7, 1);
    for (Transform transform :
        new Transform[] {Transform.bucket(13), Transform.truncate(4), Transform.identity()}) {
      BoundTransform bound = new BoundTransform(transform, Type.int64());
      assertThat(bound.apply(narrow))
          .as(transform.toString())
          .isEqualTo(bound.apply(PlainEncoding.ofLong(-7, 8)));
    }
    assertThatThrownBy(() -> new BoundTransform(Transform.year(), Type.date()).apply(new byte[3]))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessage("Invalid value of date in plain encoding: it has 3 bytes");
  }

  @ParameterizedTest
  @CsvSource({
    "bucket(4), boolean",
    "bucket(4), double",
    "bucket(4), year_month_interval",
    "truncate(4), date",
    "truncate(4), uuid",
    "hour, date",
    "year, time(micros)",
    "day, int32",
    "identity, list<int8>"
  })
  void refusesOtherTypes(String transform, String type) {
    assertThat(Transform.parse(transform).accepts(Type.parse(type))).isFalse();
    assertThatThrownBy(() -> new BoundTransform(Transform.parse(transform), Type.parse(type)))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessage("Cannot apply transform " + transform + " to type " + type);
  }

  @Test
  void textForm() {
    for (String text : new String[] {"identity", "bucket(16)", "truncate(1)", "year", "hour"}) {
      assertThat(Transform.parse(text)).hasToString(text);
    }
    for (String text :
        new String[] {"", "unknown", "bucket", "bucket(0)", "day(1)", "bucket(9999999999)"}) {
      assertThatThrownBy(() -> Transform.parse(text)).isInstanceOf(InvalidArgumentException.class);
    }
    assertThat(new Transform(TransformKind.UNKNOWN, 5).accepts(Type.int32())).isFalse();
  }
}
