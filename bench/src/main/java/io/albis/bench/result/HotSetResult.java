// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.result;

import java.util.List;

/**
 * What policies of the cache make of a workload.
 *
 * @param workload its name
 * @param description of a few words
 * @param seconds from the first read to the last one
 * @param dataBytes of all different segments
 * @param readBytes of all reads
 * @param runs of each policy at each size
 */
public record HotSetResult(
    String workload,
    String description,
    double seconds,
    long dataBytes,
    long readBytes,
    List<Run> runs) {

  /** Copies the list. */
  public HotSetResult {
    runs = List.copyOf(runs);
  }

  /**
   * A policy at a size.
   *
   * @param limitBytes limit of the cache
   * @param share the limit as a share of all data, 0 to 1
   * @param hitRate share of the bytes read that were in memory, 0 to 1
   * @param deviceBytes bytes loaded
   * @param ofLru the same as a share of those that the lru policy loads; NaN if it did not run
   */
  public record Run(
      String policy,
      long limitBytes,
      double share,
      double hitRate,
      long deviceBytes,
      double ofLru) {}
}
