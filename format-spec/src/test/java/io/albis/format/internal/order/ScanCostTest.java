// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The cost model. */
class ScanCostTest {

  /** Gaps of up to 1000 bytes, 1 ns per byte. */
  private static final ScanCost COST = new ScanCost(new RequestCost(1000, 1_000_000_000), 10_000);

  private static final RowGroupLayout LAYOUT =
      new RowGroupLayout(new int[] {7, 3, 9, 4, 0}, new long[] {500, 1000, 2000, 0, 25_000});

  private static ReadEstimate estimate(int... ids) {
    Workload workload = Workload.builder().add(ids, 3).build();
    ReadEstimate estimate = COST.estimate(LAYOUT, workload.queries().get(0));
    assertThat(COST.estimate(LAYOUT, workload))
        .isEqualTo(
            new ReadEstimate(3 * estimate.requests(), 3 * estimate.bytes(), 3 * estimate.nanos()));
    return estimate;
  }

  @Test
  void requestsAndBytes() {
    assertThat(estimate(3, 7)).as("neighbours").isEqualTo(new ReadEstimate(1, 1500, 2500));
    assertThat(estimate(9, 7)).as("a short gap").isEqualTo(new ReadEstimate(1, 3500, 4500));
    assertThat(estimate(3, 0)).as("a long gap").isEqualTo(new ReadEstimate(4, 26_000, 30_000));
    assertThat(estimate(4)).as("no bytes").isEqualTo(ReadEstimate.ZERO);
    assertThat(estimate(3, 4, 9)).isEqualTo(new ReadEstimate(1, 3000, 4000));
    assertThat(COST.estimate(LAYOUT, Workload.builder().build())).isEqualTo(ReadEstimate.ZERO);
    assertThat(COST.requestCost().requestNanos()).isEqualTo(1000);
  }

  @Test
  void layouts() {
    assertThat(LAYOUT.count()).isEqualTo(5);
    assertThat(LAYOUT.offset(2)).isEqualTo(1500);
    assertThat(LAYOUT.length(2)).isEqualTo(2000);
    assertThat(LAYOUT.position(9)).isEqualTo(2);
    assertThat(LAYOUT.columnGroupIds()).containsExactly(7, 3, 9, 4, 0);
    assertThat(LAYOUT.reordered(new int[] {0, 4, 9, 3, 7}))
        .hasToString("[0, 4, 9, 3, 7]: [25000, 0, 2000, 1000, 500]");
  }

  @Test
  void refusals() {
    assertThatThrownBy(() -> estimate(3, 8))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Column group 8 is not in the layout of the row group");
    assertThatThrownBy(() -> new RowGroupLayout(new int[] {1}, new long[] {1, 2}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid layout: 1 column groups, but 2 lengths");
    assertThatThrownBy(() -> new RowGroupLayout(new int[] {1, 1}, new long[] {1, 2}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid layout: column group 1 twice");
    assertThatThrownBy(() -> new RowGroupLayout(new int[] {1}, new long[] {-2}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid layout: length -2 of column group 1");
    assertThatThrownBy(() -> LAYOUT.reordered(new int[] {1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid order: 1 column groups (expected 5)");
    assertThatThrownBy(() -> LAYOUT.reordered(new int[] {7, 3, 9, 4, 4}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid layout: column group 4 twice");
  }
}
