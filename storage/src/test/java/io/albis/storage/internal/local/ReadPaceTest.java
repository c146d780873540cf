// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests how the duration of reads predicts whether reads block. */
class ReadPaceTest {

  private static final long MIB = 1 << 20;
  private static final long COPIED = 100_000;
  private static final long WAITED = 1_000_000;

  private final ReadPace pace = new ReadPace();

  @Test
  void expectsMemoryInitially() {
    assertThat(pace.isSlow()).isFalse();
    pace.record(MIB, COPIED);
    assertThat(pace.isSlow()).isFalse();
  }

  @Test
  void oneSlowReadIsEnough() {
    pace.record(MIB, WAITED);
    assertThat(pace.isSlow()).isTrue();
  }

  @Test
  void oneFastReadOffsetsOneSlowRead() {
    pace.record(MIB, WAITED);
    pace.record(MIB, COPIED);
    assertThat(pace.isSlow()).isFalse();
  }

  @Test
  void twoFastReadsOffsetManySlowOnes() {
    for (int i = 0; i < 10; i++) {
      pace.record(MIB, WAITED);
    }
    pace.record(MIB, COPIED);
    assertThat(pace.isSlow()).isTrue();
    pace.record(MIB, COPIED);
    assertThat(pace.isSlow()).isFalse();
  }

  @Test
  void ignoresShortReads() {
    pace.record(4096, WAITED);
    assertThat(pace.isSlow()).isFalse();
  }
}
