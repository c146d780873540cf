// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentLease;
import io.albis.reader.source.SegmentReader;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Segments that a scan has requested together: hits, those that other requests load, and those that
 * this one loads, by one request to storage. Each has a lease counted from the start, which the
 * request owns until it is taken.
 */
final class SegmentRequest implements PendingSegments {

  private final CacheSource source;
  private final List<SegmentKey> keys;
  private final SegmentReader reader;

  /** Whether a scan has asked for the segments, which counts as a use of them. */
  private final boolean isOfScan;

  /** For each key its entry. */
  private final CacheEntry[] entries;

  /** For each key the load that it waits for; null if it was a hit. */
  private final Load[] loads;

  /** For each key whether this request loads it. */
  private final boolean[] isOwned;

  /** For each key whether this request reads it without the cache. */
  private final boolean[] isUncached;

  /** For each key the memory that this request reads it into; null once it is given away. */
  private final OffHeapBuffer[] buffers;

  /** For each key whether the consumer has taken or released it. */
  private final boolean[] isTaken;

  /** The load of this request. */
  private final Load own;

  /** The request to storage; null if there is none, or it is read by the calling thread. */
  private CompletableFuture<Void> read;

  private long startNanos;

  SegmentRequest(
      CacheSource source, List<SegmentKey> keys, SegmentReader reader, boolean isOfScan) {
    this.source = source;
    this.isOfScan = isOfScan;
    this.keys = keys;
    this.reader = reader;
    this.entries = new CacheEntry[keys.size()];
    this.loads = new Load[keys.size()];
    this.buffers = new OffHeapBuffer[keys.size()];
    this.isOwned = new boolean[keys.size()];
    this.isUncached = new boolean[keys.size()];
    this.isTaken = new boolean[keys.size()];
    this.own = new Load(keys.size() == 1);
  }

  /** A segment that was read without the cache; its scans may be planned all the same. */
  private record Uncached(OffHeapBuffer buffer, CacheScope scope, SegmentKey key)
      implements SegmentLease {
    @Override
    public void close() {
      buffer.release();
      CacheEntry planned = scope.find(key);
      if (planned != null) {
        planned.finishScan();
        planned.removeIfUnplanned();
      }
    }
  }

  /** Leases what is in memory, joins loads, and claims the rest. */
  void claim() {
    for (int i = 0; i < entries.length; i++) {
      do {
        entries[i] = source.scope().entry(keys.get(i));
        loads[i] = entries[i].claim(own, source.store().useOfHit());
      } while (loads[i] == Load.OF_DEAD);
      isOwned[i] = loads[i] == own && !isRepeated(i);
      if (isOwned[i] && isOfScan) {
        source.store().beginRequest(entries[i]);
      }
    }
  }

  /** Whether a key occurs before: empty segments of different columns are at the same place. */
  private boolean isRepeated(int i) {
    for (int j = i - 1; j >= 0 && keys.get(j).offset() == keys.get(i).offset(); j--) {
      if (entries[j] == entries[i]) {
        return true;
      }
    }
    return false;
  }

  boolean isOwned(int i) {
    return isOwned[i];
  }

  CacheEntry entry(int i) {
    return entries[i];
  }

  /** Sets the memory of a segment that this request loads into the cache. */
  void cached(int i, OffHeapBuffer buffer) {
    buffers[i] = buffer;
  }

  /** Sets the memory of a segment that this request reads without the cache. */
  void uncached(int i, OffHeapBuffer buffer) {
    buffers[i] = buffer;
    isUncached[i] = true;
    entries[i].failed();
    entries[i].end();
  }

  private List<Integer> owned() {
    List<Integer> owned = new ArrayList<>();
    for (int i = 0; i < loads.length; i++) {
      if (isOwned[i]) {
        owned.add(i);
      }
    }
    return owned;
  }

  /** Loads what this request must load, and waits for it. */
  void read() {
    List<Integer> owned = owned();
    if (owned.isEmpty()) {
      return;
    }
    begin(owned);
    source.store().beginWait();
    try {
      reader.read(owned.stream().map(keys::get).toList(), targets(owned));
    } catch (RuntimeException | Error e) {
      finish(owned, e);
      throw e;
    } finally {
      source.store().endWait();
    }
    finish(owned, null);
  }

  /** Starts to load what this request must load. */
  void readAsync() {
    List<Integer> owned = owned();
    if (owned.isEmpty()) {
      return;
    }
    begin(owned);
    source.started(own);
    try {
      read = reader.readAsync(owned.stream().map(keys::get).toList(), targets(owned));
    } catch (RuntimeException | Error e) {
      finish(owned, e);
      source.ended(own);
      return;
    }
    // Not the dependent future: cancelling it would not cancel the requests.
    CompletableFuture<Void> unused =
        read.whenComplete(
            (none, thrown) -> {
              try {
                finish(owned, thrown == null ? null : Load.unwrapped(thrown));
              } finally {
                source.ended(own);
              }
            });
  }

  /** Counts the misses, now that nothing prevents the request. */
  private void begin(List<Integer> owned) {
    startNanos = System.nanoTime();
    if (isOfScan) {
      owned.forEach(i -> source.store().countMiss(entries[i]));
    }
  }

