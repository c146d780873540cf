// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

class PerfCountersTest {

  @Test
  void parsesTheOutputOfPerf() {
    assertThat(
            PerfCounters.parse(
                """
                131457,,instructions:u,310423,100.00,,
                2041,,cache-misses:u,310423,100.00,,
                """))
        .hasValue(new PerfCounters.Counts(131_457, 2_041));
  }

  /** Passes whether or not perf is installed and can count. */
  @Test
  void missingCountersYieldNoCounts() {
    assertThatCode(PerfCounters::isAvailable).doesNotThrowAnyException();
  }

  @Test
  void unsupportedEventsAreNotZero() {
    assertThat(
            PerfCounters.parse(
                """
                <not supported>,,instructions:u,0,100.00,,
                <not counted>,,cache-misses:u,0,100.00,,
                """))
        .isEmpty();
    assertThat(PerfCounters.parse("perf: Permission denied")).isEmpty();
  }
}
