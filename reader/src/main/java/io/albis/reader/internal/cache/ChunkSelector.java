// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.reader.internal.selection.ChunkSelection;
import io.albis.reader.internal.selection.ChunkUse;
import io.albis.reader.source.SegmentKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Applies a selection of chunks in the three steps of Pixels, section 4.1. W1: the selection takes
 * effect, so that segments of other chunks are no longer kept, and those in memory that no scan
 * reads are evicted; the others stay where they are. W2: missing segments are loaded into the free
 * memory in the background. W3: each becomes visible when it is loaded. Readers wait for none of
 * it.
 */
public final class ChunkSelector {

  private final CacheStore store;

  ChunkSelector(CacheStore store) {
    this.store = store;
  }

  /**
   * Lets the policy select chunks; applies the selection if it is another one.
   *
   * @return completes when what can be loaded now is loaded
   */
  public CompletableFuture<Void> select() {
    List<ChunkUse> uses = new ArrayList<>();
    for (CacheScope scope : store.scopes().all()) {
      scope.chunks().forEach(chunk -> uses.add(chunk.use()));
    }
    ChunkSelection now = store.selection();
    ChunkSelection chosen = store.policy().select(uses, store.limit(), now);
    return chosen.equals(now) ? CompletableFuture.completedFuture(null) : apply(chosen);
  }

  /**
   * Applies a selection.
   *
   * @return completes when what can be loaded now is loaded
   */
  public CompletableFuture<Void> apply(ChunkSelection chosen) {
    store.setSelection(chosen);
    store
        .scopes()
        .forEachEntry(
            entry -> {
              if (!store.policy().admits(entry)) {
                store.evict(entry, EvictionReason.NOT_SELECTED);
              }
            });
    store.returnMemory();
    List<CompletableFuture<Void>> loads = new ArrayList<>();
    for (CacheScope scope : store.scopes().all()) {
      scope.sources().stream()
          .filter(source -> !source.isClosed())
          .findFirst()
          .ifPresent(source -> loads.add(load(source, chosen)));
    }
    return CompletableFuture.allOf(loads.toArray(CompletableFuture[]::new));
  }

  private static CompletableFuture<Void> load(CacheSource source, ChunkSelection chosen) {
    List<SegmentKey> keys = new ArrayList<>();
    for (ChunkCounts chunk : source.scope().chunks()) {
      if (chosen.contains(chunk.id())) {
        keys.addAll(chunk.segments());
      }
    }
    keys.sort(Comparator.comparing(SegmentKey::path).thenComparingLong(SegmentKey::offset));
    return BackgroundLoads.start(source, keys, source.store().limit());
  }
}
