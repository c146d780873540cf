// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.order;

import java.util.Arrays;

/**
 * What it costs to put a block of items into each place of an order. One pass over the order yields
 * the costs of all places: between two items that a query reads one after the other, what the query
 * adds to the cost of a place is constant, or linear in the offset of the place. So only the
 * changes at the ends of such ranges are noted, and the costs are running sums of them. A pass
 * takes about as long as computing the cost of the order once.
 *
 * <p>The unit of cost is a request. A gap between two items that a query reads one after the other
 * costs its bytes, at most one request. The gaps within the block are left out, because they are
 * the same in all places, and so is the cost of the rest without the block. Not thread-safe.
 */
final class BlockInsertion {

  private static final int NONE = -1;

  private final OrderProblem problem;

  /** For each query: index of the last item of the rest that it reads, or NONE. */
  private final int[] last;

  /** The offset of each place; place {@code i} is in front of item {@code i} of the rest. */
  private final long[] offsets;

  /** What is the same for both directions of the block. */
  private final PlaceCosts common;

  private final PlaceCosts forward;
  private final PlaceCosts reversed;

  /** The queries of the block; bytes of the block before their first item, and after their last. */
  private final int[] blockQueries;

  private final boolean[] isOfBlock;
  private final long[] lead;
  private final long[] tail;
  private int blockQueryCount;
  private long blockLength;

  BlockInsertion(OrderProblem problem, RequestCost cost) {
    this.problem = problem;
    int queries = problem.queryCount();
    this.last = new int[queries];
    this.offsets = new long[problem.itemCount() + 1];
    this.common = new PlaceCosts(offsets, cost);
    this.forward = new PlaceCosts(offsets, cost);
    this.reversed = new PlaceCosts(offsets, cost);
    this.blockQueries = new int[queries];
    this.isOfBlock = new boolean[queries];
    this.lead = new long[queries];
    this.tail = new long[queries];
  }

  /**
   * Computes the costs.
   *
   * @param rest the order without the block
   * @param restCount number of items in {@code rest}
   * @param block the items to put in
   * @param blockCount number of items in {@code block}, more than 0
   */
  void compute(int[] rest, int restCount, int[] block, int blockCount) {
    boolean withReversed = blockCount > 1;
    measureBlock(block, blockCount);
    for (int i = 0; i < restCount; i++) {
      offsets[i + 1] = offsets[i] + problem.length(rest[i]);
    }
    common.clear(restCount);
    forward.clear(restCount);
    reversed.clear(restCount);
    Arrays.fill(last, NONE);
    for (int i = 0; i < restCount; i++) {
      for (int query : problem.queriesOf(rest[i])) {
        if (last[query] != NONE) {
          addGap(query, last[query] + 1, i);
        }
        if (isOfBlock[query]) {
          addSides(query, last[query], i, withReversed);
        }
        last[query] = i;
      }
    }
    for (int i = 0; i < blockQueryCount; i++) {
      addSides(blockQueries[i], last[blockQueries[i]], NONE, withReversed);
      isOfBlock[blockQueries[i]] = false;
    }
    common.sum();
    forward.sum();
    forward.plus(common);
    if (withReversed) {
      reversed.sum();
      reversed.plus(common);
    }
  }

  /** The cost of all gaps in an order. */
  double cost(int[] order, int count) {
    double sum = 0;
    Arrays.fill(last, NONE);
    for (int i = 0; i < count; i++) {
      offsets[i + 1] = offsets[i] + problem.length(order[i]);
      for (int query : problem.queriesOf(order[i])) {
        if (last[query] != NONE) {
          sum += problem.weight(query) * common.cost(offsets[i] - offsets[last[query] + 1]);
        }
        last[query] = i;
      }
    }
    return sum;
  }

  private void measureBlock(int[] block, int blockCount) {
    blockQueryCount = 0;
    blockLength = 0;
    for (int i = 0; i < blockCount; i++) {
      blockLength += problem.length(block[i]);
    }
    long offset = 0;
    for (int i = 0; i < blockCount; i++) {
      long end = offset + problem.length(block[i]);
      for (int query : problem.queriesOf(block[i])) {
        if (!isOfBlock[query]) {
          isOfBlock[query] = true;
          blockQueries[blockQueryCount++] = query;
          lead[query] = offset;
        }
        tail[query] = blockLength - end;
      }
      offset = end;
    }
  }

  /** The gap around the places becomes longer, or is replaced by the gaps beside the block. */
  private void addGap(int query, int from, int to) {
    long gap = offsets[to] - offsets[from];
    double cost = -common.cost(gap);
    if (!isOfBlock[query]) {
      cost += common.cost(gap + blockLength);
    }
    if (cost != 0) {
      common.addConstant(from, to, problem.weight(query) * cost);
    }
  }

  /** The gaps beside the block, in the places between two items that its query reads. */
  private void addSides(int query, int before, int after, boolean withReversed) {
    double weight = problem.weight(query);
    int from = before + 1;
    int to = after == NONE ? common.lastPlace() : after;
    if (before != NONE) {
      forward.addGapBefore(from, to, lead[query], weight);
      if (withReversed) {
        reversed.addGapBefore(from, to, tail[query], weight);
      }
    }
    if (after != NONE) {
      forward.addGapAfter(from, to, tail[query], weight);
      if (withReversed) {
        reversed.addGapAfter(from, to, lead[query], weight);
      }
    }
  }

  /** The cost of putting the block into a place. */
  double forward(int place) {
    return forward.value(place);
  }

  /** The cost of putting the block into a place in reverse, if it has more than one item. */
  double reversed(int place) {
    return reversed.value(place);
  }
}
