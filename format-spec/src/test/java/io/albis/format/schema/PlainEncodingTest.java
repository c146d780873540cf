// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.schema.PlainEncoding;
import java.math.BigInteger;
import java.util.Comparator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainEncodingTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "boolean; 1",
        "int8; 1",
        "int16; 1 2",
        "int32; 1 2 4",
        "int64; 1 2 4 8",
        "float; 4",
        "double; 4 8",
        "decimal(5,0); 4 8 16",
        "decimal(15,0); 4 8 16",
        "decimal(25,0); 4 8 16",
        "date; 4",
        "time(millis); 8",
        "timestamp(nanos); 8",
        "year_month_interval; 4",
        "day_time_interval; 8",
        "uuid; 16",
        "fixed_binary(3); 3",
        "string; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17",
        "list<int8>; ''"
      })
  void lengthsTellTheEncodingOfWidenedTypes(String type, String lengths) {
    for (int length = 0; length <= 17; length++) {
      assertThat(PlainEncoding.isValidLength(Type.parse(type), length))
          .as("%s in %d bytes", type, length)
          .isEqualTo((" " + lengths + " ").contains(" " + length + " "));
    }
  }

  @Test
  void widens() {
    byte[] minusTwo = {-2};
    assertThat(PlainEncoding.widen(Type.int32(), minusTwo)).containsExactly(-2, -1, -1, -1);
    assertThat(PlainEncoding.toLong(Type.int64(), minusTwo)).isEqualTo(-2);
    assertThat(PlainEncoding.widen(Type.int8(), minusTwo)).isSameAs(minusTwo);
    byte[] half = PlainEncoding.ofLong(Float.floatToIntBits(0.5f), 4);
    assertThat(PlainEncoding.toDouble(Type.float64(), PlainEncoding.widen(Type.float64(), half)))
        .isEqualTo(0.5);
    assertThat(PlainEncoding.toDouble(Type.float64(), half)).isEqualTo(0.5);
    Type wide = Type.decimal(38, 2);
    byte[] decimal = PlainEncoding.ofLong(-12_345, 4);
    assertThat(PlainEncoding.widen(wide, decimal))
        .isEqualTo(PlainEncoding.ofDecimal(wide, BigInteger.valueOf(-12_345)))
        .hasSize(16);
    assertThatThrownBy(() -> PlainEncoding.widen(Type.int32(), new byte[3]))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessage("Invalid value of int32 in plain encoding: it has 3 bytes");
    assertThatThrownBy(() -> PlainEncoding.toLong(Type.decimal(5, 0), new byte[16]))
        .hasMessageContaining("does not fit 8 bytes");
  }

  @Test
  void decimalsOfTheSpecification() {
    assertThat(PlainEncoding.ofDecimal(Type.decimal(38, 2), BigInteger.valueOf(-12_345)))
        .startsWith(0xc7, 0xcf, 0xff);
    assertThat(PlainEncoding.ofDecimal(Type.decimal(9, 0), BigInteger.valueOf(1L << 31)))
        .as("more than 4 bytes hold")
        .hasSize(8);
    assertThat(PlainEncoding.ofDecimal(Type.decimal(9, 0), BigInteger.valueOf(-(1L << 31))))
        .hasSize(4);
  }

  @Test
  void order() {
    Comparator<byte[]> ints = PlainEncoding.comparator(Type.int32());
    assertThat(ints.compare(new byte[] {-1}, new byte[] {1, 0, 0, 0})).isNegative();
    Comparator<byte[]> decimals = PlainEncoding.comparator(Type.decimal(20, 0));
    assertThat(decimals.compare(PlainEncoding.ofLong(-5, 4), PlainEncoding.ofLong(-6, 8)))
        .isPositive();
    Comparator<byte[]> strings = PlainEncoding.comparator(Type.string());
    assertThat(strings.compare(new byte[] {97}, new byte[] {97, 0})).isNegative();
    assertThat(strings.compare(new byte[] {-1}, new byte[] {97})).isPositive();
    assertThat(PlainEncoding.compareDoubles(-0.0, 0.0)).isZero();
    assertThat(PlainEncoding.compareDoubles(Double.NaN, Double.POSITIVE_INFINITY)).isPositive();
    assertThat(PlainEncoding.compareDoubles(Double.NaN, Double.NaN)).isZero();
    assertThatThrownBy(() -> PlainEncoding.comparator(Type.parse("list<int8>")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void comparesFixedBytesAsUnsigned() {
    Comparator<byte[]> uuids = PlainEncoding.comparator(Type.uuid());
    byte[] high = new byte[16];
    high[0] = (byte) 0x80;
    assertThat(uuids.compare(new byte[16], high)).isNegative();
    assertThat(PlainEncoding.comparator(Type.bool()).compare(new byte[] {0}, new byte[] {1}))
        .isNegative();
  }
}
