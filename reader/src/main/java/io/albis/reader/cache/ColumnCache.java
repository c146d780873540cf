// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.cache;

import io.albis.reader.internal.cache.CacheReport;
import io.albis.reader.internal.cache.CacheSource;
import io.albis.reader.internal.cache.CacheStore;
import io.albis.reader.internal.cache.EvictionReason;
import io.albis.reader.internal.cache.Maintenance;
import io.albis.reader.internal.selection.ChunkSelection;
import io.albis.reader.source.SegmentReader;
import io.albis.reader.source.SegmentSource;
import io.albis.storage.memory.BufferAllocator;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/**
 * Keeps segments in memory that planned or repeated scans will read again (Column Cache, sections
 * III and IV). Tables that are opened with {@code ReadOptions.cache} read through it, and their
 * batches and row views point into its memory.
 *
 * <p>A segment is loaded once, verified when it is loaded, and found by table, file, offset and
 * length, which never mean anything else later: a hit asks no storage. Readers of different
 * identities (user, location, options) share nothing. The storage's permission to read a file is
 * good for {@link Builder#accessInterval} after the file was opened to ask for it, or after the
 * table was opened through which a segment was loaded. Then the next request for a segment of the
 * file opens it at the storage again, so a reader that has lost its permission keeps hitting for at
 * most that long.
 *
 * <p><b>Metadata.</b> Manifests, footers of data files and their sections are parsed once and then
 * shared by all tables that are opened with the cache. Opening a table still finds and reads its
 * latest snapshot. Metadata is never evicted for segments; it has a bound of its own, {@link
 * Builder#metadataLimit}, under which the files that were used least recently go first.
 *
 * <p><b>Memory.</b> The limit counts every off-heap byte that the cache allocates, in whole pages,
 * also of segments that were evicted while their vectors were retained; and the Java heap of
 * metadata, entries (about 400 bytes each) and plans, which is estimated. A table of fixed size,
 * 0.5 MiB of heap, by which it remembers what it has read, is not counted. A segment under a lease
 * is never freed. What cannot be cached for lack of memory is read into the memory of its table;
 * plans count scans as long as entries and plans take no more than a quarter of the limit.
 *
 * <p>Thread-safe. {@link #shared} is the cache of the process; an engine can own others.
 */
public final class ColumnCache implements AutoCloseable {

  /**
   * The system property that turns on the shared cache for all tables and sets its limit: bytes, or
   * a number with {@code k}, {@code m} or {@code g}; 0 to leave it off.
   */
  public static final String LIMIT_PROPERTY = "albis.cache.limit";

  /** The system property with the name of the policy of the shared cache. */
  public static final String POLICY_PROPERTY = "albis.cache.policy";

  /** Part of the limit that metadata may take by default. */
  private static final int LIMIT_PER_METADATA = 8;

  private final CacheStore store;
  private final Maintenance maintenance;
  private final CacheBean bean;
  private boolean isClosed;

  private ColumnCache(Builder builder) {
    long limit = builder.limit < 0 ? defaultLimit() : builder.limit;
    this.store =
        new CacheStore(
            builder.policy,
            limit,
            builder.metadataLimit < 0 ? limit / LIMIT_PER_METADATA : builder.metadataLimit,
            builder.accessInterval.toMillis());
    MemoryPressure pressure =
        builder.pressure == null
            ? MemoryPressure.ofSystem(MemoryPressure.DEFAULT_SHARE)
            : builder.pressure;
    this.maintenance = new Maintenance(store, pressure);
    this.bean = CacheBean.register(this, builder.name);
  }

  /** Created when it is first asked for; not by a class initializer, which hides its failures. */
  private static final class Shared {
    private static ColumnCache cache;

    private static synchronized ColumnCache get() {
      if (cache == null) {
        long limit = limitOfProperty();
        cache =
            builder()
                .name("shared")
                .limit(limit > 0 ? limit : defaultLimit())
                .policy(CachePolicy.byName(System.getProperty(POLICY_PROPERTY, "scan-count")))
                .build();
      }
      return cache;
    }
  }

  /**
   * Returns the cache of the process: with the limit and the policy of the system properties, by
   * default {@link MemoryPressure#memoryForCache} with 0.8 and {@link CachePolicy#scanCount}. It
   * need not be closed.
   *
   * @throws IllegalArgumentException if a property has an invalid value
   */
  public static ColumnCache shared() {
    return Shared.get();
  }

  /** Returns whether tables that are opened without a choice use the shared cache. */
  public static boolean isSharedByDefault() {
    return limitOfProperty() > 0;
  }

  private static long limitOfProperty() {
    String value = System.getProperty(LIMIT_PROPERTY, "0");
    return ByteCount.parse(LIMIT_PROPERTY, value);
  }

  private static long defaultLimit() {
    return MemoryPressure.memoryForCache(MemoryPressure.DEFAULT_SHARE);
  }

  /** Returns the settings of a new cache. */
  public static Builder builder() {
    return new Builder();
  }

  /** Settings of a cache. Not thread-safe. */
  public static final class Builder {

    private String name = "cache";

    /** Negative for the default, which is measured when the cache is built. */
    private long limit = -1;

