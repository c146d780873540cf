// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.writer.internal.plan.WritePlan;
import java.util.Map;

/**
 * The destination of a writer, and its limits.
 *
 * @param uri the directory of the table
 * @param options the options of the storage
 * @param rowGroupSize the target size of a row group, in bytes
 * @param segmentSize the target size of a segment, in bytes
 * @param memoryLimit the limit of the off-heap memory of all row writers together, in bytes
 * @param threads the number of row writers that are open at the same time
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
