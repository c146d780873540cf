// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HiveTypesTest {

  @ParameterizedTest
  @CsvSource(
      nullValues = "NULL",
      value = {
        "1 -2 +3, int32",
        "01 02, int32",
        "1 2147483648, int64",
        "9223372036854775808, 'decimal(19,0)'",
        "1 9223372036854775808, 'decimal(19,0)'",
        "2147483648 9223372036854775808, 'decimal(20,0)'",
        "1 1.5, double",
        "1e3 NaN -Infinity .5 2., double",
        "2147483648 1.5, string",
        "1d, string",
        "0x1p3, string",
        "2026-01-31, date",
        "2026-02-30, string",
        "2026-01-31 1, string",
        "a 1, string",
        "true, string",
        "99999999999999999999999999999999999999999, double",
      })
  void infersTypesAsSparkDoes(String values, String type) {
    assertThat(HiveTypes.infer(List.of(values.split(" ", -1)))).hasToString(type);
  }

  @Test
  void infersTimesAndNulls() {
    assertThat(HiveTypes.infer(List.of("2026-01-31 10:00:00.5", "2026-01-31")))
        .hasToString("timestamp(micros)");
    assertThat(HiveTypes.infer(List.of("2026-01-31 10:00:00.123456789"))).isEqualTo(Type.string());
    assertThat(HiveTypes.infer(List.of("2026-01-31T10:00:00"))).isEqualTo(Type.string());
    assertThat(HiveTypes.infer(Arrays.asList(null, "7", null))).isEqualTo(Type.int32());
    assertThat(HiveTypes.infer(new ArrayList<>(Arrays.asList(null, null))))
        .isEqualTo(Type.string());
  }

  @ParameterizedTest
  @CsvSource({
    "int8, 128",
    "int32, 1.0",
    "boolean, yes",
    "date, 2026-13-01",
    "'decimal(3,1)', 12.34",
    "'decimal(3,1)', 123",
    "timestamp(micros), now",
    "binary, x",
    "list<int32>, 1",
  })
  void refusesOtherValues(String type, String value) {
    assertThatThrownBy(() -> HiveTypes.value(Type.parse(type), value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not a value of type " + Type.parse(type));
  }

  @ParameterizedTest
  @CsvSource({
    "a%20b, a b",
    "a%2Fb%3D%25, a/b=%",
    "caf%C3%A9, café",
    "100%, 100%",
    "%zz%4, %zz%4",
    "%ff, %ff",
    "ünï+code, ünï+code",
  })
  void decodesNames(String name, String decoded) {
    assertThat(HiveDirectories.decode(name)).isEqualTo(decoded);
  }

  @Test
  void takesTheDirectoriesDirectlyAboveTheFile() {
    assertThat(
            HiveDirectories.columns(
                List.of("x=0", "data", "y%3D=1", "z=__HIVE_DEFAULT_PARTITION__"), 4, "f"))
        .containsExactly(
            new HiveDirectories.Column("y=", "1"), new HiveDirectories.Column("z", null));
    assertThat(HiveDirectories.columns(List.of("x=0", "=1"), 2, "f")).isEmpty();
    assertThatThrownBy(() -> HiveDirectories.columns(List.of("x=0", "x=1"), 2, "f"))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("two directories are named x=");
    assertThatThrownBy(() -> HiveDirectories.columns(List.of("x="), 1, "f"))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("directory x= has no value (--no-hive ignores directories)");
  }

  @Test
  void directoriesBelowTheInputNeedNotStandForColumns() {
    HiveDirectories.Column x = new HiveDirectories.Column("x", "0");
    HiveDirectories.Column y = new HiveDirectories.Column("y", "1");
    assertThat(HiveDirectories.columns(List.of("in", "x=0", "a", "y=1", "b"), 1, "f"))
        .containsExactly(x, y);
    assertThat(HiveDirectories.columns(List.of("in", "x=0", "a", "y=1", "b"), 4, "f"))
        .containsExactly(y);
    assertThat(HiveDirectories.columns(List.of("x=0", "HIVE_UNION_SUBDIR_12"), 2, "f"))
        .containsExactly(x);
    assertThat(HiveDirectories.columns(List.of("x=0", "other"), 2, "f")).isEmpty();
  }
}
