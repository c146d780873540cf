// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.storage.internal.memory.Reuse;
import org.junit.jupiter.api.Test;

/** Tests what the tuner learns from the times of reads. */
class ReuseTunerTest {

  private final ReuseTuner choice = new ReuseTuner();
  private long same;
  private long oldest;

  /** Records reads for a number of trials, and counts which memory they used. */
  private void read(int trials, long nanosecondsForSame, long nanosecondsForOldest) {
    same = 0;
    oldest = 0;
    for (int i = 0; i < trials * 32; i++) {
      Reuse reuse = choice.current();
      boolean isSame = reuse == Reuse.HOT;
      choice.took(reuse, ReuseTuner.TRIAL / 32, isSame ? nanosecondsForSame : nanosecondsForOldest);
      same += isSame ? 1 : 0;
      oldest += isSame ? 0 : 1;
    }
    same /= 32;
    oldest /= 32;
  }

  @Test
  void choosesHotMemoryIfItIsFaster() {
    read(3 + 4 * (ReuseTuner.STAY + 1), 10, 12);
    assertThat(oldest).isBetween(3L, 6L);
  }

  @Test
  void choosesColdMemoryIfItIsFaster() {
    read(3 + 4 * (ReuseTuner.STAY + 1), 20, 12);
    assertThat(same).isBetween(3L, 5L);
  }

  @Test
  void detectsAChange() {
    read(100, 10, 12);
    assertThat(same).isGreaterThan(80);
    read(ReuseTuner.STAY + 2, 20, 12);
    read(100, 20, 12);
    assertThat(oldest).isGreaterThan(80);
    read(ReuseTuner.STAY + 2, 10, 12);
    read(100, 10, 12);
    assertThat(same).isGreaterThan(80);
  }

  @Test
  void ignoresReadsRequestedBeforeAChange() {
    Reuse before = choice.current();
    Reuse other = before == Reuse.HOT ? Reuse.COLD : Reuse.HOT;
    choice.took(other, 100 * ReuseTuner.TRIAL, 1);
    assertThat(choice.current()).isEqualTo(before);
  }
}
