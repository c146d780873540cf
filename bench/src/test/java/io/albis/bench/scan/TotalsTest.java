// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
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
