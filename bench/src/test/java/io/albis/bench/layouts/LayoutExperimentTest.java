// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.layouts;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.reader.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LayoutExperimentTest {

  private static final int COLUMNS = 60;
  private static final int ROW_GROUPS = 3;

  @TempDir private Path directory;

  private final FactTable facts = new FactTable(COLUMNS);
  private final QueryWorkload workload = QueryWorkload.generate(1, 20, COLUMNS, 0.5);
  private StorageCase storage;

  @BeforeEach
  void useTheDirectory() {
    storage = StorageCase.local(directory);
  }

  private Table open(TableOrder order) throws Exception {
    return new LayoutTables(storage, facts, ROW_GROUPS, workload).open(order);
  }

  @Test
  void tablesHaveTheSameRowGroupsInDifferentPlaces() throws Exception {
    try (Table plain = open(TableOrder.PLAIN);
        Table ordered = open(TableOrder.ORDERED);
        Table compacted = open(TableOrder.COMPACTED)) {
      for (Table table : List.of(plain, ordered, compacted)) {
        assertThat(table.layout().rowGroups())
            .hasSize(ROW_GROUPS)
            .allSatisfy(rowGroup -> assertThat(rowGroup.rowCount()).isEqualTo(FactTable.ROWS));
      }
      assertThat(groupIds(plain)).isSorted();
      assertThat(groupIds(ordered)).isNotEqualTo(groupIds(plain));
      assertThat(distanceOfRowGroups(ordered)).isGreaterThan(facts.rowGroupBytes() / 2);
      assertThat(distanceOfRowGroups(compacted)).isLessThan(2 * 8L * FactTable.ROWS);
    }
    try (Table again = open(TableOrder.PLAIN)) {
      assertThat(again.snapshots()).as("the table is not written again").hasSize(1);
    }
  }

  private static List<Integer> groupIds(Table table) {
    List<Integer> ids = new ArrayList<>();
    table.columnGroups().forEach(group -> ids.add(group.id()));
    return ids;
  }

  /** Bytes from the first extent of a column to its second one. */
  private static long distanceOfRowGroups(Table table) {
    int id = table.columnGroups().get(0).id();
    List<Long> offsets = new ArrayList<>();
    table
        .layout()
        .rowGroups()
        .forEach(
            rowGroup ->
                rowGroup.extents().stream()
                    .filter(extent -> extent.columnGroupId() == id)
                    .forEach(extent -> offsets.add(extent.offset())));
    return offsets.get(1) - offsets.get(0);
  }

  @Test
  void measuresAllLayouts() throws Exception {
    List<Integer> preparations = new ArrayList<>();
    List<LayoutResult> results =
        new LayoutExperiment(facts, workload, ROW_GROUPS, 3, 2)
            .run(storage, () -> preparations.add(1));
    assertThat(results)
        .extracting(LayoutResult::layout)
        .containsExactly("plain", "ordered", "compacted");
    assertThat(results)
        .allSatisfy(
            result -> {
              assertThat(result.queries()).isEqualTo(3);
              assertThat(result.firstQuartileMillis())
                  .isPositive()
                  .isLessThanOrEqualTo(result.medianMillis());
              assertThat(result.thirdQuartileMillis())
                  .isGreaterThanOrEqualTo(result.medianMillis());
              assertThat(result.requests()).isPositive();
              assertThat(result.bytes()).isPositive();
            });
    assertThat(results.get(0).ofPlain()).isEqualTo(1);
    assertThat(results.get(1).ofOrdered()).isEqualTo(1);
    assertThat(preparations).as("three queries twice on each layout, and a warm-up").hasSize(36);
  }
}
