// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantitiesTest {
  @ParameterizedTest
  @CsvSource({
    "0,0",
    "4096,4096",
    "12B,12",
    "1k,1024",
    "128MiB,134217728",
    "128 MB,134217728",
    "2g,2147483648",
    "1TiB,1099511627776"
  })
  void parsesSizes(String text, long bytes) {
    assertThat(Quantities.parseBytes(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "MiB", "-1", "1.5MiB", "12 parsecs", "1i"})
  void rejectsInvalidSizes(String text) {
    assertThatThrownBy(() -> Quantities.parseBytes(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid size: " + text + " (expected a size such as 128MiB)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"9223372036854775808", "8388608TiB"})
  void rejectsSizesOutOfRange(String text) {
    assertThatThrownBy(() -> Quantities.parseBytes(text))
        .hasMessage("Invalid size: " + text + " (expected at most 8388607TiB)");
  }

  @ParameterizedTest
  @CsvSource({
    "0,0 B",
    "1023,1023 B",
    "1024,1.00 KiB",
    "1572864,1.50 MiB",
    "1717986918400,1.56 TiB"
  })
  void formatsSizes(long bytes, String text) {
    assertThat(Quantities.bytes(bytes)).isEqualTo(text);
  }

  @Test
  void formatsCountsAndDurations() {
    assertThat(Quantities.count(2880404)).isEqualTo("2,880,404");
    assertThat(Quantities.duration(Duration.ofMillis(870))).isEqualTo("870 ms");
    assertThat(Quantities.duration(Duration.ofMillis(8700))).isEqualTo("8.7 s");
    assertThat(Quantities.duration(Duration.ofSeconds(245))).isEqualTo("4 min 5 s");
    assertThat(Quantities.duration(Duration.ofMinutes(127))).isEqualTo("2 h 7 min");
  }
}
