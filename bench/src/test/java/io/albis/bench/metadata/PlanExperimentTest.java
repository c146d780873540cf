// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.reader.Table;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanExperimentTest {

  /** More than a manifest has. */
  private static final int ROW_GROUPS = 33_000;

  @TempDir private Path directory;

  @Test
  void planHasTheRowGroupsThatMayMatch() throws Exception {
    Path table = directory.resolve("table");
    PlanExperiment experiment = new PlanExperiment(table, 3, ROW_GROUPS);
    long metadata = experiment.write();
    try (Stream<Path> files = Files.walk(table.resolve("_albis")).filter(Files::isRegularFile)) {
      assertThat(files).as("two snapshots and two manifests").hasSize(4);
    }
    List<PlanResult> results = experiment.run(1);
    assertThat(results).extracting(PlanResult::rowGroups).containsExactly(1L, 330L, 33_000L);
    assertThat(results)
        .allSatisfy(
            result -> {
              assertThat(result.splits()).isPositive();
              assertThat(result.planMillis()).isPositive();
              assertThat(result.allocatedBytes()).isPositive();
            });
    assertThat(results.get(0).bytesRead())
        .as("the manifest that the filter rules out is not read")
        .isLessThan(results.get(2).bytesRead());
    assertThat(results.get(2).bytesRead()).isBetween(metadata / 2, 2 * metadata);
  }

  @Test
  void metadataIsValid() throws Exception {
    Path table = directory.resolve("table");
    new PlanExperiment(table, 4, 20).write();
    try (Table opened = Table.open(table.toString())) {
      assertThat(opened.rowCount()).isEqualTo(20L * GeneratedTable.ROWS);
      assertThat(opened.layout().files()).hasSize(3);
      assertThat(opened.layout().rowGroups())
          .hasSize(20)
          .allSatisfy(rowGroup -> assertThat(rowGroup.extents()).hasSize(4));
    }
  }

  @Test
  void rejectsTablesThatAreTooNarrow() {
    assertThatThrownBy(() -> new PlanExperiment(directory, 2, 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid number of columns: 2 (expected at least 3)");
  }
}
