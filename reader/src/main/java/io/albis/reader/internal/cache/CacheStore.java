// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.reader.cache.CachePolicy;
import io.albis.reader.internal.selection.ChunkSelection;
import io.albis.storage.internal.memory.Reuse;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What all tables of a cache share: memory, entries, policy, plans and counters. Thread-safe. */
public final class CacheStore implements AutoCloseable {

  /** Part of the bound that entries and plans may take before no more scans are planned. */
  private static final int LIMIT_PER_PLANS = 4;

  /** How often memory is made free for a segment before it is read without the cache. */
  private static final int MAX_ROUNDS = 3;

  private final GuardedPolicy policy;
  private final long accessMillis;
  private final CacheMemory memory;
  private final CacheScopes scopes = new CacheScopes(this);
  private final MetadataCache metadata;
  private final Evictor evictor = new Evictor(this);
  private final SeenKeys seen = new SeenKeys();
  private final CacheCounters counters = new CacheCounters();
  private final PlanRegistry plans = new PlanRegistry(this);
  private final AtomicLong uses = new AtomicLong();
  private final AtomicLong waiting = new AtomicLong();

  /** Bytes that were evicted and may still be kept by the allocator for reuse. */
  private final AtomicLong reusable = new AtomicLong();

  private volatile ChunkSelection selection = ChunkSelection.NONE;
  private volatile boolean hasUnkept;
  private volatile boolean isClosed;

  /** Milliseconds since some time, updated in the background. */
  private volatile long nowMillis = currentMillis();

  /**
   * Creates an empty cache.
   *
   * @param limit of its memory, in bytes
   * @param metadataLimit of the part of it that metadata may take, in bytes
   * @param accessMillis how long a check of a reader's access to a file is good for
   */
  public CacheStore(CachePolicy policy, long limit, long metadataLimit, long accessMillis) {
    this.policy = new GuardedPolicy(policy);
    this.memory = new CacheMemory(limit);
    this.metadata = new MetadataCache(this, metadataLimit);
    this.accessMillis = accessMillis;
  }

