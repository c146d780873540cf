// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.reader.internal.io.BackgroundTasks;
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
  private final SegmentReader reader;

  /** Whether a scan has asked for the segments, which counts as a use of them. */
  private final boolean isOfScan;

  private final List<RequestedSegment> segments;

  /** Those that this request loads; set once all are claimed. */
  private List<RequestedSegment> owned = List.of();

  /** The load of this request. */
  private final Load own;

  /** The request to storage; null if there is none, or it is read by the calling thread. */
  private CompletableFuture<Void> read;

  private long startNanos;

  SegmentRequest(
      CacheSource source, List<SegmentKey> keys, SegmentReader reader, boolean isOfScan) {
    this.source = source;
    this.isOfScan = isOfScan;
    this.reader = reader;
    this.segments = new ArrayList<>(keys.size());
    for (SegmentKey key : keys) {
      segments.add(new RequestedSegment(source.scope(), key));
    }
    this.own = new Load(keys.size() == 1);
  }

  /**
   * Leases what is in memory, joins loads, and claims the rest.
   *
   * @return the segments that this request must load
   */
  List<RequestedSegment> claim() {
    owned = new ArrayList<>();
    for (int i = 0; i < segments.size(); i++) {
      RequestedSegment segment = segments.get(i);
      segment.claim(own, source.store().useOfHit());
      if (segment.isOwned() && isRepeated(i)) {
        segment.leaveLoad();
      }
      if (segment.isOwned()) {
        owned.add(segment);
        if (isOfScan && segment.entry() != null) {
          source.store().beginRequest(segment.entry());
        }
      }
    }
    return owned;
  }

  /** A segment, in the order of the request. */
  RequestedSegment segment(int index) {
    return segments.get(index);
  }

  /** Whether a key occurs before: empty segments of different columns are at the same place. */
  private boolean isRepeated(int i) {
    RequestedSegment segment = segments.get(i);
    long offset = segment.key().offset();
    for (int j = i - 1; j >= 0 && segments.get(j).key().offset() == offset; j--) {
      if (segment.entry() != null && segments.get(j).entry() == segment.entry()) {
        return true;
      }
    }
    return false;
  }

  /** Loads what this request must load, and waits for it. */
  void read() {
    if (owned.isEmpty()) {
      return;
    }
    begin();
    source.store().beginWait();
    try {
      reader.read(keys(), targets());
    } catch (RuntimeException | Error e) {
      finish(e);
      throw e;
    } finally {
      source.store().endWait();
    }
    finish(null);
  }

  /** Starts to load what this request must load. */
  void readAsync() {
    if (owned.isEmpty()) {
      return;
    }
    begin();
    source.uses().begin();
    try {
      read = reader.readAsync(keys(), targets());
    } catch (RuntimeException | Error e) {
      try {
        finish(e);
      } finally {
        source.uses().end();
      }
      return;
    }
    // Not the dependent future: cancelling it would not cancel the requests.
    CompletableFuture<Void> unused =
        read.whenComplete(
            (none, thrown) -> {
              try {
                finish(thrown == null ? null : Load.unwrapped(thrown));
              } finally {
                source.uses().end();
              }
            });
  }

  /** Counts the misses, now that nothing prevents the request. */
  private void begin() {
    startNanos = System.nanoTime();
    for (RequestedSegment segment : owned) {
      if (isOfScan && segment.entry() != null) {
        source.store().countMiss(segment.entry());
      }
      if (segment.isUncached()) {
        source.store().counters().bypasses.increment();
      }
    }
  }

  private List<SegmentKey> keys() {
    return owned.stream().map(RequestedSegment::key).toList();
  }

  private List<OffHeapBuffer> targets() {
    return owned.stream().map(RequestedSegment::buffer).toList();
  }

  /** Publishes the segments, or takes back everything after a failure. */
  private void finish(Throwable failure) {
    long nanos = System.nanoTime() - startNanos;
    long bytes = 0;
    for (RequestedSegment segment : owned) {
      bytes += segment.key().length();
    }
    CacheEvents.loaded(owned.get(0).key(), owned.size(), bytes, nanos, failure);
    source.store().counters().loads.increment();
    source.store().counters().loadNanos.add(nanos);
    if (failure == null) {
      source.store().counters().loadedBytes.add(bytes);
      source.scope().countLoad(bytes, nanos);
      publish(bytes, nanos);
      own.complete(null);
      // After everything is published and no thread waits any more: a policy of an engine may
      // throw.
      for (RequestedSegment segment : owned) {
        if (!segment.isUncached()) {
          source.loaded(segment.entry());
        }
      }
    } else {
      source.store().counters().failedLoads.increment();
      owned.forEach(RequestedSegment::takeBack);
      own.completeExceptionally(failure);
    }
  }

  private void publish(long bytes, long nanos) {
    for (RequestedSegment segment : owned) {
      if (!segment.isUncached()) {
        long share = (long) (nanos * (segment.key().length() / (double) Math.max(1, bytes)));
        source.permitted(segment.entry());
        segment.publish(Math.max(1, share));
      }
    }
  }

  /** Takes back everything, since there is no memory to read into. */
  void abandon() {
    for (RequestedSegment segment : owned) {
      if (isOfScan && segment.entry() != null) {
        segment.entry().takeBackRequest();
      }
      segment.takeBack();
    }
    own.completeExceptionally(new Load.Withdrawn());
    close();
  }

  @Override
  public boolean isDone() {
    return segments.stream().allMatch(RequestedSegment::isDone);
  }

  @Override
  public SegmentLease take(int index) {
    RequestedSegment segment = segments.get(index);
    if (segment.isTaken()) {
      throw new IllegalStateException(
          "Cannot take segment " + index + " of a request: it was taken or released");
    }
    Load load = segment.load();
    if (load != null) {
      Throwable failure = await(load);
      if (failure != null) {
        return again(segment, failure);
      }
      if (segment.isGone()) {
        // Its owner has read the segment without the cache.
        return again(segment, new Load.Withdrawn());
      }
    }
    return segment.take();
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
  private SegmentLease again(RequestedSegment segment, Throwable failure) {
    if (segment.isOwned() || !segment.load().mayBeRetried(failure)) {
      close();
      throw Load.thrown(failure);
    }
    segment.giveUp();
    try (PendingSegments retried = source.acquire(List.of(segment.key()), reader)) {
      return retried.take(0);
    }
  }

  @Override
  public void close() {
    if (read != null
        && !read.isDone()
        && segments.stream().noneMatch(RequestedSegment::isWantedByOthers)) {
      read.cancel(false);
      // If interrupted, what follows is done when the read ends, which the table waits for.
      BackgroundTasks.awaitUnlessInterrupted(own);
    }
    for (RequestedSegment segment : segments) {
      if (!segment.isTaken()) {
        segment.drop();
      }
    }
  }

  /**
   * Ends the leases without cancelling anything; what the policy keeps stays in memory.
   *
   * @return completes when this request has ended
   */
  CompletableFuture<Void> letRun() {
    segments.forEach(RequestedSegment::drop);
    return owned.isEmpty() ? CompletableFuture.completedFuture(null) : own;
  }
}
