// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.order;

/**
 * What it costs to read some columns of a row group, or the weighted sum of that over a workload.
 *
 * @param requests number of requests
 * @param bytes that are read, gaps included
 * @param nanos time of the requests, one after the other, in nanoseconds
 */
public record ReadEstimate(double requests, double bytes, double nanos) {

  /** No requests. */
  public static final ReadEstimate ZERO = new ReadEstimate(0, 0, 0);

  /**
   * The sum of this and a multiple of another estimate.
   *
   * @param weight of the other
   */
  public ReadEstimate plus(ReadEstimate other, double weight) {
    return new ReadEstimate(
        requests + weight * other.requests,
        bytes + weight * other.bytes,
        nanos + weight * other.nanos);
  }
}
