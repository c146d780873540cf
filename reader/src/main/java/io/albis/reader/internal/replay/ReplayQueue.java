// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.replay;

import io.albis.reader.cache.CachePolicy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** The segments of a replay in the order in which the policy gives them up. */
final class ReplayQueue {

  /** Up to this number of segments, all are sorted for an eviction; otherwise a part. */
  private static final int FEW = 64;

  private static final int SHARE_AT_ONCE = 16;

  private final CachePolicy policy;
  private final ArrayDeque<Ranked> queue = new ArrayDeque<>();

  /** A segment and its place in the order of eviction. */
  private record Ranked(ReplayedSegment segment, double rank, long lastUse) {

    /** Whether it is still in memory, in the same place of the order or an earlier one. */
    boolean isCurrent(CachePolicy policy) {
      return segment.isResident() && segment.lastUse() == lastUse && policy.rank(segment) <= rank;
    }
  }

  ReplayQueue(CachePolicy policy) {
    this.policy = policy;
  }

  /**
   * Takes the segments that another one replaces.
   *
   * @param missing bytes that it needs
   * @param rank of the other segment
   * @param resident what is in memory
   * @return empty if those that it may replace do not suffice
   */
  List<ReplayedSegment> choose(long missing, double rank, Collection<ReplayedSegment> resident) {
    ArrayDeque<Ranked> chosen = new ArrayDeque<>();
    long found = 0;
    boolean isFilled = false;
    boolean isWhole = false;
    while (found < missing) {
      Ranked next = queue.peek();
      if (next == null && !isWhole) {
        // With the chosen ones, which are still in memory.
        chosen.clear();
        found = 0;
        isWhole = fill(resident, isFilled);
        isFilled = true;
      } else if (next == null || isHigher(next, rank)) {
        chosen.descendingIterator().forEachRemaining(queue::addFirst);
        return List.of();
      } else {
        queue.remove();
        if (next.isCurrent(policy)) {
          chosen.add(next);
          found += next.segment().heldBytes();
        }
      }
    }
    return chosen.stream().map(Ranked::segment).toList();
  }

  private boolean isHigher(Ranked next, double rank) {
    return next.isCurrent(policy) && !policy.mayReplace(next.rank(), rank);
  }

  /**
   * Sorts what is in memory; of many segments, only the first are taken, as in the cache.
   *
   * @return whether all are
   */
  private boolean fill(Collection<ReplayedSegment> resident, boolean isWhole) {
    List<Ranked> ranked = new ArrayList<>(resident.size());
    for (ReplayedSegment segment : resident) {
      ranked.add(new Ranked(segment, policy.rank(segment), segment.lastUse()));
    }
    ranked.sort(Comparator.comparingDouble(Ranked::rank).thenComparingLong(Ranked::lastUse));
    int count = isWhole || ranked.size() <= FEW ? ranked.size() : ranked.size() / SHARE_AT_ONCE;
    queue.addAll(ranked.subList(0, count));
    return count == ranked.size();
  }
}
