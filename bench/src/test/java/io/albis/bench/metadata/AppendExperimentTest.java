// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.reader.Table;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppendExperimentTest {

  @TempDir private Path directory;

  @Test
  void comparesTheHundredthWithTheLast() {
    double[] millis = IntStream.rangeClosed(1, 1000).mapToDouble(i -> i).toArray();
    List<AppendResult> blocks = AppendExperiment.blocks(millis);
    assertThat(blocks).hasSize(12);
    assertThat(blocks.get(0)).isEqualTo(new AppendResult(51, 150, 101, 100.5, 150));
    assertThat(blocks.get(1)).isEqualTo(new AppendResult(1, 100, 51, 50.5, 100));
    assertThat(blocks.get(10)).isEqualTo(new AppendResult(901, 1000, 951, 950.5, 1000));
    assertThat(blocks.get(11)).isEqualTo(blocks.get(10));
  }

  @Test
  void eachAppendIsACommit() {
    String uri = directory.resolve("table").toString();
    List<AppendResult> blocks = new AppendExperiment(uri, 12).run();
    assertThat(blocks).hasSize(10);
    assertThat(blocks.get(0).first()).isEqualTo(1);
    assertThat(blocks.get(9).last()).isEqualTo(12);
    try (Table table = Table.open(uri)) {
      assertThat(table.snapshot().id()).isEqualTo(13);
      assertThat(table.rowCount()).isEqualTo(1200);
    }
  }
}