  private static long currentMillis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }

  GuardedPolicy policy() {
    return policy;
  }

  CacheCounters counters() {
    return counters;
  }

  public PlanRegistry plans() {
    return plans;
  }

  public ChunkSelection selection() {
    return selection;
  }

  void setSelection(ChunkSelection chosen) {
    selection = chosen;
  }

  /** Whether requests are counted by chunk, since the policy selects chunks. */
  boolean countsChunks() {
    return policy.selectsChunks();
  }

  CacheMemory memory() {
    return memory;
  }

  MetadataCache metadata() {
    return metadata;
  }

  boolean isClosed() {
    return isClosed;
  }

  /** The tables that are open or have segments in memory. */
  CacheScopes scopes() {
    return scopes;
  }

  /** The logical time of a hit: even, and the same until the next load. */
  long useOfHit() {
    return uses.get();
  }

  /** The logical time of a load: odd, and later than that of all hits before it. */
  long useOfLoad() {
    return uses.addAndGet(2) - 1;
  }

  long nowMillis() {
    return nowMillis;
  }

  void tick() {
    nowMillis = currentMillis();
  }

  long accessMillis() {
    return accessMillis;
  }

  /** Lets a policy know that a scan requests a segment that must be loaded. */
  void beginRequest(CacheEntry entry) {
    entry.countRequest(seen.contains(entry.key()), useOfLoad());
  }

  /** Counts a request that loads a segment, and remembers the segment. */
  void countMiss(CacheEntry entry) {
    entry.scope().countMiss(entry);
    seen.add(entry.key());
  }

  /**
   * Allocates the memory of an entry that is about to be loaded, and evicts others if the policy
   * prefers it.
   *
   * @return null if there is none
   */
  OffHeapBuffer tryAllocate(CacheEntry entry, Reuse reuse) {
    long bytes = entry.heldBytes();
    boolean isKept = policy.admits(entry);
    if (isClosed || bytes > memory.limit()) {
      return null;
    }
    if (!isKept) {
      hasUnkept = true;
      return memory.tryAllocate(entry.key().length(), reuse);
    }
    for (int round = 0; round < MAX_ROUNDS; round++) {
      long toLeaveFree = hasUnkept ? FreeMemory.ofLimit(memory.limit()) : 0;
      long missing = memory.missing(bytes + toLeaveFree);
      if (missing > 0) {
        long freed = evictor.evict(missing, policy.rank(entry), EvictionReason.REPLACED);
        if (freed < missing) {
          return null;
        }
      }
      OffHeapBuffer buffer = memory.tryAllocate(entry.key().length(), reuse);
      if (buffer != null) {
        return buffer;
      }
    }
    return null;
  }

  /**
   * Evicts segments for what must be in memory, whatever they are.
   *
   * @return the bytes that were freed
   */
  long evictFor(long bytes) {
    return evictor.evict(bytes, Double.POSITIVE_INFINITY, EvictionReason.REPLACED);
  }

  /** Evicts a segment for entries; whether that has freed memory. */
  boolean evictForHeap() {
    return !isClosed && evictFor(1) > 0;
  }

  /** Whether plans may take more heap: at most a quarter of the bound. */
  boolean hasRoomForPlans() {
    return memory.heap() - metadata.heldBytes() <= memory.limit() / LIMIT_PER_PLANS;
  }

  /** Decides whether an entry whose last lease has ended is kept. */
  void settle(CacheEntry entry) {
    boolean isDecided = false;
    while (!isDecided && entry.state() == EntryWord.LOADED && entry.leases() == 0) {
      long asked = entry.word();
      EvictionReason reason = reasonToEvict(entry);
      // If it has changed meanwhile, such as that planned scans have ended, the answer is stale.
      isDecided = reason == null ? entry.tryKeep(asked) : evict(entry, reason) >= 0;
    }
  }

  /** Null if the entry is to be kept. */
  private EvictionReason reasonToEvict(CacheEntry entry) {
    if (isClosed) {
      return EvictionReason.CLEARED;
    }
    if (memory.excess() > 0) {
      return EvictionReason.LIMIT;
    }
    return policy.admits(entry) ? null : EvictionReason.NOT_ADMITTED;
  }

  /** Evicts an entry; returns the bytes that were freed, negative if it stays. */
  long evict(CacheEntry entry, EvictionReason reason) {
    long freed = entry.tryEvict();
    if (freed >= 0) {
      counters.evicted(reason, freed);
      entry.scope().column(entry.key()).countEviction();
      CacheEvents.evicted(entry.key(), reason, freed);
      if (reason != EvictionReason.REPLACED) {
        reusable.addAndGet(freed);
      }
    }
    return freed;
  }

  /**
   * Evicts segments in the order of the policy, and returns their memory to the system.
   *
   * @return the bytes that were freed
   */
  public long reclaim(long bytes, EvictionReason reason) {
    long freed = bytes <= 0 ? 0 : evictor.evict(bytes, Double.POSITIVE_INFINITY, reason);
    returnMemory();
    return freed;
  }

  /** Returns the memory of evicted segments to the system. */
  void returnMemory() {
    long bytes = reusable.getAndSet(0);
    if (bytes > 0) {
      BufferAllocator.returnIdleMemory(bytes);
    }
  }

  /** Changes the bound; evicts what exceeds it. */
  public void limit(long bytes) {
    memory.limit(bytes);
    metadata.trim();
    reclaim(memory.excess(), EvictionReason.LIMIT);
  }

  public long limit() {
    return memory.limit();
  }

  /** Bytes of segments, metadata, entries and plans. */
  public long heldBytes() {
    return memory.held();
  }

  /** Bytes of the memory of segments alone. */
  long bufferBytes() {
    return memory.buffers();
  }

  /** Evicts what exceeds the limit: segments that were under a lease when it was lowered. */
  void reclaimExcess() {
    long excess = memory.excess();
    if (excess > 0) {
      long unused = reclaim(excess, EvictionReason.LIMIT);
    }
  }

  /** Counts a thread that waits for its load, so that nothing is loaded ahead of it. */
  void beginWait() {
    waiting.incrementAndGet();
  }

  void endWait() {
    waiting.decrementAndGet();
  }

  boolean isAnybodyWaiting() {
    return waiting.get() > 0;
  }

  /** Evicts everything that is not under a lease, and metadata. */
  public void clear() {
    scopes.forEachEntry(entry -> evict(entry, EvictionReason.CLEARED));
    metadata.clear();
    returnMemory();
  }

  /** Halves how often entries were used recently. */
  void age() {
    scopes.forEachEntry(CacheEntry::age);
  }

  /**
   * Ends the cache: plans are closed, and memory is released.
   *
   * @throws IllegalStateException if segments are under a lease, or their vectors are retained
   */
  @Override
  public void close() {
    isClosed = true;
    plans.close();
    clear();
    memory.close();
    scopes.all().forEach(CacheScope::discard);
  }
}
