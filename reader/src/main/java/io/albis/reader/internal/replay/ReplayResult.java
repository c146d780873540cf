// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.replay;

/**
 * What a policy would have made of a trace.
 *
 * @param policy name of the policy
 * @param limitBytes limit of the cache
 * @param reads number of reads
 * @param hits reads of segments that were in memory
 * @param readBytes bytes of the reads
 * @param hitBytes bytes of the hits
 * @param deviceBytes bytes loaded, for reads and for chunks that the policy selected
 * @param evictions segments that have left the memory
 * @param peakBytes the most that was in memory, in whole pages
 */
public record ReplayResult(
    String policy,
    long limitBytes,
    long reads,
    long hits,
    long readBytes,
    long hitBytes,
    long deviceBytes,
    long evictions,
    long peakBytes) {

  /** The share of the bytes that were in memory, 0 to 1. */
  public double hitRate() {
    return readBytes == 0 ? 0 : hitBytes / (double) readBytes;
  }
}
