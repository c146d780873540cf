// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.tools.tpcds.TpcdsColumn;
import io.albis.tools.tpcds.TpcdsTable;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TpcdsQueriesTest {

  @Test
  void queriesReadColumnsOfTheTables() {
    Map<String, List<String>> columns = new HashMap<>();
    for (String table : TpcdsQueries.TABLES) {
      columns.put(
          table, new TpcdsTable(table, 1).columns().stream().map(TpcdsColumn::name).toList());
    }
    for (Query query : TpcdsQueries.of(1)) {
      assertThat(query.scans())
          .as(query.name())
          .isNotEmpty()
          .allSatisfy(
              scan -> {
                assertThat(columns.get(scan.table())).containsAll(scan.columns());
                if (scan.range() != null) {
                  assertThat(scan.columns()).contains(scan.range().column());
                }
              });
    }
  }

  @Test
  void streamsHaveTheSameQueriesInDifferentOrders() {
    List<String> first = names(TpcdsQueries.ofStream(1, 0, 100));
    List<String> second = names(TpcdsQueries.ofStream(1, 1, 100));
    assertThat(first).doesNotHaveDuplicates().hasSize(29);
    assertThat(second).containsExactlyInAnyOrderElementsOf(first).isNotEqualTo(first);
    assertThat(TpcdsQueries.ofStream(1, 0, 3))
        .isEqualTo(TpcdsQueries.ofStream(1, 0, 100).subList(0, 3));
  }

  private static List<String> names(List<Query> queries) {
    return queries.stream().map(Query::name).toList();
  }

  @Test
  void keysOfDatesAreThoseOfTheGenerator() {
    assertThat(TpcdsQueries.key(LocalDate.of(1998, 1, 1))).isEqualTo(2_450_815);
    assertThat(TpcdsQueries.key(LocalDate.of(2002, 12, 31))).isEqualTo(2_452_640);
  }

  @Test
  void someQueriesReadTheSameColumnsManyTimes() {
    Query query =
        TpcdsQueries.of(1).stream()
            .filter(each -> each.name().equals("q9"))
            .findFirst()
            .orElseThrow();
    assertThat(query.scans()).hasSize(15).allSatisfy(scan -> assertThat(scan.range()).isNull());
  }
}
