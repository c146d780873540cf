// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.reader.cache.CachePolicy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Evicts segments in the order of the policy. One thread at a time; threads that need memory wait
 * for each other, hits never.
 *
 * <p>With many entries, sorting them all for each eviction would take longer than reading a
 * segment. Then the first sixteenth of the order is used up before the entries are sorted anew;
 * entries whose rank has risen meanwhile are skipped.
 */
final class Evictor {

  /** Up to this number of entries, each eviction sorts them all. */
  private static final int FEW = 2048;

  private static final int SHARE_AT_ONCE = 16;

  private final CacheStore store;
  private final ReentrantLock lock = new ReentrantLock();

  /** What to evict next. Guarded by the lock. */
  private final ArrayDeque<Ranked> queue = new ArrayDeque<>();

  /** Taken from the queue to be evicted together. Guarded by the lock. */
  private final ArrayDeque<Ranked> chosen = new ArrayDeque<>();

  /** What the queue has been filled with since the last eviction. */
  private enum Filled {
    BEFORE,
    PART,
    WHOLE
  }

  private record Ranked(CacheEntry entry, double rank, long lastUse) {}

  private static final Comparator<Ranked> ORDER =
      Comparator.comparingDouble(Ranked::rank).thenComparingLong(Ranked::lastUse);

  Evictor(CacheStore store) {
    this.store = store;
  }

  /**
   * Evicts segments until enough memory is free. For another segment, evicts nothing unless those
   * that it may replace suffice: otherwise both would be lost.
   *
   * @param bytes to free
   * @param rank of the segment that needs the memory; infinity if everything may be evicted
   * @return the bytes that were freed, which may be fewer or more
   */
  long evict(long bytes, double rank, EvictionReason reason) {
    boolean isForAny = rank == Double.POSITIVE_INFINITY;
    long freed = 0;
    lock.lock();
    try {
      Filled filled = fillIfShort();
      while (freed < bytes) {
        boolean isEnough = choose(bytes - freed, rank);
        if (isEnough || (isForAny && !chosen.isEmpty())) {
          long evicted = evictChosen(reason);
          freed += evicted;
          filled = evicted > 0 ? Filled.BEFORE : filled;
        } else if (queue.isEmpty() && filled != Filled.WHOLE) {
          // With the chosen ones, which are still in memory.
          filled = fill(filled == Filled.PART);
        } else {
          break;
        }
      }
    } finally {
      chosen.descendingIterator().forEachRemaining(queue::addFirst);
      chosen.clear();
      lock.unlock();
    }
    return freed;
  }

  /** Takes segments from the queue that may be replaced; returns whether they suffice. */
  private boolean choose(long bytes, double rank) {
    CachePolicy policy = store.policy();
    long found = 0;
    while (found < bytes && !queue.isEmpty()) {
      Ranked next = queue.peek();
      double now = policy.rank(next.entry);
      boolean isCurrent = now <= next.rank && next.entry.lastUse() <= next.lastUse;
      if (isCurrent && rank != Double.POSITIVE_INFINITY && !policy.mayReplace(now, rank)) {
        return false;
      }
      queue.remove();
      if (isCurrent && next.entry.isEvictable()) {
        chosen.add(next);
        found += next.entry.heldBytes();
      }
    }
    return found >= bytes;
  }

  private long evictChosen(EvictionReason reason) {
    long freed = 0;
    while (!chosen.isEmpty()) {
      freed += Math.max(0, store.evict(chosen.remove().entry, reason));
    }
    return freed;
  }

  /** Sorts the entries if there are few, or none is left of the last time. */
  private Filled fillIfShort() {
    return queue.isEmpty() || store.scopes().entryCount() <= FEW ? fill(false) : Filled.BEFORE;
  }

  private Filled fill(boolean isWhole) {
    queue.clear();
    chosen.clear();
    CachePolicy policy = store.policy();
    List<Ranked> all = new ArrayList<>();
    store
        .scopes()
        .forEachEntry(
            entry -> {
              if (entry.state() == EntryWord.LOADED) {
                all.add(new Ranked(entry, policy.rank(entry), entry.lastUse()));
              }
            });
    all.sort(ORDER);
    int count = isWhole || all.size() <= FEW ? all.size() : all.size() / SHARE_AT_ONCE;
    queue.addAll(all.subList(0, count));
    return count == all.size() ? Filled.WHOLE : Filled.PART;
  }
}
