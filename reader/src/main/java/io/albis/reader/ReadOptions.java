// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.reader.cache.ColumnCache;
import io.albis.reader.internal.io.DirectSource;
import io.albis.reader.internal.io.ReadAhead;
import io.albis.reader.internal.table.ReadSettings;
import io.albis.reader.source.SegmentReader;
import io.albis.reader.source.SegmentSource;
import io.albis.storage.internal.backend.InvalidSettingException;
import io.albis.storage.memory.BufferAllocator;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** Options for opening a {@link Table}. Immutable; each method returns a modified copy. */
public final class ReadOptions {

  /** Default limit of the memory that all cursors of a table hold, in bytes. */
  private static final long DEFAULT_MEMORY_LIMIT = 1L << 30;

  /** Default of {@link #readSize}, in bytes. */
  public static final int DEFAULT_READ_SIZE = 2 << 20;

  private static final ReadOptions DEFAULTS =
      new ReadOptions(
          0,
          DEFAULT_MEMORY_LIMIT,
          new ReadSettings(DEFAULT_READ_SIZE, 0, true),
          Map.of(),
          null,
          null);

  private final long snapshotId;
  private final long memoryLimit;
  private final ReadSettings settings;
  private final Map<String, String> storageOptions;

  /** Null for the default. */
  private final BiFunction<SegmentReader, BufferAllocator, SegmentSource> segmentSource;

  /** Null if scans are not recorded. */
  private final WorkloadRecorder workload;

  private ReadOptions(
      long snapshotId,
      long memoryLimit,
      ReadSettings settings,
      Map<String, String> storageOptions,
      BiFunction<SegmentReader, BufferAllocator, SegmentSource> segmentSource,
      WorkloadRecorder workload) {
    this.snapshotId = snapshotId;
    this.memoryLimit = memoryLimit;
    this.settings = settings;
    this.storageOptions = storageOptions;
    this.segmentSource = segmentSource;
    this.workload = workload;
  }

  /**
   * Returns the defaults: the latest snapshot, checksums verified, at most 1 GiB of memory, reads
   * of up to 2 MiB.
   */
  public static ReadOptions defaults() {
    return DEFAULTS;
  }

  /** Opens this snapshot instead of the latest one. */
  public ReadOptions snapshot(long id) {
    if (id < 1) {
      throw new InvalidSettingException("Invalid snapshot id: " + id + " (expected at least 1)");
    }
    return new ReadOptions(id, memoryLimit, settings, storageOptions, segmentSource, workload);
  }

  /** Limits the off-heap memory that all cursors of the table hold together, in bytes. */
  public ReadOptions memoryLimit(long bytes) {
    return new ReadOptions(snapshotId, bytes, settings, storageOptions, segmentSource, workload);
  }

  /**
   * Limits the bytes of consecutive segments that one request reads; a longer segment is read
   * whole. Scans of many column groups use shorter requests.
   */
  public ReadOptions readSize(int bytes) {
    if (bytes < 4096) {
      throw new InvalidSettingException(
          "Invalid read size: " + bytes + " (expected at least 4096 bytes)");
    }
    return new ReadOptions(
        snapshotId,
        memoryLimit,
        new ReadSettings(bytes, settings.requestsAhead(), settings.verifyChecksums()),
        storageOptions,
        segmentSource,
        workload);
  }

  /**
   * Sets the number of requests that a cursor keeps in flight while it works. Storage with high
   * latency, such as a remote cluster, needs more. Default: 2 to 4, self-tuning.
   *
   * @param requests 1 to 16
   */
  public ReadOptions requestsAhead(int requests) {
    if (requests < 1 || requests > ReadAhead.MAX_REQUESTS) {
      throw new InvalidSettingException(
          "Invalid number of requests ahead: "
              + requests
              + " (expected 1 to "
              + ReadAhead.MAX_REQUESTS
              + ")");
    }
    return new ReadOptions(
        snapshotId,
        memoryLimit,
        new ReadSettings(settings.readSize(), requests, settings.verifyChecksums()),
        storageOptions,
        segmentSource,
        workload);
  }

  /**
   * Skips the verification of segment checksums. Corruption is then detected only where it breaks
   * the structure; it never causes accesses outside of the segment's memory.
   */
  public ReadOptions withoutChecksums() {
    return new ReadOptions(
        snapshotId,
        memoryLimit,
        new ReadSettings(settings.readSize(), settings.requestsAhead(), false),
        storageOptions,
        segmentSource,
        workload);
  }

  /** Sets an option of the storage, such as {@code io.direct}. */
  public ReadOptions option(String key, String value) {
    return options(Map.of(key, value));
  }

  /** Sets options of the storage, by key. */
  public ReadOptions options(Map<String, String> options) {
    Map<String, String> changed = new TreeMap<>(storageOptions);
    changed.putAll(options);
    return new ReadOptions(
        snapshotId, memoryLimit, settings, Map.copyOf(changed), segmentSource, workload);
  }

  /**
   * Keeps segments in this cache. Default: the {@linkplain ColumnCache#shared shared} cache if the
   * system property {@value ColumnCache#LIMIT_PROPERTY} is set, otherwise none.
   */
  public ReadOptions cache(ColumnCache cache) {
    return segmentSource(cache.source());
  }

  /** Reads segments from storage each time they are needed. */
  public ReadOptions withoutCache() {
    return segmentSource(DirectSource::new);
  }

  /**
   * Gets segments from this source. Default: see {@link #cache}.
   *
   * @param factory creates the source of a table when it is opened. Its reader reads from the
   *     table's storage for the source itself, until the source is closed; what a scan requests is
   *     read by the reader that comes with the request. Its allocator is of the memory that the
   *     table's cursors share, bounded by {@link #memoryLimit}; its buffers must be released when
   *     the source is closed. A source with its own memory need not use it
   */
  public ReadOptions segmentSource(
      BiFunction<SegmentReader, BufferAllocator, SegmentSource> factory) {
    return new ReadOptions(
        snapshotId,
        memoryLimit,
        settings,
        storageOptions,
        Objects.requireNonNull(factory, "factory"),
        workload);
  }

  /** Records the columns of each scan. Default: nothing is recorded. */
  public ReadOptions recordWorkload(WorkloadRecorder recorder) {
    return new ReadOptions(
        snapshotId,
        memoryLimit,
        settings,
        storageOptions,
        segmentSource,
        Objects.requireNonNull(recorder, "recorder"));
  }

  /** Returns the snapshot to open, 0 for the latest. */
  long snapshotId() {
    return snapshotId;
  }

  long memoryLimit() {
    return memoryLimit;
  }

  ReadSettings settings() {
    return settings;
  }

  BiFunction<SegmentReader, BufferAllocator, SegmentSource> segmentSource() {
    if (segmentSource != null) {
      return segmentSource;
    }
    return ColumnCache.isSharedByDefault() ? ColumnCache.shared().source() : DirectSource::new;
  }

  /** Returns what records scans; null if nothing does. */
  WorkloadRecorder workload() {
    return workload;
  }

  Map<String, String> storageOptions() {
    return storageOptions;
  }
}
