// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.replay;

import io.albis.reader.cache.CachePolicy;
import io.albis.reader.internal.cache.FreeMemory;
import io.albis.reader.internal.selection.ChunkId;
import io.albis.reader.internal.selection.ChunkSelection;
import io.albis.reader.internal.selection.ChunkUse;
import io.albis.reader.internal.selection.SelectingPolicy;
import io.albis.reader.source.SegmentKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs a policy over a trace without any data. It treats scans one segment at a time: a lease ends
 * before the next segment is read. Otherwise it follows the cache: a segment is admitted or not
 * when it is loaded, when its lease ends and when it is no longer planned, the policy ranks what is
 * in memory when memory is short, and selections are loaded as soon as they are made.
 */
public final class CacheReplay {

  /** How often recent uses are halved. */
  private static final long AGING_MILLIS = 60_000;

  private final CacheTrace trace;
  private final CachePolicy policy;
  private final ReplaySettings settings;
  private final List<ReplayedSegment> segments = new ArrayList<>();
  private final Set<ReplayedSegment> resident = new LinkedHashSet<>();
  private final Map<String, PlanCounts> plans = new LinkedHashMap<>();
  private final Map<ChunkId, ChunkCounts> chunks = new HashMap<>();
  private final ReplayQueue queue;
  private ChunkSelection selection = ChunkSelection.NONE;
  private boolean hasUnkept;
  private long nextSelection;
  private long nextAging = AGING_MILLIS;
  private long held;
  private long peak;
  private long reads;
  private long hits;
  private long readBytes;
  private long hitBytes;
  private long deviceBytes;
  private long evictions;

  /** The scans of a plan that are left, by segment. */
  private static final class PlanCounts {
    private final Map<Integer, Integer> left = new HashMap<>();
  }

  /** How often a chunk was requested. */
  private static final class ChunkCounts {
    private final Set<ReplayedSegment> requested = new LinkedHashSet<>();
    private long bytes;
    private long hits;
    private long misses;
  }

  private CacheReplay(CacheTrace trace, CachePolicy policy, ReplaySettings settings) {
    this.trace = trace;
    this.policy = policy;
    this.settings = settings;
    this.queue = new ReplayQueue(policy);
    for (SegmentKey key : trace.segments()) {
      segments.add(new ReplayedSegment(key, settings.loadNanos(key.length())));
    }
    this.nextSelection = selectionMillis();
  }

  /**
   * Runs a policy over a trace.
   *
   * @param policy a new one, since policies may remember what they have seen
   */
  public static ReplayResult run(CacheTrace trace, CachePolicy policy, ReplaySettings settings) {
    return new CacheReplay(trace, policy, settings).run();
  }

  private ReplayResult run() {
    for (CacheTrace.Event event : trace.events()) {
      while (event.millis() >= nextAging) {
        segments.forEach(ReplayedSegment::age);
        nextAging += AGING_MILLIS;
      }
      if (nextSelection > 0 && event.millis() >= nextSelection) {
        select();
        nextSelection = event.millis() + selectionMillis();
      }
      if (event instanceof CacheTrace.Read read) {
        read(read.segment());
      } else if (event instanceof CacheTrace.Plan plan) {
        plan(plan);
      } else if (event instanceof CacheTrace.Close close) {
        withdraw(plans.remove(close.id()));
      }
    }
    return new ReplayResult(
        policy.name(),
        settings.limitBytes(),
        reads,
        hits,
        readBytes,
        hitBytes,
        deviceBytes,
        evictions,
        peak);
  }

  /** The time between selections; 0 if the policy does not select. */
  private long selectionMillis() {
    if (!(policy instanceof SelectingPolicy selecting) || selecting.selectionInterval().isZero()) {
      return 0;
    }
    return settings.selectionInterval().isZero()
        ? selecting.selectionInterval().toMillis()
        : settings.selectionInterval().toMillis();
  }

  private void plan(CacheTrace.Plan plan) {
    PlanCounts before = plans.remove(plan.id());
    PlanCounts counts = new PlanCounts();
    // The new counts first, so that segments are not evicted in between.
    for (int segment : plan.segments()) {
      counts.left.merge(segment, plan.count(), Integer::sum);
      segments.get(segment).addPlanned(plan.count());
    }
    plans.put(plan.id(), counts);
    withdraw(before);
  }

