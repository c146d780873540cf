// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class NameNodeUseTest {

  @Test
  void passesThroughALine() {
    NameNodeUse use = new NameNodeUse(12, 7, Map.of("GetFileInfo", 3L, "Create", 2L));
    assertThat(use.toLine()).isEqualTo("12 7 Create=2 GetFileInfo=3");
    assertThat(NameNodeUse.parse(use.toLine())).isEqualTo(use);
  }

  @Test
  void countsWhatHasCome() {
    NameNodeUse before = new NameNodeUse(12, 7, Map.of("Create", 2L, "GetFileInfo", 3L));
    NameNodeUse after =
        new NameNodeUse(13, 9, Map.of("Create", 4L, "GetFileInfo", 3L, "Complete", 1L));
    assertThat(after.since(before))
        .isEqualTo(new NameNodeUse(1, 2, Map.of("Create", 2L, "Complete", 1L)));
  }
}
