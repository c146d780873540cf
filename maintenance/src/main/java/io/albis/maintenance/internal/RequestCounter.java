// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.internal.order.RequestRule;
import io.albis.storage.ReadCost;
import java.util.Arrays;

/** Counts the requests by which readers get ranges of files. For one thread. */
final class RequestCounter {

  /** The length of requests that readers make by default. */
  private static final long READ_SIZE = 2 << 20;

  private final RequestRule rule;
  private long[] offsets = new long[64];
  private long[] lengths = new long[64];
  private int count;
  private long requests;

  RequestCounter(ReadCost cost) {
    this.rule = new RequestRule(cost.maxGap(), READ_SIZE);
  }

  /** Starts to count. */
  void start() {
    count = 0;
    requests = 0;
  }

  /** The next range is in another file, or before the last one. */
  void newFile() {
    rule.requests(offsets, lengths, count, (offset, length) -> requests++);
    count = 0;
  }

  /** Adds a range behind the last one. */
  void add(long offset, long length) {
    if (count == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * count);
      lengths = Arrays.copyOf(lengths, 2 * count);
    }
    offsets[count] = offset;
    lengths[count] = length;
    count++;
  }

  /** The number of requests. */
  long end() {
    newFile();
    return requests;
  }
}
