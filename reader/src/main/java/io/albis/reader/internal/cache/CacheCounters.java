// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts what a cache has done, except hits, which entries count. Thread-safe. */
final class CacheCounters {

  final LongAdder loads = new LongAdder();
  final LongAdder loadedBytes = new LongAdder();
  final LongAdder failedLoads = new LongAdder();
  final LongAdder loadNanos = new LongAdder();
  final LongAdder bypasses = new LongAdder();
  final LongAdder waitNanos = new LongAdder();
  private final LongAdder planned = new LongAdder();
  private final LongAdder finished = new LongAdder();
  private final LongAdder withdrawn = new LongAdder();
  private final Map<EvictionReason, LongAdder> evictions = adders();
  private final Map<EvictionReason, LongAdder> evictedBytes = adders();

  private static Map<EvictionReason, LongAdder> adders() {
    Map<EvictionReason, LongAdder> adders = new EnumMap<>(EvictionReason.class);
    for (EvictionReason reason : EvictionReason.values()) {
      adders.put(reason, new LongAdder());
    }
    return adders;
  }

  void evicted(EvictionReason reason, long bytes) {
    evictions.get(reason).increment();
    evictedBytes.get(reason).add(bytes);
  }

  void plannedScans(long count) {
    planned.add(count);
  }

  void finishedScans(long count) {
    finished.add(count);
  }

  void withdrawnScans(long count) {
    withdrawn.add(count);
  }

  long planned() {
    return planned.sum();
  }

  long finished() {
    return finished.sum();
  }

  long withdrawn() {
    return withdrawn.sum();
  }

  Map<String, Long> evictions() {
    return sums(evictions);
  }

  Map<String, Long> evictedBytes() {
    return sums(evictedBytes);
  }

  private static Map<String, Long> sums(Map<EvictionReason, LongAdder> adders) {
    Map<String, Long> sums = new HashMap<>();
    adders.forEach((reason, adder) -> sums.put(reason.name(), adder.sum()));
    return sums;
  }
}
