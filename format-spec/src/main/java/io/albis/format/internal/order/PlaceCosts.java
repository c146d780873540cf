// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.order;

import java.util.Arrays;

/**
 * A sum of functions of the places of an order, each of them constant or linear in the offset over
 * a range of places. Adding one takes constant time or that of a binary search. Not thread-safe.
 */
final class PlaceCosts {

  private final long[] offsets;

  /** Gaps of more bytes cost one request. */
  private final double maxGap;

  private final double requestsPerByte;

  /**
   * Until {@link #sum}, the difference to the place before; the costs are slope * offset + base.
   */
  private final double[] slope;

  private final double[] base;
  private int lastPlace;

  /**
   * Creates an empty sum.
   *
   * @param offsets of the places, strictly ascending; filled in by the caller
   * @param cost of a request, more than 0
   */
  PlaceCosts(long[] offsets, RequestCost cost) {
    this.offsets = offsets;
    this.maxGap = cost.requestNanos() / RequestCost.NANOS_PER_SECOND * cost.bytesPerSecond();
    this.requestsPerByte = 1 / maxGap;
    this.slope = new double[offsets.length + 1];
    this.base = new double[offsets.length + 1];
  }

  /** The cost of a gap in requests. */
  double cost(long gap) {
    return gap < maxGap ? gap * requestsPerByte : 1;
  }

  void clear(int lastPlace) {
    this.lastPlace = lastPlace;
    Arrays.fill(slope, 0, lastPlace + 2, 0);
    Arrays.fill(base, 0, lastPlace + 2, 0);
  }

  int lastPlace() {
    return lastPlace;
  }

  /** Adds a constant to a range of places; both ends belong to it. */
  void addConstant(int from, int to, double value) {
    base[from] += value;
    base[to + 1] -= value;
  }

  /**
   * Adds the cost of a gap that begins at the first place of the range and ends at each of them.
   *
   * @param more bytes of the gap behind the place
   */
  void addGapBefore(int from, int to, long more, double weight) {
    double start = (double) offsets[from] - more;
    int end = offsets[to] - start < maxGap ? to + 1 : firstFrom(start + maxGap, from, to);
    if (end > from) {
      addLinear(from, end - 1, weight * requestsPerByte, start);
    }
    if (end <= to) {
      addConstant(end, to, weight);
    }
  }

  /**
   * Adds the cost of a gap that begins at each place of the range and ends at the last.
   *
   * @param more bytes of the gap in front of the place
   */
  void addGapAfter(int from, int to, long more, double weight) {
    double end = (double) offsets[to] + more;
    int start = end - offsets[from] < maxGap ? from : firstFrom(end - maxGap, from, to);
    if (start > from) {
      addConstant(from, start - 1, weight);
    }
    if (start <= to) {
      addLinear(start, to, -weight * requestsPerByte, end);
    }
  }

  private void addLinear(int from, int to, double factor, double zero) {
    slope[from] += factor;
    slope[to + 1] -= factor;
    addConstant(from, to, -factor * zero);
  }

  /** The first place of a range with an offset of at least a limit, or the one behind the range. */
  private int firstFrom(double limit, int from, int to) {
    int low = from;
    int high = to + 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (offsets[middle] < limit) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Turns the differences into the costs. */
  void sum() {
    double slopes = 0;
    double bases = 0;
    for (int i = 0; i <= lastPlace; i++) {
      slopes += slope[i];
      bases += base[i];
      base[i] = slopes * offsets[i] + bases;
    }
  }

  /** Adds other costs to these. */
  void plus(PlaceCosts other) {
    for (int i = 0; i <= lastPlace; i++) {
      base[i] += other.base[i];
    }
  }

  /** The cost at a place, after {@link #sum}. */
  double value(int place) {
    return base[place];
  }
}