  private List<OffHeapBuffer> targets(List<Integer> owned) {
    return owned.stream().map(i -> buffers[i]).toList();
  }

  /** Publishes the segments, or takes back everything after a failure. */
  private void finish(List<Integer> owned, Throwable failure) {
    long nanos = System.nanoTime() - startNanos;
    long bytes = 0;
    for (int i : owned) {
      bytes += keys.get(i).length();
    }
    CacheEvents.loaded(keys.get(owned.get(0)), owned.size(), bytes, nanos, failure);
    source.store().counters().loads.increment();
    source.store().counters().loadNanos.add(nanos);
    if (failure == null) {
      source.store().counters().loadedBytes.add(bytes);
      source.scope().countLoad(bytes, nanos);
      try {
        publish(owned, bytes, nanos);
        own.complete(null);
      } finally {
        // Only if a policy has thrown: nobody must wait for ever.
        own.completeExceptionally(new Load.Withdrawn());
      }
    } else {
      source.store().counters().failedLoads.increment();
      takeBack(owned);
      own.completeExceptionally(failure);
    }
  }

  private void publish(List<Integer> owned, long bytes, long nanos) {
    for (int i : owned) {
      if (!isUncached[i]) {
        CacheEntry entry = entries[i];
        OffHeapBuffer buffer = buffers[i];
        buffers[i] = null;
        long share = (long) (nanos * (keys.get(i).length() / (double) Math.max(1, bytes)));
        entry.loaded(buffer, Math.max(1, share));
        source.loaded(entry);
      }
    }
  }

  private void takeBack(List<Integer> owned) {
    for (int i : owned) {
      // Before others may load the segment again, which needs memory.
      releaseBuffer(i);
      if (!isUncached[i]) {
        entries[i].failed();
      }
    }
  }

  /** Takes back everything, since there is no memory to read into. */
  void abandon() {
    List<Integer> owned = owned();
    if (isOfScan) {
      owned.forEach(i -> entries[i].takeBackRequest());
    }
    takeBack(owned);
    own.completeExceptionally(new Load.Withdrawn());
    close();
  }

  @Override
  public boolean isDone() {
    for (Load load : loads) {
      if (load != null && !load.isDone()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public SegmentLease take(int index) {
    if (isTaken[index]) {
      throw new IllegalStateException(
          "Cannot take segment " + index + " of a request: it was taken or released");
    }
    Load load = loads[index];
    if (load != null) {
      Throwable failure = await(load);
      if (failure != null) {
        return again(index, load, failure);
      }
      if (!isOwned[index] && entries[index].state() != EntryWord.LOADED) {
        // Its owner has read the segment without the cache.
        return again(index, load, new Load.Withdrawn());
      }
    }
    isTaken[index] = true;
    if (!isUncached[index]) {
      return entries[index];
    }
    OffHeapBuffer buffer = buffers[index];
    buffers[index] = null;
    return new Uncached(buffer, source.scope(), keys.get(index));
  }

  private Throwable await(Load load) {
    if (load.isDone()) {
      return load.await();
    }
    long start = System.nanoTime();
    source.store().beginWait();
    try {
      return load.await();
    } finally {
      source.store().endWait();
      source.store().counters().waitNanos.add(System.nanoTime() - start);
    }
  }

  /** A load has failed: fails with its cause, unless that need not concern this segment. */
  private SegmentLease again(int index, Load load, Throwable failure) {
    if (isOwned[index] || !load.mayBeRetried(failure)) {
      close();
      throw Load.thrown(failure);
    }
    isTaken[index] = true;
    entries[index].end();
    try (PendingSegments retried = source.acquire(List.of(keys.get(index)), reader)) {
      return retried.take(0);
    }
  }

  @Override
  public void close() {
    if (read != null && !read.isDone() && isWantedByNobodyElse()) {
      read.cancel(false);
      own.await();
    }
    for (int i = 0; i < entries.length; i++) {
      if (!isTaken[i]) {
        isTaken[i] = true;
        drop(i);
      }
    }
  }

  /**
   * Ends the leases without cancelling anything; what the policy keeps stays in memory.
   *
   * @return completes when this request has ended
   */
  CompletableFuture<Void> letRun() {
    boolean isOwner = !owned().isEmpty();
    for (int i = 0; i < entries.length; i++) {
      isTaken[i] = true;
      drop(i);
    }
    return isOwner ? own : CompletableFuture.completedFuture(null);
  }

  private boolean isWantedByNobodyElse() {
    for (int i = 0; i < entries.length; i++) {
      if (isOwned[i] && !isUncached[i] && entries[i].leases() > 1) {
        return false;
      }
    }
    return true;
  }

  /** Ends the lease of a segment that was not taken: after its load, which goes on for others. */
  private void drop(int i) {
    if (loads[i] == null) {
      entries[i].end();
      return;
    }
    CompletableFuture<Void> unused =
        loads[i].whenComplete(
            (none, thrown) -> {
              if (isUncached[i]) {
                releaseBuffer(i);
              } else {
                entries[i].end();
              }
            });
  }

  private void releaseBuffer(int i) {
    OffHeapBuffer buffer = buffers[i];
    buffers[i] = null;
    if (buffer != null) {
      buffer.release();
    }
  }
}
