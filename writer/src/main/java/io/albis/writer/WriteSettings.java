// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.writer.internal.plan.WritePlan;
import java.util.Map;

/**
 * Where a process writes, and with which limits.
 *
 * @param uri of the table
 * @param options of the storage
 * @param rowGroupSize aimed at, in bytes
 * @param segmentSize aimed at, in bytes
 * @param memoryLimit off-heap bytes of all row writers together
 * @param threads row writers that are open at the same time
 */
record WriteSettings(
    String uri,
    Map<String, String> options,
    long rowGroupSize,
    long segmentSize,
    long memoryLimit,
    int threads) {

  WritePlan plan(TableTarget target) {
    long share = memoryLimit / threads;
    return new WritePlan(
        target.schema(), target.columnGroups(), segmentSize, Math.min(rowGroupSize, share / 2));
  }
}
