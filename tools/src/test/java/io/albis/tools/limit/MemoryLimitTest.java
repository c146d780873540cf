// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryLimitTest {

  private static final long LIMIT = 64L << 20;

  /** Where groups cannot be created, the command still runs, and the reason is known. */
  @Test
  void startsProcessesInTheirGroups() throws Exception {
    try (MemoryLimit limit = MemoryLimit.create(LIMIT)) {
      List<String> command = new ArrayList<>(limit.launcher("one"));
      command.addAll(List.of("cat", "/proc/self/cgroup"));
      Process process = new ProcessBuilder(command).start();
      String groups = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).isZero();
      if (limit.isLimited()) {
        assertThat(limit.description()).startsWith("cgroup v");
        assertThat(groups).contains("albis-bench-" + ProcessHandle.current().pid() + "/one");
        assertThat(limit.deviceBytes("one")).isNotNegative();
        assertThat(limit.peakBytes("one")).isBetween(1L, LIMIT);
        assertThat(limit.pageCacheBytes("one")).isBetween(0L, LIMIT);
      } else {
        assertThat(limit.description()).startsWith("none, since no control group could be created");
        assertThat(limit.deviceBytes("one")).isEqualTo(-1);
        assertThat(limit.pageCacheBytes("one")).isEqualTo(-1);
      }
    }
  }

  @Test
  void deletesItsGroups() throws Exception {
    try (MemoryLimit first = MemoryLimit.create(LIMIT)) {
      first.launcher("one");
    }
    try (MemoryLimit second = MemoryLimit.create(LIMIT)) {
      assertThat(second.launcher("one")).hasSize(second.isLimited() ? 4 : 0);
    }
  }
}
