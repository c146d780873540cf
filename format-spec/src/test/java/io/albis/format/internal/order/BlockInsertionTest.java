// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** The costs of all places for a block, against the cost of each order computed on its own. */
class BlockInsertionTest {

  @Test
  void differencesAreThoseOfTheCompleteCost() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      int columns = 3 + random.nextInt(12);
      RowGroupLayout layout = Workloads.randomLayout(random, columns, 50);
      Workload workload = Workloads.randomWorkload(random, columns, 1 + random.nextInt(12));
      OrderProblem problem = new OrderProblem(layout, workload);
      int[] items = problem.items();
      if (items.length < 2) {
        continue;
      }
      shuffle(items, random);
      RequestCost cost = new RequestCost(1 + random.nextInt(100), 1_000_000_000);
      int length = 1 + random.nextInt(items.length - 1);
      int position = random.nextInt(items.length - length + 1);
      check(problem, cost, items, position, length, "seed " + seed);
    }
  }

  private static void check(
      OrderProblem problem, RequestCost cost, int[] items, int position, int length, String as) {
    int restCount = items.length - length;
    int[] block = new int[length];
    System.arraycopy(items, position, block, 0, length);
    int[] rest = new int[items.length];
    System.arraycopy(items, 0, rest, 0, position);
    System.arraycopy(items, position + length, rest, position, restCount - position);
    BlockInsertion insertion = new BlockInsertion(problem, cost);
    for (int repeat = 0; repeat < 2; repeat++) {
      assertThat(insertion.cost(items, items.length))
          .as(as)
          .isCloseTo(cost(problem, cost, items), within(1e-9));
      insertion.compute(rest, restCount, block, length);
      double base = cost(problem, cost, items) - insertion.forward(position);
      for (int place = 0; place <= restCount; place++) {
        assertThat(base + insertion.forward(place))
            .as(as)
            .isCloseTo(cost(problem, cost, with(rest, restCount, block, place, 1)), within(1e-9));
        if (length > 1) {
          assertThat(base + insertion.reversed(place))
              .as(as)
              .isCloseTo(
                  cost(problem, cost, with(rest, restCount, block, place, -1)), within(1e-9));
        }
      }
    }
  }

  private static void shuffle(int[] items, Random random) {
    for (int i = items.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int item = items[i];
      items[i] = items[other];
      items[other] = item;
    }
  }

  private static int[] with(int[] rest, int restCount, int[] block, int place, int direction) {
    int[] order = new int[restCount + block.length];
    System.arraycopy(rest, 0, order, 0, place);
    for (int i = 0; i < block.length; i++) {
      order[place + i] = block[direction > 0 ? i : block.length - 1 - i];
    }
    System.arraycopy(rest, place, order, place + block.length, restCount - place);
    return order;
  }

  /** The cost of all gaps, in requests. */
  private static double cost(OrderProblem problem, RequestCost cost, int[] order) {
    double sum = 0;
    for (int query = 0; query < problem.queryCount(); query++) {
      long offset = 0;
      long last = -1;
      for (int item : order) {
        for (int reader : problem.queriesOf(item)) {
          if (reader == query) {
            double gap = last < 0 ? 0 : offset - last;
            sum += problem.weight(query) * Math.min(1, gap / cost.requestNanos());
            last = offset + problem.length(item);
          }
        }
        offset += problem.length(item);
      }
    }
    return sum;
  }
}
