// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.bench.layouts.FactTable;
import io.albis.reader.Table;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompactionExperimentTest {

  private static final int ROW_GROUPS = 5;

  @TempDir private Path directory;

  private List<Path> files() throws Exception {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  @Test
  void measuresAllRatesAndLeavesTheTableAsItWas() throws Exception {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      Path path = directory.resolve("table");
      CompactionExperiment experiment =
          new CompactionExperiment(path, new FactTable(20), ROW_GROUPS, 0.01, executor);
      experiment.write();
      List<Path> before = files();
      for (int round = 0; round < 2; round++) {
        CompactionRound rates = experiment.run(round);
        assertThat(rates.copy()).isPositive();
        assertThat(rates.optimize()).isPositive();
        assertThat(rates.scan()).isPositive();
        assertThat(rates.read()).isPositive();
        assertThat(rates.scanBeside()).isNotNegative();
        assertThat(rates.readBeside()).isNotNegative();
        assertThat(files()).isEqualTo(before);
      }
      try (Table table = Table.open(path.toString())) {
        assertThat(table.rowCount()).isEqualTo((long) ROW_GROUPS * FactTable.ROWS);
        assertThat(table.snapshot().id()).isEqualTo(1);
      }
    } finally {
      executor.shutdown();
    }
  }
}
