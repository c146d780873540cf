// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.schema.PlainDefaults;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

class FieldDefaultsTest {

  private static final UUID ID = new UUID(1L << 56, 2);

  /** Type, value, and the value as it is returned. */
  static final List<Arguments> ACCEPTED =
      List.of(
          Arguments.of("boolean", true, true),
          Arguments.of("int8", -128, (byte) -128),
          Arguments.of("int16", (byte) 7, (short) 7),
          Arguments.of("int32", 7L, 7),
          Arguments.of("int64", Long.MIN_VALUE, Long.MIN_VALUE),
          Arguments.of("date", 19_000, 19_000),
          Arguments.of("time(nanos)", 1L, 1L),
          Arguments.of("timestamp(micros)", -1, -1L),
          Arguments.of("float", -0.0f, -0.0f),
          Arguments.of("float", 1 << 24, 16_777_216f),
          Arguments.of("float", Double.NaN, Float.NaN),
          Arguments.of("float", Double.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY),
          Arguments.of("double", 1.5f, 1.5),
          Arguments.of("double", Long.MIN_VALUE, -0x1p63),
          Arguments.of("decimal(2,2)", 0, new BigDecimal("0.00")),
          Arguments.of("decimal(7,2)", new BigDecimal("-1.5"), new BigDecimal("-1.50")),
          Arguments.of("decimal(7,2)", new BigDecimal("1E4"), new BigDecimal("10000.00")),
          Arguments.of(
              "decimal(38,0)", BigInteger.TWO.pow(126), new BigDecimal(BigInteger.TWO.pow(126))),
          Arguments.of("string", CharBuffer.wrap("näme"), "näme"),
          Arguments.of("binary", new byte[] {1, 2}, new byte[] {1, 2}),
          Arguments.of("fixed_binary(2)", new byte[] {1, 2}, new byte[] {1, 2}),
          Arguments.of("uuid", ID, ID));

  @ParameterizedTest
  @FieldSource("ACCEPTED")
  void areValues(String type, Object value, Object expected) {
    Field field = Field.required("f", Type.parse(type));
    assertThat(field.withInitialDefault(value).initialDefault()).contains(expected);
    assertThat(field.withInitialDefault(value).writeDefault()).isEmpty();
    Field written = field.withWriteDefault(value);
    assertThat(written.writeDefault()).contains(expected);
    byte[] plain = PlainDefaults.writeOf(written).orElseThrow();
    assertThat(PlainDefaults.withWrite(field, plain)).isEqualTo(written);
  }

  /** Type, value, and what the message says about it. */
  static final List<Arguments> REFUSED =
      List.of(
          Arguments.of("boolean", 1, "1 (Integer; expected a Boolean)"),
          Arguments.of("int8", 128, "128 (Integer; expected an integer from -128 to 127)"),
          Arguments.of(
              "int64",
              1.0,
              "1.0 (Double; expected an integer from -9223372036854775808 to 9223372036854775807)"),
          Arguments.of("float", 0.1, "0.1 (Double; expected a number that float holds exactly)"),
          Arguments.of(
              "double",
              Long.MAX_VALUE,
              "9223372036854775807 (Long; expected a number that double holds exactly)"),
          Arguments.of(
              "decimal(3,2)",
              10,
              "10 (Integer; expected a BigDecimal of at most 3 digits, 2 of them after the point)"),
          Arguments.of(
              "decimal(3,2)", new BigDecimal("0.001"), "0.001 (BigDecimal; expected a Big"),
          Arguments.of(
              "decimal(3,2)",
              new BigDecimal("1E2000000000"),
              "1E+2000000000 (BigDecimal; expected"),
          Arguments.of(
              "string",
              "x".getBytes(StandardCharsets.UTF_8),
              "1 bytes (byte[]; expected a String that is valid Unicode)"),
          Arguments.of("string", "\ud800", "(String; expected a String that is valid Unicode)"),
          Arguments.of("binary", "x", "x (String; expected a byte[])"),
          Arguments.of(
              "fixed_binary(2)", new byte[3], "3 bytes (byte[]; expected a byte[] of 2 bytes)"),
          Arguments.of("uuid", new byte[16], "16 bytes (byte[]; expected a UUID)"));

  @ParameterizedTest
  @FieldSource("REFUSED")
  void areCheckedAtOnce(String type, Object value, String message) {
    Field field = Field.nullable("f", Type.parse(type));
    assertThatThrownBy(() -> field.withInitialDefault(value))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageStartingWith("Invalid default of f of type " + field.type() + ": ")
        .hasMessageContaining(message);
    assertThatThrownBy(() -> field.withWriteDefault(value))
        .isInstanceOf(InvalidArgumentException.class);
  }
}