  private void withdraw(PlanCounts plan) {
    if (plan != null) {
      plan.left.forEach((segment, count) -> withdraw(segments.get(segment), count));
    }
  }

  /** Takes back planned scans; without others, the policy decides again whether to keep it. */
  private void withdraw(ReplayedSegment segment, int count) {
    segment.addPlanned(-count);
    if (segment.plannedScans() == 0) {
      settle(segment);
    }
  }

  private void settle(ReplayedSegment segment) {
    if (!segment.isResident()) {
      segment.forget();
    } else if (!policy.admits(segment)) {
      evict(segment);
    }
  }

  private void read(int number) {
    ReplayedSegment segment = segments.get(number);
    int length = segment.key().length();
    boolean isHit = segment.isResident();
    ChunkCounts chunk = chunks.computeIfAbsent(segment.chunk(), id -> new ChunkCounts());
    if (chunk.requested.add(segment)) {
      chunk.bytes += segment.heldBytes();
    }
    reads++;
    readBytes += length;
    segment.use(reads);
    if (isHit) {
      chunk.hits++;
      hits++;
      hitBytes += length;
    } else {
      chunk.misses++;
      deviceBytes += length;
      if (!policy.admits(segment)) {
        hasUnkept = true;
      } else if (makeRoom(segment)) {
        keep(segment);
      }
    }
    finishPlanned(number);
    settle(segment);
  }

  /** Counts down one plan of the segment. */
  private void finishPlanned(int number) {
    if (segments.get(number).plannedScans() == 0) {
      return;
    }
    for (PlanCounts plan : plans.values()) {
      int left = plan.left.getOrDefault(number, 0);
      if (left > 0) {
        // Also if none is left: the end of the plan concerns all its segments.
        plan.left.put(number, left - 1);
        segments.get(number).addPlanned(-1);
        return;
      }
    }
  }

  private void keep(ReplayedSegment segment) {
    segment.setResident(true);
    resident.add(segment);
    held += segment.heldBytes();
    peak = Math.max(peak, held);
  }

  private void evict(ReplayedSegment segment) {
    segment.setResident(false);
    resident.remove(segment);
    segment.forget();
    held -= segment.heldBytes();
    evictions++;
  }

  /** Evicts segments that the policy gives up for another one; returns whether they suffice. */
  private boolean makeRoom(ReplayedSegment candidate) {
    if (candidate.heldBytes() > settings.limitBytes()) {
      return false;
    }
    long toLeaveFree = hasUnkept ? FreeMemory.ofLimit(settings.limitBytes()) : 0;
    long missing = held + candidate.heldBytes() + toLeaveFree - settings.limitBytes();
    if (missing <= 0) {
      return true;
    }
    List<ReplayedSegment> chosen = queue.choose(missing, policy.rank(candidate), resident);
    chosen.forEach(this::evict);
    return !chosen.isEmpty();
  }

  private void select() {
    List<ChunkUse> uses = new ArrayList<>();
    chunks.forEach(
        (id, counts) ->
            uses.add(
                new ChunkUse(
                    id, counts.requested.size(), counts.bytes, counts.hits, counts.misses)));
    ChunkSelection found =
        ((SelectingPolicy) policy).select(uses, settings.limitBytes(), selection);
    if (found.equals(selection)) {
      return;
    }
    selection = found;
    segments.forEach(segment -> segment.select(found.contains(segment.chunk())));
    List.copyOf(resident).stream().filter(segment -> !segment.isSelected()).forEach(this::evict);
    for (ChunkId id : found.chunks()) {
      ChunkCounts counts = chunks.get(id);
      for (ReplayedSegment segment :
          counts == null ? Set.<ReplayedSegment>of() : counts.requested) {
        if (!segment.isResident() && held + segment.heldBytes() <= settings.limitBytes()) {
          deviceBytes += segment.key().length();
          keep(segment);
        }
      }
    }
  }
}
