// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappedFileTest {

  @TempDir Path directory;

  /** As when a job is cancelled that interrupts its tasks. */
  @Test
  void isFreedAfterAnInterrupt() throws Exception {
    Region.InMemory region = Region.allocate(100);
    MappedFile file = MappedFile.create(directory, region.length());
    assertThat(CachedFrameMemory.mappings()).hasSize(1);

    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> file.append(region)).isInstanceOf(ClosedByInterruptException.class);
    assertThat(Thread.interrupted()).isTrue();
    file.close();

    assertThat(CachedFrameMemory.mappings()).isEmpty();
    region.release();
  }

  @Test
  void staysWhileARegionIsUsed() throws Exception {
    Region.InMemory region = Region.allocate(100);
    MappedFile file = MappedFile.create(directory, region.length());
    Region copy = file.append(region);
    region.release();

    file.close();
    file.close();
    assertThat(CachedFrameMemory.mappings()).hasSize(1);
    copy.release();

    assertThat(CachedFrameMemory.mappings()).isEmpty();
    assertThat(MappedFile.allBytes()).isZero();
  }
}
