// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.schema.ValueOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class TypeTest {

  private static final List<String> TEXT_FORMS =
      List.of(
          "boolean",
          "int8",
          "int16",
          "int32",
          "int64",
          "float",
          "double",
          "decimal(38,0)",
          "date",
          "time(nanos)",
          "timestamp(millis)",
          "timestamp_with_zone(micros)",
          "string",
          "binary",
          "fixed_binary(7)",
          "uuid",
          "year_month_interval",
          "day_time_interval",
          "list<int8>",
          "map<string, list<double required>>",
          "struct<a: int32 required, `b.c`: map<int8, uuid>>");

  @ParameterizedTest
  @FieldSource("TEXT_FORMS")
  void textFormIsReadBack(String text) {
    assertThat(Type.parse(text)).hasToString(text);
    assertThat(Type.parse(text)).isEqualTo(Type.parse(text));
  }

  @Test
  void textFormsOfAllKindsAreTested() {
    assertThat(TEXT_FORMS.stream().map(text -> Type.parse(text).kind()))
        .containsOnly(TypeKind.values());
  }

  /** What the names of types promise of their widths and orders. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "boolean; BOOLEAN; 1; LONG",
        "int16; INT16; 2; LONG",
        "date; INT32; 4; LONG",
        "decimal(9,2); DECIMAL32; 4; LONG",
        "decimal(18,2); DECIMAL64; 8; LONG",
        "decimal(19,2); DECIMAL128; 16; INT128",
        "float; FLOAT; 4; DOUBLE",
        "string; STRING; 8; BYTES",
        "uuid; UUID; 16; BYTES",
        "fixed_binary(7); FIXED_BINARY; 7; BYTES"
      })
  void physicalTypes(String text, PhysicalType physical, int width, ValueOrder order) {
    Type type = Type.parse(text);
    assertThat(type.physicalType()).isEqualTo(physical);
    assertThat(type.fixedWidth()).isEqualTo(width);
    assertThat(ValueOrder.of(type)).isEqualTo(order);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "int", "decimal(9)", "list<int8", "struct<>", "time(s)", "int8 x"})
  void rejectsMalformedText(String text) {
    assertThatThrownBy(() -> Type.parse(text))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageStartingWith("Invalid type: " + text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "int8; int64; true",
        "int16; int8; false",
        "int32; int64; true",
        "int32; double; false",
        "float; double; true",
        "double; float; false",
        "decimal(5,2); decimal(38,2); true",
        "decimal(5,2); decimal(9,3); false",
        "decimal(9,2); decimal(5,2); false",
        "date; timestamp(micros); false",
        "string; string; true",
        "string; binary; false",
        "time(millis); time(micros); false",
        "list<int8>; list<int32>; true",
        "list<int8>; list<int8 required>; false",
        "list<struct<a: int8> required>; list<struct<a: int8>>; false",
        "list<struct<a: int8 required>>; list<struct<a: int8>>; true",
        "map<int8, float>; map<int16, double>; true",
        "struct<a: int8>; struct<a: int16, b: string>; true",
        "struct<a: int8>; struct<a: int16, b: string required>; false"
      })
  void widening(String from, String to, boolean allowed) {
    assertThat(Type.parse(from).canWidenTo(Type.parse(to))).isEqualTo(allowed);
  }

  @Test
  void rejectsParametersOutOfRange() {
    assertThatThrownBy(() -> Type.decimal(39, 0))
        .hasMessage("Invalid precision of decimal: 39 (expected 1 to 38)");
    assertThatThrownBy(() -> Type.decimal(5, 6))
        .hasMessage("Invalid scale of decimal: 6 (expected 0 to 5)");
    assertThatThrownBy(() -> Type.fixedBinary(0))
        .hasMessage("Invalid length of fixed_binary: 0 (expected 1 to 65520)");
    assertThatThrownBy(() -> Type.map(Field.nullable("k", Type.int8()), null))
        .hasMessageContaining("its key k is nullable");
  }

  @ParameterizedTest
  @CsvSource({"9,4", "10,8", "18,8", "19,16", "38,16"})
  void widthOfDecimals(int precision, int width) {
    assertThat(Type.decimal(precision, 0).fixedWidth()).isEqualTo(width);
  }
}
