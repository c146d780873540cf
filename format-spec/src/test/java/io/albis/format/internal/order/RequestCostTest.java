// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The cost of requests and its fit to measurements. */
class RequestCostTest {

  private static final long[] LENGTHS = {
    4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 2 << 20, 4 << 20, 8 << 20
  };

  /** Lengths, each several times. */
  private static long[] lengths(int count) {
    long[] lengths = new long[count];
    Arrays.setAll(lengths, i -> LENGTHS[i % LENGTHS.length]);
    return lengths;
  }

  @Test
  void exactMeasurementsGiveTheCost() {
    for (RequestCost cost :
        new RequestCost[] {
          new RequestCost(100_000, 1_000_000_000),
          new RequestCost(20_000_000, 100_000_000),
          new RequestCost(0, 500_000_000)
        }) {
      long[] bytes = lengths(16);
      long[] nanos = Arrays.stream(bytes).map(n -> Math.round(cost.nanos(1, n))).toArray();
      RequestCost fitted = RequestCost.fit(bytes, nanos);
      assertThat((double) fitted.requestNanos())
          .isBetween(cost.requestNanos() - 1.0, cost.requestNanos() + 1.0);
      assertThat(fitted.bytesPerSecond()).isCloseTo(cost.bytesPerSecond(), withPercentage(0.01));
    }
  }

  @Test
  void outliersHaveNoInfluence() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (RequestCost cost :
        new RequestCost[] {
          new RequestCost(100_000, 1_500_000_000),
          new RequestCost(5_000_000, 200_000_000),
          new RequestCost(20_000_000, 100_000_000)
        }) {
      long[] bytes = lengths(800);
      long[] nanos = new long[bytes.length];
      for (int i = 0; i < nanos.length; i++) {
        double factor = Math.exp(0.1 * random.nextGaussian());
        if (random.nextInt(5) == 0) {
          factor *= 3 + random.nextInt(100);
        }
        nanos[i] = Math.round(cost.nanos(1, bytes[i]) * factor);
      }
      RequestCost fitted = RequestCost.fit(bytes, nanos);
      assertThat(fitted.requestNanos())
          .as("seed %d", seed)
          .isCloseTo(cost.requestNanos(), withPercentage(10));
      assertThat(fitted.bytesPerSecond())
          .as("seed %d", seed)
          .isCloseTo(cost.bytesPerSecond(), withPercentage(10));
    }
  }

  @Test
  void aNegativeCostOfRequestsBecomesZero() {
    RequestCost fitted =
        RequestCost.fit(new long[] {1000, 2000, 3000}, new long[] {500, 1990, 2980});
    assertThat(fitted.requestNanos()).isZero();
    assertThat(fitted.bytesPerSecond()).isBetween(900_000_000L, 2_100_000_000L);
  }

  @Test
  void refusals() {
    assertThatThrownBy(() -> new RequestCost(-1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Invalid cost of requests: -1 ns, 1 bytes per second (expected at least 0 ns and 1 byte"
                + " per second)");
    assertThatThrownBy(() -> new RequestCost(0, 0)).isInstanceOf(IllegalArgumentException.class);
    assertRefused(new long[] {1}, new long[] {1, 2}, "1 lengths, but 2 times");
    assertRefused(new long[] {}, new long[] {}, "fewer than two different lengths are measured");
    assertRefused(
        new long[] {5, 5}, new long[] {1, 2}, "fewer than two different lengths are measured");
    assertRefused(new long[] {5, 6}, new long[] {1, 0}, "invalid measurement of 6 bytes in 0 ns");
    assertRefused(new long[] {-5, 6}, new long[] {1, 2}, "invalid measurement of -5 bytes in 1 ns");
    assertRefused(
        new long[] {5, 6, 7},
        new long[] {9, 9, 9},
        "longer requests are not slower than short ones");
  }

  private static void assertRefused(long[] bytes, long[] nanos, String reason) {
    assertThatThrownBy(() -> RequestCost.fit(bytes, nanos))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot fit the cost of requests: " + reason);
  }
}
