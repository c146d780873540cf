// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.order;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;

/**
 * The search itself. It builds an order by putting the items one by one where they cost the least,
 * the most read first, and then improves it, or the given order if that costs less. A step takes a
 * block of items out of the order and puts it into one of all places, forward or reversed. First
 * the place is drawn with the probabilities of annealing, {@code exp(-cost / temperature)}, while
 * the temperature falls; then it is always the cheapest, until no block of certain lengths has a
 * cheaper one.
 */
final class OrderSearch {

  /** The share of steps and time for annealing. */
  private static final double ANNEALING = 0.75;

  /** The first and the last temperature, relative to the mean weight of the queries of an item. */
  private static final double HOT = 0.03;

  private static final double COLD = 0.0003;

  /** Smaller differences come from rounding. */
  private static final double PRECISION = 1e-7;

  private static final int[] BLOCKS = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64};

  private final OrderProblem problem;
  private final BlockInsertion insertion;
  private final SplittableRandom random;
  private final long maxSteps;
  private final long startNanos = System.nanoTime();
  private final long maxNanos;
  private final double scale;
  private final int[] order;
  private final int[] rest;
  private final int[] block;
  private final double[] probability;
  private int count;
  private long steps;

  OrderSearch(OrderProblem problem, RequestCost cost, long seed, long maxSteps, long maxNanos) {
    this.problem = problem;
    this.insertion = new BlockInsertion(problem, cost);
    this.random = new SplittableRandom(seed);
    this.maxSteps = maxSteps;
    this.maxNanos = maxNanos;
    int items = problem.itemCount();
    this.order = new int[items];
    this.rest = new int[items];
    this.block = new int[items];
    this.probability = new double[2 * items + 2];
    this.scale = typicalWeight();
  }

  long steps() {
    return steps;
  }

  private double typicalWeight() {
    double sum = 0;
    int[] items = problem.items();
    for (int item : items) {
      sum += weight(item);
    }
    return sum / Math.max(1, items.length);
  }

  private double weight(int item) {
    double sum = 0;
    for (int query : problem.queriesOf(item)) {
      sum += problem.weight(query);
    }
    return sum;
  }

  private boolean isOver(double share) {
    return steps >= maxSteps * share || System.nanoTime() - startNanos >= maxNanos * share;
  }

  /** Searches; to be called once. */
  int[] search() {
    insertAll();
    int[] given = problem.items();
    if (insertion.cost(given, count) <= insertion.cost(order, count)) {
      System.arraycopy(given, 0, order, 0, count);
    }
    int[] best = Arrays.copyOf(order, count);
    if (count > 2) {
      anneal(best);
      System.arraycopy(best, 0, order, 0, count);
      descend();
    }
    return Arrays.copyOf(order, count);
  }

  private void insertAll() {
    Integer[] items = Arrays.stream(problem.items()).boxed().toArray(Integer[]::new);
    Arrays.sort(items, Comparator.comparingDouble((Integer item) -> -weight(item)));
    for (Integer item : items) {
      block[0] = item;
      System.arraycopy(order, 0, rest, 0, count);
      if (isOver(1)) {
        put(count, 1, count);
      } else {
        steps++;
        insertion.compute(rest, count, block, 1);
        put(cheapest(count, 1), 1, count);
      }
      count++;
    }
  }

  /** The cheapest place, forward or, as a negative number, reversed. */
  private int cheapest(int restCount, int length) {
    int result = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i <= restCount; i++) {
      if (insertion.forward(i) < least) {
        least = insertion.forward(i);
        result = i;
      }
      if (length > 1 && insertion.reversed(i) < least) {
        least = insertion.reversed(i);
        result = ~i;
      }
    }
    return result;
  }

  private void take(int position, int length) {
    System.arraycopy(order, position, block, 0, length);
    System.arraycopy(order, 0, rest, 0, position);
    System.arraycopy(order, position + length, rest, position, count - position - length);
  }

  private void put(int place, int length, int restCount) {
    int at = place < 0 ? ~place : place;
    System.arraycopy(rest, 0, order, 0, at);
    for (int i = 0; i < length; i++) {
      order[at + i] = place < 0 ? block[length - 1 - i] : block[i];
    }
    System.arraycopy(rest, at, order, at + length, restCount - at);
  }

  private double cost(int place) {
    return place < 0 ? insertion.reversed(~place) : insertion.forward(place);
  }

  private void anneal(int[] best) {
    long from = steps;
    double difference = 0;
    double least = 0;
    double span = Math.max(1, maxSteps * ANNEALING - from);
    while (!isOver(ANNEALING)) {
      double temperature = scale * HOT * Math.pow(COLD / HOT, (steps - from) / span);
      int length = randomLength();
      int position = random.nextInt(count - length + 1);
      take(position, length);
      insertion.compute(rest, count - length, block, length);
      int place = draw(count - length, length, temperature);
      difference += cost(place) - insertion.forward(position);
      put(place, length, count - length);
      steps++;
      if (difference < least - PRECISION * scale) {
        least = difference;
        System.arraycopy(order, 0, best, 0, count);
      }
    }
  }

  /** Half of the blocks are single items; the lengths of the others are spread by magnitude. */
  private int randomLength() {
    if (random.nextBoolean()) {
      return 1;
    }
    double magnitude = random.nextDouble() * Math.log(Math.max(2, count / 4.0));
    return Math.min(count - 1, 1 + (int) Math.exp(magnitude));
  }

  private int draw(int restCount, int length, double temperature) {
    double least = cost(cheapest(restCount, length));
    double sum = 0;
    int places = restCount + 1;
    for (int i = 0; i < places; i++) {
      sum += probability(insertion.forward(i) - least, temperature);
      probability[i] = sum;
    }
    for (int i = 0; length > 1 && i < places; i++) {
      sum += probability(insertion.reversed(i) - least, temperature);
      probability[places + i] = sum;
    }
    double drawn = random.nextDouble() * sum;
    int choices = length > 1 ? 2 * places : places;
    for (int i = 0; i < choices; i++) {
      if (drawn < probability[i]) {
        return i < places ? i : ~(i - places);
      }
    }
    return cheapest(restCount, length);
  }

  private static double probability(double difference, double temperature) {
    double ratio = difference / temperature;
    return ratio > 30 ? 0 : Math.exp(-ratio);
  }

  /** Moves blocks to cheaper places as long as there are any. */
  private void descend() {
    boolean isBetter = true;
    while (isBetter) {
      isBetter = false;
      for (int length : BLOCKS) {
        for (int position = 0; position + length <= count && length < count; position++) {
          if (isOver(1)) {
            return;
          }
          isBetter |= move(position, length);
        }
      }
    }
  }

  private boolean move(int position, int length) {
    steps++;
    take(position, length);
    insertion.compute(rest, count - length, block, length);
    int place = cheapest(count - length, length);
    if (cost(place) >= insertion.forward(position) - PRECISION * scale) {
      return false;
    }
    put(place, length, count - length);
    return true;
  }
}
