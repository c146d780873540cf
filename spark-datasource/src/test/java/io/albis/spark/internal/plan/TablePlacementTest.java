// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where the rows of tables belong. */
class TablePlacementTest {

  private static final UUID TABLE = new UUID(3, 4);

  private static final long ROWS = 1000;

  private static List<RowGroupRange> rowGroups(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new RowGroupRange(i + 5, i * ROWS, ROWS))
        .toList();
  }

  private static List<String> executors(int count) {
    return IntStream.range(0, count).mapToObj(i -> "executor_host_" + i).toList();
  }

  private static List<String> locations(int rowGroups, List<String> executors) {
    TablePlacement placed = TablePlacement.of(TABLE, rowGroups(rowGroups), executors);
    List<String> locations = new ArrayList<>();
    for (long row = 0; row < rowGroups * ROWS; row++) {
      locations.add(placed.location(row, 1));
    }
    return locations;
  }

  private static double moved(List<String> some, List<String> others) {
    int count = Math.min(some.size(), others.size());
    long moved = IntStream.range(0, count).filter(i -> !some.get(i).equals(others.get(i))).count();
    return (double) moved / count;
  }

  @ParameterizedTest
  @CsvSource({"1, 4", "3, 4", "40, 4", "64, 4", "500, 7", "2000, 20"})
  void executorsGetAboutAsMuch(int rowGroups, int executors) {
    Map<String, Integer> loads = new HashMap<>();
    locations(rowGroups, executors(executors)).forEach(at -> loads.merge(at, 1, Integer::sum));

    double share = (double) rowGroups * ROWS / executors;
    assertThat(loads).hasSize(executors);
    assertThat(loads.values()).allMatch(load -> load <= 1.17 * share);
  }

  /** Tasks read whole row groups where splits are larger, or equal parts of them. */
  @ParameterizedTest
  @CsvSource({"6, 1, 2", "2, 1, 2", "8, 1, 4", "3, 2, 2", "1, 4, 4", "60, 1, 10", "7, 8, 4"})
  void tasksAreDividedEvenly(int rowGroups, int parts, int executors) {
    double share = Math.ceil((double) rowGroups * parts / executors);
    for (int table = 0; table < 200; table++) {
      TablePlacement placed =
          TablePlacement.of(new UUID(5, table), rowGroups(rowGroups), executors(executors));
      Map<String, Integer> loads = new HashMap<>();
      for (int task = 0; task < rowGroups * parts; task++) {
        long size = ROWS / parts;
        loads.merge(placed.location(task * size, size), 1, Integer::sum);
      }

      assertThat(loads).hasSize(executors);
      assertThat(loads.values()).allMatch(load -> load <= 1.1 * share);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 4", "40, 4", "500, 7", "2000, 20"})
  void littleMovesWhenAnExecutorIsLost(int rowGroups, int executors) {
    List<String> before = locations(rowGroups, executors(executors));
    List<String> fewer = new ArrayList<>(executors(executors));
    String lost = fewer.remove(1);

    List<String> after = locations(rowGroups, fewer);

    assertThat(after).doesNotContain(lost);
    assertThat(moved(before, after)).isLessThan(1.0 / executors + 0.2);
  }

  @Test
  void littleMovesWhenRowGroupsAreAdded() {
    List<String> before = locations(500, executors(4));

    assertThat(moved(before, locations(505, executors(4)))).isLessThan(0.02);
    assertThat(moved(before, locations(1100, executors(4)))).isLessThan(0.1);
  }

  @Test
  void theNumbersOfRowGroupsDecide() {
    List<RowGroupRange> all = rowGroups(200);
    TablePlacement before = TablePlacement.of(TABLE, all, executors(4));
    List<RowGroupRange> left = new ArrayList<>();
    for (RowGroupRange range : all.subList(20, 200)) {
      left.add(new RowGroupRange(range.number(), range.firstRow() - 20 * ROWS, ROWS));
    }
    TablePlacement after = TablePlacement.of(TABLE, left, executors(4));

    long same =
        left.stream()
            .filter(
                range ->
                    after
                        .location(range.firstRow(), ROWS)
                        .equals(before.location(range.firstRow() + 20 * ROWS, ROWS)))
            .count();
    assertThat(same).isGreaterThan(150);
  }

  @Test
  void noExecutorHasNothing() {
    assertThat(TablePlacement.of(TABLE, rowGroups(2), List.of()).isEmpty()).isTrue();
    assertThat(TablePlacement.of(TABLE, List.of(), executors(2)).isEmpty()).isTrue();
  }

  @Test
  void rowGroupsEnd() {
    TablePlacement placed = TablePlacement.of(TABLE, rowGroups(3), executors(2));

    assertThat(placed.endOfRowGroup(0)).isEqualTo(ROWS);
    assertThat(placed.endOfRowGroup(ROWS - 1)).isEqualTo(ROWS);
    assertThat(placed.endOfRowGroup(ROWS)).isEqualTo(2 * ROWS);
  }
}
