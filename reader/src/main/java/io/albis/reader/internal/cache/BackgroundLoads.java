// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.reader.source.SegmentKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Loads segments that no thread waits for, one request after the other, into free memory. While a
 * reader waits for its own, none starts.
 */
final class BackgroundLoads {

  /** Bytes of a request. */
  private static final long REQUEST = 4L << 20;

  private static final long RETRY_MILLIS = 2;

  private final CacheSource source;
  private final List<SegmentKey> keys;
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private int next;
  private long left;

  private BackgroundLoads(CacheSource source, List<SegmentKey> keys, long maxBytes) {
    this.source = source;
    this.keys = List.copyOf(keys);
    this.left = maxBytes;
  }

  /**
   * Starts to load what is not in memory.
   *
   * @param keys in the order in which they are loaded, except that segments of one request are read
   *     in that of the file
   * @param maxBytes to load at most
   * @return completes when it has ended, never exceptionally: what could not be loaded is loaded
   *     when it is needed
   */
  static CompletableFuture<Void> start(CacheSource source, List<SegmentKey> keys, long maxBytes) {
    BackgroundLoads loads = new BackgroundLoads(source, keys, maxBytes);
    CompletableFuture<Void> unused = CompletableFuture.runAsync(loads::step, delay(0));
    return loads.end;
  }

  private static Executor delay(long millis) {
    return CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS);
  }

  private void step() {
    if (source.store().isAnybodyWaiting()) {
      CompletableFuture<Void> unused = CompletableFuture.runAsync(this::step, delay(RETRY_MILLIS));
      return;
    }
    CompletableFuture<Void> load = null;
    // Until its leases have ended: the load itself is a use of its own.
    if (source.uses().tryBegin()) {
      try {
        load = startNext();
      } finally {
        source.uses().end();
        if (load == null) {
          end.complete(null);
        }
      }
    } else {
      end.complete(null);
    }
    if (load != null) {
      CompletableFuture<Void> unused = load.whenComplete((none, thrown) -> stepAfter(thrown));
    }
  }

  /** Starts the next request; null if there is none, or no memory. */
  private CompletableFuture<Void> startNext() {
    List<SegmentKey> request = nextRequest();
    SegmentRequest started = request.isEmpty() ? null : source.loadFree(request);
    return started == null ? null : started.letRun();
  }

  private void stepAfter(Throwable failure) {
    if (failure != null) {
      // Not on the thread that ends the load: what depends on this may close the table.
      end.completeAsync(() -> null);
    } else {
      CompletableFuture<Void> unused = CompletableFuture.runAsync(this::step, delay(0));
    }
  }

  private List<SegmentKey> nextRequest() {
    List<SegmentKey> request = new ArrayList<>();
    long bytes = 0;
    while (next < keys.size() && bytes < Math.min(left, REQUEST)) {
      SegmentKey key = keys.get(next);
      CacheEntry entry = source.scope().find(key);
      boolean isMissing = entry == null || entry.state() == EntryWord.EMPTY;
      boolean isOther = !request.isEmpty() && !request.get(0).path().equals(key.path());
      if (isOther || (isMissing && bytes + key.length() > left)) {
        break;
      }
      if (isMissing) {
        request.add(key);
        bytes += key.length();
      }
      next++;
    }
    left -= bytes;
    // So that neighbours are read together.
    request.sort(Comparator.comparingLong(SegmentKey::offset));
    return request;
  }
}
