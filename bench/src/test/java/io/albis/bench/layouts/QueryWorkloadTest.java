// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.layouts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.order.Workload;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryWorkloadTest {

  private static QueryWorkload generate(long seed, double similar) {
    return QueryWorkload.generate(seed, QueryWorkload.QUERIES, FactTable.COLUMNS, similar);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 1})
  void queriesAreSetsOfFiveToFortyColumns(double similar) {
    List<int[]> queries = generate(1, similar).queries();
    assertThat(queries).hasSize(547);
    assertThat(queries)
        .allSatisfy(
            query -> {
              assertThat(query).hasSizeBetween(5, 40).doesNotHaveDuplicates().isSorted();
              assertThat(query[0]).isNotNegative();
              assertThat(query[query.length - 1]).isLessThan(FactTable.COLUMNS);
            });
  }

  /** By Zipf's law, few columns take a large share of the use. */
  @Test
  void fewColumnsAreUsedOften() {
    int[] use = new int[FactTable.COLUMNS];
    generate(1, 0).queries().forEach(query -> Arrays.stream(query).forEach(i -> use[i]++));
    Arrays.sort(use);
    int total = Arrays.stream(use).sum();
    int most = IntStream.range(0, 50).map(i -> use[use.length - 1 - i]).sum();
    assertThat(most).isGreaterThan(total / 3);
    assertThat(use[use.length / 2]).isLessThan(10);
  }

  @Test
  void theSeedDecides() {
    assertThat(generate(1, 0.5).queries())
        .usingRecursiveComparison()
        .isEqualTo(generate(1, 0.5).queries());
    assertThat(generate(2, 0.5).queries().get(0)).isNotEqualTo(generate(1, 0.5).queries().get(0));
  }

  @Test
  void sampleIsSpreadEvenly() {
    QueryWorkload workload = generate(1, 0.5);
    List<int[]> queries = workload.queries();
    List<int[]> sample = workload.sample(10);
    assertThat(sample).hasSize(10);
    for (int i = 0; i < sample.size(); i++) {
      assertThat(sample.get(i)).isEqualTo(queries.get(i * 547 / 10));
    }
    assertThat(workload.sample(1000)).hasSize(547);
  }

  @Test
  void workloadHasTheIdsOfColumnGroups() {
    QueryWorkload workload = QueryWorkload.generate(3, 2, 40, 0);
    Workload mapped = workload.toWorkload(IntStream.range(0, 40).map(i -> 100 + i).toArray());
    int[] first = workload.queries().get(0);
    assertThat(mapped.queries().get(0).idCount()).isEqualTo(first.length);
    for (int i = 0; i < first.length; i++) {
      assertThat(mapped.queries().get(0).id(i)).isEqualTo(100 + first[i]);
    }
  }

  @Test
  void rejectsTablesThatAreTooNarrow() {
    assertThatThrownBy(() -> QueryWorkload.generate(1, 1, 39, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid number of columns: 39 (expected at least 40)");
  }
}
