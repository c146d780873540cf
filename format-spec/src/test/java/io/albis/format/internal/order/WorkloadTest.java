// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sets of columns with weights. */
class WorkloadTest {

  private static List<String> texts(Workload workload) {
    return workload.queries().stream().map(Workload.Query::toString).toList();
  }

  @Test
  void equalSetsAreMerged() {
    Workload workload =
        Workload.builder()
            .add(new int[] {3, 1, 3}, 2)
            .add(new int[] {}, 7)
            .add(List.of(5))
            .add(List.of(1, 3))
            .build();
    assertThat(texts(workload)).containsExactly("3.0 x [1, 3]", "1.0 x [5]");
    assertThat(workload.lostWeight()).isZero();
    Workload.Query first = workload.queries().get(0);
    assertThat(first.idCount()).isEqualTo(2);
    assertThat(first.id(1)).isEqualTo(3);
    assertThat(Workload.builder().build().queries()).isEmpty();
  }

  @Test
  void idsAreMapped() {
    Workload workload =
        Workload.builder()
            .add(new int[] {1, 2, 4}, 2)
            .add(new int[] {2, 4}, 1)
            .add(new int[] {3, 1}, 1)
            .add(new int[] {9}, 1)
            .build();
    Workload mapped = workload.mapped(id -> id == 9 ? -1 : 10 + id / 2);
    assertThat(texts(mapped))
        .containsExactly("2.0 x [10, 11, 12]", "1.0 x [11, 12]", "1.0 x [10, 11]");
    assertThat(texts(workload.mapped(id -> 7))).containsExactly("5.0 x [7]");
  }

  @Test
  void theLightestSetsAreDropped() {
    Workload.Builder builder = Workload.builder(2);
    builder.add(new int[] {1}, 5).add(new int[] {2}, 3).add(new int[] {3}, 1);
    assertThat(texts(builder.build())).containsExactly("4.0 x [1]", "2.0 x [2]");
    assertThat(builder.build().lostWeight()).isEqualTo(3);
    builder.add(new int[] {4}, 2.5);
    assertThat(texts(builder.build())).containsExactly("2.0 x [1]", "0.5 x [4]");
    assertThat(builder.build().lostWeight()).isEqualTo(9);
  }

  @Test
  void theNumberOfIdsIsBounded() {
    Workload.Builder builder = new Workload.Builder(100, 10);
    builder.add(new int[] {1, 2, 3, 4, 5}, 1).add(new int[] {1, 2, 3, 4, 6}, 2);
    assertThat(builder.build().queries()).hasSize(2);
    builder.add(new int[] {9}, 3);
    assertThat(texts(builder.build())).containsExactly("1.0 x [1, 2, 3, 4, 6]", "2.0 x [9]");
    builder.add(new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 1000);
    assertThat(texts(builder.build())).as("too long on its own").isEmpty();
  }

  @Test
  void setsWithALargeShareAreKept() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int maxSets : new int[] {1, 2, 5, 20}) {
      Workload.Builder builder = Workload.builder(maxSets);
      Map<Integer, Double> exact = new HashMap<>();
      double total = 0;
      for (int i = 0; i < 2_000; i++) {
        int id = (int) Math.exp(random.nextDouble() * 6);
        double weight = 1 + random.nextInt(3);
        builder.add(new int[] {id}, weight);
        exact.merge(id, weight, Double::sum);
        total += weight;
      }
      Workload workload = builder.build();
      Map<Integer, Double> kept = new HashMap<>();
      workload.queries().forEach(query -> kept.put(query.id(0), query.weight()));
      assertThat(kept).hasSizeLessThanOrEqualTo(maxSets);
      double share = total / (maxSets + 1);
      exact.forEach(
          (id, weight) ->
              assertThat(kept.getOrDefault(id, 0.0))
                  .as("seed %d, %d sets, id %d", seed, maxSets, id)
                  .isLessThanOrEqualTo(weight + 1e-9)
                  .isGreaterThanOrEqualTo(weight - share - 1e-9));
      double sum = kept.values().stream().mapToDouble(Double::doubleValue).sum();
      assertThat(sum + workload.lostWeight()).isCloseTo(total, within(1e-6));
    }
  }

  @Test
  void refusals() {
    assertThatThrownBy(() -> Workload.builder(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid maximum number of sets: 0 (expected at least 1)");
    for (double weight : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> Workload.builder().add(new int[] {1}, weight))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Invalid weight of a query: " + weight + " (expected a positive number)");
    }
    assertThatThrownBy(() -> Workload.builder().add(Arrays.asList(4, -3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid id of a column: -3");
  }
}
