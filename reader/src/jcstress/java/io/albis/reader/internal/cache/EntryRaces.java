// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.reader.cache.PlannedScans;
import io.albis.reader.cache.CachePolicy;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SourceTable;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Races of two threads on the state of a {@link CacheEntry}; {@code reader/jcstress} runs them. */
public final class EntryRaces {

  private static final UUID TABLE = new UUID(1, 2);
  private static final SegmentKey KEY = new SegmentKey(TABLE, "f", 0, 4096, 0, 4096, 0, 0);
  private static final BufferAllocator ALLOCATOR = BufferAllocator.create("races", 1 << 20);

  /** Retained for each entry, so that nothing is allocated for one. */
  private static final OffHeapBuffer BYTES = ALLOCATOR.allocate(4096);

  private static final CacheStore STORE = new CacheStore(CachePolicy.lru(), 1 << 20, 0, 1);
  private static final CacheScope SCOPE =
      new CacheScope(STORE, new SourceTable(TABLE, "t", "reader", true, group -> ""));

  private EntryRaces() {}

  /** An entry with a planned scan, so that it is not removed when it is evicted. */
  private static CacheEntry empty() {
    CacheEntry entry = new CacheEntry(SCOPE, KEY, new CachedFile("f"), null);
    entry.addPlanned(1);
    return entry;
  }

  private static CacheEntry loaded() {
    CacheEntry entry = empty();
    Load load = new Load(true);
    entry.claim(load, 0);
    entry.loaded(BYTES.retain(), 1);
    entry.tryKeep(entry.word());
    entry.end();
    return entry;
  }

  /** A hit finds the bytes and prevents the eviction, or finds nothing. */
  @JCStressTest
  @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "leased, so not evicted")
  @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "evicted, so no hit")
  @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "each gave way to the other")
  @Outcome(expect = Expect.FORBIDDEN, desc = "evicted under a lease, or a lease without bytes")
  @State
  public static class HitOrEviction {
    private final CacheEntry entry = loaded();

    /** Hits. */
    @Actor
    public void hit(II_Result r) {
      if (entry.tryLease(1)) {
        r.r1 = entry.buffer() == null ? -1 : 1;
      }
    }

    /** Evicts. */
    @Actor
    public void evict(II_Result r) {
      r.r2 = entry.tryEvict() >= 0 ? 1 : 0;
    }
  }

  /** The last lease ends while the segment is evicted: it is not lost, and not freed twice. */
  @JCStressTest
  @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "evicted after the lease")
  @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "still leased when it was evicted")
  @Outcome(expect = Expect.FORBIDDEN, desc = "neither in memory nor evicted, or both")
  @State
  public static class EndOrEviction {
    private final CacheEntry entry = loaded();

    /** Leases. */
    public EndOrEviction() {
      entry.tryLease(1);
    }

    /** Ends the lease. */
    @Actor
    public void end() {
      entry.end();
    }

    /** Evicts. */
    @Actor
    public void evict(II_Result r) {
      r.r1 = entry.tryEvict() >= 0 ? 1 : 0;
    }

    /** Looks at the end. */
    @Arbiter
    public void look(II_Result r) {
      r.r2 = entry.state() == EntryWord.LOADED && entry.buffer() != null ? 1 : 0;
    }
  }

  /** Of two requests, one loads the segment, and the other joins it. */
  @JCStressTest
  @Outcome(id = "1, 2, 2", expect = Expect.ACCEPTABLE, desc = "the second joins the first")
  @Outcome(id = "2, 1, 2", expect = Expect.ACCEPTABLE, desc = "the first joins the second")
  @Outcome(expect = Expect.FORBIDDEN, desc = "loaded twice, or not at all, or a lost lease")
  @State
  public static class TwoClaims {
    private final CacheEntry entry = empty();
    private final Load first = new Load(true);
    private final Load second = new Load(true);

    private static int result(Load own, Load other, Load found) {
      return found == own ? 1 : found == other ? 2 : 0;
    }

    /** Claims. */
    @Actor
    public void first(III_Result r) {
      r.r1 = result(first, second, entry.claim(first, 1));
    }

    /** Claims. */
    @Actor
    public void second(III_Result r) {
      r.r2 = result(second, first, entry.claim(second, 1));
    }

    /** Counts leases. */
    @Arbiter
    public void look(III_Result r) {
      r.r3 = entry.leases();
    }
  }

  /** Two splits finish one planned scan together, once. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "one scan was counted down")
  @Outcome(expect = Expect.FORBIDDEN, desc = "counted down twice, or not at all")
  @State
  public static class TwoSplits {
    private final CacheEntry entry = empty();
    private final PlanShare share;

    /** Plans a scan of 100 rows. */
    public TwoSplits() {
      ColumnCounts column = new ColumnCounts(SCOPE.table(), KEY.columnGroup());
      share = new PlanShare(new OpenPlan(STORE.plans(), planned()), entry, column, 100);
      share.set(1);
      entry.add(share);
    }

    private static PlannedScans planned() {
      return new PlannedScans(
          "q", TABLE, 1, List.of(), null, Map.of(), 1);
    }

    /** Scans some rows. */
    @Actor
    public void first() {
      entry.finishScan(60);
    }

    /** Scans the others. */
    @Actor
    public void second() {
      entry.finishScan(40);
    }

    /** Looks at the end. */
    @Arbiter
    public void look(II_Result r) {
      r.r1 = entry.plannedScans();
      r.r2 = share.remaining();
    }
  }
}