    /** Negative for the default. */
    private long metadataLimit = -1;

    private CachePolicy policy = CachePolicy.scanCount();

    /** Null for the default. */
    private MemoryPressure pressure;

    private Duration accessInterval = Duration.ofMinutes(10);

    private Builder() {}

    /** Sets the name in JMX. */
    public Builder name(String newName) {
      this.name = Objects.requireNonNull(newName, "newName");
      return this;
    }

    /**
     * Sets the bound of the memory, in bytes. Default: {@link MemoryPressure#memoryForCache} with
     * 0.8.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public Builder limit(long bytes) {
      this.limit = checkedLimit(bytes);
      return this;
    }

    /**
     * Sets the bound of the Java heap of parsed metadata, in bytes, which is a part of the limit.
     * Default: an eighth of it.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public Builder metadataLimit(long bytes) {
      this.metadataLimit = checkedLimit(bytes);
      return this;
    }

    /** Sets the policy. Default: {@link CachePolicy#scanCount}. */
    public Builder policy(CachePolicy newPolicy) {
      this.policy = Objects.requireNonNull(newPolicy, "newPolicy");
      return this;
    }

    /**
     * Sets what measures whether the system is short of memory. Default: {@link
     * MemoryPressure#ofSystem} with 0.8.
     */
    public Builder pressure(MemoryPressure newPressure) {
      this.pressure = Objects.requireNonNull(newPressure, "newPressure");
      return this;
    }

    /**
     * Sets how long the storage's permission to read a file is good for. Default: 10 minutes.
     *
     * @param interval zero to ask the storage for each request
     */
    public Builder accessInterval(Duration interval) {
      this.accessInterval = Objects.requireNonNull(interval, "interval");
      return this;
    }

    /** Creates the cache. The caller closes it. */
    public ColumnCache build() {
      return new ColumnCache(this);
    }
  }

  private static long checkedLimit(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException(
          "Invalid limit of a cache: " + bytes + " (expected at least 0 bytes)");
    }
    return bytes;
  }

  /** Returns what tables read through: see {@code ReadOptions.cache}. */
  public BiFunction<SegmentReader, BufferAllocator, SegmentSource> source() {
    return (reader, allocator) -> new CacheSource(store, reader, allocator);
  }

  /**
   * Registers scans that will be executed. Segments are counted in all tables that are open now or
   * will be opened with this cache, at the snapshot of the plan; reads their metadata. A plan with
   * the id of one that is registered replaces its counts.
   *
   * @return the plan; the caller closes it when the query ends or is aborted
   * @throws io.albis.format.error.AlbisException if the metadata cannot be read, or a column does
   *     not exist
   * @throws IllegalStateException if the cache is closed
   */
  public RegisteredPlan plan(PlannedScans scans) {
    return store.plans().plan(scans);
  }

  /**
   * Releases memory now, in the order of the policy, and returns it to the operating system.
   *
   * @param bytes to release
   * @return the bytes that were released: fewer if the rest is under leases, or up to a segment
   *     more
   */
  public long reclaim(long bytes) {
    return store.reclaim(bytes, EvictionReason.REQUESTED);
  }

  /** Returns the bound of the memory, in bytes. */
  public long limit() {
    return store.limit();
  }

  /**
   * Changes the bound. Evicts at once what exceeds it; segments under a lease are evicted when the
   * lease ends, and until then nothing is loaded.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public void limit(long bytes) {
    store.limit(checkedLimit(bytes));
  }

  /** Replaces what measures whether the system is short of memory; see {@link Builder#pressure}. */
  public void pressure(MemoryPressure newPressure) {
    maintenance.pressure(Objects.requireNonNull(newPressure, "newPressure"));
  }

  /** Returns the memory that is allocated now, in bytes, with the heap that the limit counts. */
  public long heldBytes() {
    return store.heldBytes();
  }

  /** Returns what the cache holds and has done. Visits all segments. */
  public CacheStatistics statistics() {
    return CacheReport.of(store);
  }

  /**
   * Writes which chunks the policy has selected, as text; none unless it is a lazy one. Does not
   * close the stream.
   *
   * @throws IOException if the stream fails
   */
  public void writeSelection(OutputStream out) throws IOException {
    store.selection().write(out);
  }

  /**
   * Applies the selection of chunks that {@link #writeSelection} has written: evicts what is not
   * selected, and loads what is missing in the background, as far as tables with it are open and
   * have been read. Does not close the stream.
   *
   * @return completes when the segments are loaded
   * @throws IOException if the stream fails, or has other content
   */
  public CompletableFuture<Void> readSelection(InputStream in) throws IOException {
    return maintenance.selector().apply(ChunkSelection.read(in));
  }

  /** Lets the policy select chunks now, instead of after its interval. */
  public CompletableFuture<Void> select() {
    return maintenance.selector().select();
  }

  /** Evicts everything that is not under a lease, and metadata. */
  public void clear() {
    store.clear();
  }

  /**
   * Closes the cache and releases its memory. Close all tables that use it before. Idempotent.
   *
   * @throws IllegalStateException if segments are under a lease, or their vectors are retained
   */
  @Override
  public synchronized void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    bean.unregister();
    maintenance.close();
    store.close();
  }
}
