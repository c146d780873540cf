// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.order;

import java.util.concurrent.TimeUnit;

/**
 * Finds an order of column groups in which a workload costs less than in the given one, by the
 * model of {@link ScanCost}. The problem is that of "Wide Table Layout Optimization based on Column
 * Ordering and Duplication" (Bian et al., SIGMOD 2017); finding the best order is NP-hard.
 *
 * <p>The algorithm is simulated annealing with an incremental cost like the SCOA algorithm of that
 * paper, with three differences. It starts from an order that is built by cheapest insertion, or
 * from the given one if that costs less. A step does not swap two random columns, which seldom
 * helps once the order is good, but takes out a block of columns and computes the costs of all
 * places for it, which takes no longer than computing the cost of a few random swaps; annealing
 * draws a place by its probability, so that no step is rejected. And column groups that the same
 * queries read are moved as one, which loses nothing. It ends with a descent to an order that
 * moving any block of certain lengths does not improve.
 *
 * <p>The search leaves out the read size, which adds about the same number of requests to every
 * order. The result is compared with the given order by the complete model, and is never worse.
 *
 * <p>The result depends only on the input, the seed and the number of steps, unless the search
 * reaches the time limit. Memory is proportional to the columns and the ids of the workload.
 * Immutable and thread-safe; a search uses one thread.
 */
public final class ColumnOrderOptimizer {

  /** The maximum number of steps unless another is set. */
  public static final long DEFAULT_MAX_STEPS = 20_000;

  /** The time limit unless another is set, in seconds. */
  public static final long DEFAULT_TIME_LIMIT_SECONDS = 30;

  private final ScanCost cost;
  private final long seed;
  private final long maxSteps;
  private final long maxNanos;

  private ColumnOrderOptimizer(ScanCost cost, long seed, long maxSteps, long maxNanos) {
    this.cost = cost;
    this.seed = seed;
    this.maxSteps = maxSteps;
    this.maxNanos = maxNanos;
  }

  /** An optimizer with seed 0 and the default limits. */
  public static ColumnOrderOptimizer of(ScanCost cost) {
    long nanos = TimeUnit.SECONDS.toNanos(DEFAULT_TIME_LIMIT_SECONDS);
    return new ColumnOrderOptimizer(cost, 0, DEFAULT_MAX_STEPS, nanos);
  }

  /** The same with another seed of the random numbers. */
  public ColumnOrderOptimizer seed(long seed) {
    return new ColumnOrderOptimizer(cost, seed, maxSteps, maxNanos);
  }

  /**
   * The same with another maximum number of steps, each of which moves one block.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public ColumnOrderOptimizer maxSteps(long steps) {
    if (steps < 0) {
      throw new IllegalArgumentException(
          "Invalid maximum number of steps: " + steps + " (expected at least 0)");
    }
    return new ColumnOrderOptimizer(cost, seed, steps, maxNanos);
  }

  /**
   * The same with another time limit. The search exceeds it by at most one step.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public ColumnOrderOptimizer timeLimit(long duration, TimeUnit unit) {
    if (duration < 0) {
      throw new IllegalArgumentException(
          "Invalid time limit: " + duration + " (expected at least 0)");
    }
    return new ColumnOrderOptimizer(cost, seed, maxSteps, unit.toNanos(duration));
  }

  /**
   * Searches for an order.
   *
   * @param given the order now, with the lengths of the extents
   * @param workload whose ids are those of column groups, see {@link Workload#mapped}
   * @return an order that costs less, or the given one
   * @throws IllegalArgumentException if a query reads a column group that is not in the layout
   */
  public OptimizedOrder optimize(RowGroupLayout given, Workload workload) {
    ReadEstimate before = cost.estimate(given, workload);
    if (cost.requestCost().requestNanos() > 0) {
      OrderProblem problem = new OrderProblem(given, workload);
      OrderSearch search = new OrderSearch(problem, cost.requestCost(), seed, maxSteps, maxNanos);
      int[] ids = problem.columnGroupIds(search.search());
      RowGroupLayout found = given.reordered(ids);
      ReadEstimate after = cost.estimate(found, workload);
      if (after.nanos() < before.nanos()) {
        return new OptimizedOrder(found, before, after, search.steps());
      }
      return new OptimizedOrder(given, before, before, search.steps());
    }
    return new OptimizedOrder(given, before, before, 0);
  }
}
