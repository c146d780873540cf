// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MemoryChurnTest {

  @Test
  void fullCacheLeaksAndDamagesNothing() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    long bytes = 1L << 30;
    MemoryChurn.Result result =
        new MemoryChurn(bytes, 8, new PrintStream(out, true, StandardCharsets.UTF_8)).run(3000);

    assertThat(result.leakedBytes()).isZero();
    assertThat(result.damagedBuffers()).isZero();
    assertThat(result.operations()).isPositive();
    // Exact, unlike the usage, whose parts are read successively while threads allocate.
    assertThat(result.peakBytes()).isBetween(bytes / 2, bytes);
    assertThat(result.full().used()).isGreaterThan(bytes / 2);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("Leaked bytes: 0");
  }
}
