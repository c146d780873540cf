// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.order;

/**
 * What it costs to read from a storage: a request of {@code n} bytes takes {@code requestNanos + n
 * / bytesPerSecond}.
 *
 * @param requestNanos cost of a request apart from its bytes, in nanoseconds. If requests run at
 *     the same time, this is less than their latency
 * @param bytesPerSecond rate at which the bytes of a request are transferred
 */
public record RequestCost(long requestNanos, long bytesPerSecond) {

  static final double NANOS_PER_SECOND = 1e9;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if the cost is negative or the rate not positive
   */
  public RequestCost {
    if (requestNanos < 0 || bytesPerSecond < 1) {
      throw new IllegalArgumentException(
          "Invalid cost of requests: "
              + requestNanos
              + " ns, "
              + bytesPerSecond
              + " bytes per second (expected at least 0 ns and 1 byte per second)");
    }
  }

  /**
   * Fits the cost to measured requests. Some measurements may be far off: about a quarter of them
   * has no influence on the result.
   *
   * <p>The fit is a least-squares fit of relative errors, because the time of a long request varies
   * more than that of a short one, reweighted by Tukey's biweight. It starts from the median of the
   * slopes between all pairs (Theil and Sen). A negative cost of a request becomes 0.
   *
   * @param bytes length of each request; best of many lengths, from a few KiB to several MiB, in
   *     random order
   * @param nanos time of each request
   * @throws IllegalArgumentException if the arrays differ in length, if a length is negative or a
   *     time not positive, if there are fewer than two different lengths, or if longer requests are
   *     not slower
   */
  public static RequestCost fit(long[] bytes, long[] nanos) {
    return RequestCostFit.fit(bytes, nanos);
  }

  /** The longest gap between two ranges, in bytes, that is cheaper to read than to skip. */
  public long maxGap() {
    return (long) (requestNanos / NANOS_PER_SECOND * bytesPerSecond);
  }

  /**
   * The time of requests that run one after the other.
   *
   * @return in nanoseconds
   */
  public double nanos(long requests, long bytes) {
    return (double) requests * requestNanos + bytes * (NANOS_PER_SECOND / bytesPerSecond);
  }
}
