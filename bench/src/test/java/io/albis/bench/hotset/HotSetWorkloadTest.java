// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.hotset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.reader.cache.replay.CacheTrace;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HotSetWorkloadTest {

  @ParameterizedTest
  @EnumSource(HotSetWorkload.class)
  void workloadsReadSomeSegmentsMuchMoreOftenThanOthers(HotSetWorkload workload) {
    CacheTrace trace = workload.trace();
    Map<Integer, Integer> reads = new HashMap<>();
    long millis = 0;
    for (CacheTrace.Event event : trace.events()) {
      assertThat(event.millis()).isGreaterThanOrEqualTo(millis);
      millis = event.millis();
      if (event instanceof CacheTrace.Read read) {
        reads.merge(read.segment(), 1, Integer::sum);
      }
    }
    assertThat(reads).hasSameSizeAs(trace.segments());
    assertThat(Collections.max(reads.values()))
        .isGreaterThan(10)
        .isGreaterThanOrEqualTo(4 * Collections.min(reads.values()));
    assertThat(workload.trace()).as("the same trace each time").isEqualTo(trace);
  }

  @Test
  void unknownWorkloadsAreRejected() {
    assertThat(HotSetWorkload.of("tpc-ds")).isEqualTo(HotSetWorkload.TPC_DS);
    assertThatThrownBy(() -> HotSetWorkload.of("tpc-h"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Invalid workload: tpc-h (expected one of [dashboard, ssb");
  }
}
