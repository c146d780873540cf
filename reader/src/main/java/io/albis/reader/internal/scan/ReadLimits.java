// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.scan;

import io.albis.reader.internal.plan.ScanPlan;
import io.albis.reader.internal.table.ReadContext;

/**
 * Limits of what a cursor reads together.
 *
 * @param readSize maximum bytes of a request
 * @param sequenceMemory bytes of memory at which a sequence of row groups ends
 */
public record ReadLimits(int readSize, long sequenceMemory) {

  /**
   * Limits for one of several cursors: a sequence has enough for one request per column group, but
   * all sequences together need at most a quarter of the memory, unless single row groups need
   * more.
   *
   * @param readSize maximum bytes of a request
   * @param cursors that share the memory
   */
  public static ReadLimits of(ReadContext context, ScanPlan plan, int readSize, int cursors) {
    long wanted = (long) readSize * Math.max(1, plan.groups().size());
    return new ReadLimits(readSize, Math.min(wanted, context.allocator().limit() / 4 / cursors));
  }
}
