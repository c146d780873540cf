// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.cache;

import io.albis.reader.internal.selection.ChunkId;
import io.albis.reader.internal.selection.ChunkSelection;
import io.albis.reader.internal.selection.ChunkUse;
import io.albis.reader.internal.selection.SelectingPolicy;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * See {@link CachePolicy#lazy}. Differs from Pixels, section 4.2, in two points. A chunk that was
 * read only once is not selected, however small it is: loading it again in the background costs as
 * many bytes as the next request would, and nothing shows that there will be one. And a selection
 * stays until another one would serve clearly more requests, which is what Pixels calls an evolved
 * workload.
 */
final class LazyPolicy implements SelectingPolicy {

  /** The selection leaves room for segments that are being read, and are not kept. */
  private static final double SELECTED_SHARE = 0.9;

  /** How much more of the requests a new selection must serve than the current one. */
  private static final double MIN_GAIN = 1.05;

  private final Duration interval;

  LazyPolicy(Duration interval) {
    this.interval = Objects.requireNonNull(interval, "interval");
  }

  @Override
  public String name() {
    return "lazy";
  }

  @Override
  public boolean admits(CachedSegment segment) {
    return segment.isSelected();
  }

  @Override
  public double rank(CachedSegment segment) {
    return segment.isSelected() ? 1 : 0;
  }

  @Override
  public boolean mayReplace(double ranked, double candidate) {
    return ranked < candidate;
  }

  @Override
  public Duration selectionInterval() {
    return interval;
  }

  @Override
  public ChunkSelection select(Collection<ChunkUse> uses, long limit, ChunkSelection current) {
    List<ChunkUse> ordered =
        uses.stream()
            .filter(ChunkUse::isRepeated)
            .sorted(
                Comparator.comparingDouble(ChunkUse::efficiency)
                    .reversed()
                    .thenComparing(use -> use.id().path())
                    .thenComparingLong(use -> use.id().offset()))
            .toList();
    long room = (long) (limit * SELECTED_SHARE);
    Set<ChunkId> chosen = new HashSet<>();
    for (ChunkUse use : ordered) {
      if (use.bytes() <= room) {
        room -= use.bytes();
        chosen.add(use.id());
      }
    }
    double now = served(uses, current.chunks());
    return served(uses, chosen) > now * MIN_GAIN ? new ChunkSelection(chosen) : current;
  }

  /** The requests that a selection would have served. */
  private static double served(Collection<ChunkUse> uses, Set<ChunkId> chunks) {
    double requests = 0;
    for (ChunkUse use : uses) {
      if (chunks.contains(use.id())) {
        requests += use.hits() + use.misses();
      }
    }
    return requests;
  }
}
