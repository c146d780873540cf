// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.reader.cache.CachePolicy;
import io.albis.reader.cache.CachedSegment;
import io.albis.reader.internal.selection.ChunkSelection;
import io.albis.reader.internal.selection.ChunkUse;
import io.albis.reader.internal.selection.SelectingPolicy;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A policy whose failures fail no scan: a segment that it cannot decide about is not kept, and is
 * the first that is evicted. Selections fail, since no thread waits for them. As thread-safe as the
 * policy.
 */
final class GuardedPolicy implements CachePolicy {

  private static final Logger LOG = LoggerFactory.getLogger(GuardedPolicy.class);

  private final CachePolicy policy;
  private final AtomicBoolean hasFailed = new AtomicBoolean();

  GuardedPolicy(CachePolicy policy) {
    this.policy = policy;
  }

  /** Logs the first failure: there may be as many as segments. */
  private void report(RuntimeException failure) {
    if (!hasFailed.getAndSet(true)) {
      LOG.error(
          "The cache policy {} has failed; segments that it cannot decide about are not kept",
          policy.name(),
          failure);
    }
  }

  @Override
  public String name() {
    return policy.name();
  }

  @Override
  public boolean admits(CachedSegment segment) {
    try {
      return policy.admits(segment);
    } catch (RuntimeException e) {
      report(e);
      return false;
    }
  }

  @Override
  public double rank(CachedSegment segment) {
    try {
      return policy.rank(segment);
    } catch (RuntimeException e) {
      report(e);
      return Double.NEGATIVE_INFINITY;
    }
  }

  @Override
  public boolean mayReplace(double ranked, double candidate) {
    try {
      return policy.mayReplace(ranked, candidate);
    } catch (RuntimeException e) {
      report(e);
      return false;
    }
  }

  /** Whether requests are counted by chunk, so that chunks can be selected. */
  boolean selectsChunks() {
    return policy instanceof SelectingPolicy selecting && selecting.selectsChunks();
  }

  /** How often chunks are selected; zero for never. */
  Duration selectionInterval() {
    return policy instanceof SelectingPolicy selecting
        ? selecting.selectionInterval()
        : Duration.ZERO;
  }

  /** The selection of the policy; the current one unless it selects. */
  ChunkSelection select(Collection<ChunkUse> uses, long limit, ChunkSelection current) {
    return policy instanceof SelectingPolicy selecting
        ? selecting.select(uses, limit, current)
        : current;
  }
}
