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
package io.albis.bench.scan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TotalsTest {

  private static Totals totals(long values, long integers, double reals) {
    return Totals.of(new long[] {1, values}, new long[] {0, integers}, new double[] {0, reals});
  }

  @Test
  void sumsOfFloatingPointMayDifferInTheirLastDigits() {
    assertThat(totals(3, 0, 1e6).difference(totals(3, 0, 1e6 + 1e-5))).isEmpty();
    assertThat(totals(3, 0, 1e6).difference(totals(3, 0, 1e6 + 1e-2)))
        .hasValue(
            "leaf 1: 3 values of sum 0 + 1000000.000000 and 3 values of sum 0 + 1000000.010000");
  }

  @Test
  void countsAndSumsOfIntegersMustBeEqual() {
    assertThat(totals(3, 1L << 60, 0).difference(totals(3, (1L << 60) + 1, 0))).isPresent();
    assertThat(totals(3, 5, 0).difference(totals(4, 5, 0))).isPresent();
    assertThat(totals(3, 5, 0).difference(totals(3, 5, 0))).isEmpty();
  }

  @Test
  void partsAreAddedUp() {
    Totals all = new Totals(2);
    all.addIntegers(0, 1, 0);
    all.addIntegers(1, 2, 40);
    Totals part = new Totals(2);
    part.addReals(1, 1, 0.5);
    part.addIntegers(1, 0, 2);
    all.add(part);
    assertThat(all.difference(totals(3, 42, 0.5))).isEmpty();
  }
}
