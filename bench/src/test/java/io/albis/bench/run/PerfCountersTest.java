/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

class PerfCountersTest {

  @Test
  void countsAreReadFromTheOutputOfPerf() {
    assertThat(
            PerfCounters.parse(
                """
                131457,,instructions:u,310423,100.00,,
                2041,,cache-misses:u,310423,100.00,,
                """))
        .hasValue(new PerfCounters.Counts(131_457, 2_041));
  }

  /** Whether there is such a program, and whether it can count, is not for the test to say. */
  @Test
  void whatIsMissingOnlyMeansThatNothingIsCounted() {
    assertThatCode(PerfCounters::isAvailable).doesNotThrowAnyException();
  }

  @Test
  void processorsThatDoNotCountAreNotTakenForZero() {
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
