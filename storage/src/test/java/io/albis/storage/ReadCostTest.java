// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.storage.internal.backend.StorageOptions;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the gaps that are read over, and the options for them. */
class ReadCostTest {

  @Test
  void readsOverGapsThatCostLessThanARequest() {
    assertThat(ReadCost.LOCAL.maxGap()).isEqualTo(32_000);
    assertThat(ReadCost.HDFS.maxGap()).isEqualTo(100_000);
    assertThat(ReadCost.OBJECT_STORE.maxGap()).isEqualTo(1_000_000);
    assertThat(new ReadCost(0, 1, 1).maxGap()).isEqualTo(4096);
  }

  @Test
  void rejectsInvalidCosts() {
    assertThatThrownBy(() -> new ReadCost(-1, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Invalid read cost: -1 ns, 1 bytes per second, 1 requests in flight"
                + " (expected at least 0 ns, 1 byte per second and 1 request)");
    assertThatThrownBy(() -> new ReadCost(1, 0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ReadCost(1, 1, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void takesOptions() {
    assertThat(StorageOptions.readCost(Map.of(), ReadCost.HDFS)).isEqualTo(ReadCost.HDFS);
    assertThat(
            StorageOptions.readCost(
                Map.of("io.request-micros", "5000", "io.bandwidth", "200"), ReadCost.LOCAL))
        .isEqualTo(new ReadCost(5_000_000, 200_000_000, ReadCost.LOCAL.concurrency()));
    assertThatThrownBy(() -> StorageOptions.readCost(Map.of("io.bandwidth", "0"), ReadCost.LOCAL))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid option io.bandwidth: 0 (expected 1 to 1000000)");
  }
}
