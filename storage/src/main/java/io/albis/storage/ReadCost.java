// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

/**
 * What it costs to read from a storage. Bytes between two ranges are read and thrown away if that
 * costs less than another request.
 *
 * @param requestNanos cost of a request apart from its bytes, in nanoseconds. Requests run at the
 *     same time, so this is less than their latency
 * @param bytesPerSecond rate at which one request transfers bytes
 * @param concurrency number of requests that a reader should keep in flight: more do not make it
 *     faster
 */
public record ReadCost(long requestNanos, long bytesPerSecond, int concurrency) {

  /** Local devices: 20 microseconds, 1.6 GB/s, 2 requests. */
  public static final ReadCost LOCAL = new ReadCost(20_000, 1_600_000_000, 2);

  /** Data nodes of HDFS: 200 microseconds, 500 MB/s, 2 requests. */
  public static final ReadCost HDFS = new ReadCost(200_000, 500_000_000, 2);

  /** Object stores: 10 milliseconds, 100 MB/s, 16 requests. */
  public static final ReadCost OBJECT_STORE = new ReadCost(10_000_000, 100_000_000, 16);

  /** Devices read whole blocks, and small gaps are padding. */
  private static final long MIN_GAP = 4096;

  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if the cost is negative, or the rate or the concurrency not
   *     positive
   */
  public ReadCost {
    if (requestNanos < 0 || bytesPerSecond < 1 || concurrency < 1) {
      throw new IllegalArgumentException(
          "Invalid read cost: "
              + requestNanos
              + " ns, "
              + bytesPerSecond
              + " bytes per second, "
              + concurrency
              + " requests in flight (expected at least 0 ns, 1 byte per second and 1 request)");
    }
  }

  /**
   * The longest gap between two ranges, in bytes, that is cheaper to read than to skip; at least
   * 4096.
   */
  public long maxGap() {
    return Math.max(MIN_GAP, (long) (requestNanos / NANOS_PER_SECOND * bytesPerSecond));
  }
}
