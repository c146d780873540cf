// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.order;

/**
 * The cost model of scans. Immutable and thread-safe.
 *
 * <p>A query reads the extents of its column groups in a row group. A {@link RequestRule} turns
 * them into requests: neighbours become one, a gap is read over if its bytes cost no more than a
 * request, and no request is longer than the read size. The estimated time is that of the requests
 * one after the other, {@code requests * requestNanos + bytes / bytesPerSecond}, where the bytes
 * are those of the requests, gaps included. The cost of a workload is the sum of the costs of its
 * queries, each multiplied by its weight.
 *
 * <p>The model leaves out what does not depend on the order, or hardly: metadata, decoding, pruning
 * of segments, and that readers join the end of one row group and the start of the next. Real
 * readers cut long extents only between segments.
 */
public final class ScanCost {

  private final RequestCost cost;
  private final RequestRule rule;

  /**
   * Creates the model.
   *
   * @param readSize the maximum length of a request in bytes
   */
  public ScanCost(RequestCost cost, long readSize) {
    this.cost = cost;
    this.rule = RequestRule.of(cost, readSize);
  }

  /** The cost of a request. */
  public RequestCost requestCost() {
    return cost;
  }

  /**
   * The cost of a query, without its weight.
   *
   * @param query whose ids are those of column groups
   * @throws IllegalArgumentException if the query reads a column group that is not in the layout
   */
  public ReadEstimate estimate(RowGroupLayout layout, Workload.Query query) {
    int[] positions = layout.positions(query);
    long[] offsets = new long[positions.length];
    long[] lengths = new long[positions.length];
    for (int i = 0; i < positions.length; i++) {
      offsets[i] = layout.offset(positions[i]);
      lengths[i] = layout.length(positions[i]);
    }
    Sum sum = new Sum();
    rule.requests(offsets, lengths, positions.length, sum);
    return new ReadEstimate(sum.requests, sum.bytes, cost.nanos(sum.requests, sum.bytes));
  }

  /**
   * The weighted sum of the costs of all queries.
   *
   * @param workload whose ids are those of column groups
   * @throws IllegalArgumentException if a query reads a column group that is not in the layout
   */
  public ReadEstimate estimate(RowGroupLayout layout, Workload workload) {
    ReadEstimate total = ReadEstimate.ZERO;
    for (Workload.Query query : workload.queries()) {
      total = total.plus(estimate(layout, query), query.weight());
    }
    return total;
  }

  private static final class Sum implements RequestRule.Requests {

    long requests;
    long bytes;

    @Override
    public void add(long offset, long length) {
      requests++;
      bytes += length;
    }
  }
}
