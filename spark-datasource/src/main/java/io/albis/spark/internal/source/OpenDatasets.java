// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.source;

import io.albis.reader.Dataset;
import io.albis.reader.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The datasets that this process has open, so that the tasks of an executor share their metadata
 * and open files. A dataset stays open for a minute after its last use; then it is closed.
 *
 * <p>Thread-safe.
 */
public final class OpenDatasets {

  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** The most datasets that stay open without a use. */
  private static final int MAX_IDLE = 64;

  private static final OpenDatasets INSTANCE = new OpenDatasets();

  private static final Executor EXPIRY =
      CompletableFuture.delayedExecutor(IDLE_NANOS, TimeUnit.NANOSECONDS);

  /** Those that are not in use are in the order of their last use. */
  private final Map<Source, Entry> entries = new LinkedHashMap<>();

  /** Whether a call of {@link #expire} is pending. */
  private boolean isExpiryPending;

  private OpenDatasets() {}

  /** Guarded by {@link #INSTANCE}. */
  private static final class Entry {
    private final CompletableFuture<Dataset> dataset = new CompletableFuture<>();
    private int leases;
    private long idleSince;
  }

  /** The use of a dataset. */
  public static final class Lease implements AutoCloseable {
    private final Source source;
    private final Entry entry;
    private boolean closed;

    private Lease(Source source, Entry entry) {
      this.source = source;
      this.entry = entry;
    }

    /** Returns the dataset. The caller must not close it. */
    public Dataset dataset() {
      return entry.dataset.join();
    }

    /** Returns what was opened. */
    public Source source() {
      return source;
    }

    /** Ends the use. Idempotent. Close all cursors before. */
    @Override
    public void close() {
      INSTANCE.release(this);
    }
  }

  /**
   * Opens a dataset, unless it is open.
   *
   * @return the caller closes it
   * @throws io.albis.format.error.AlbisException if it cannot be opened
   */
  public static Lease acquire(Source source) {
    return INSTANCE.lease(source);
  }

  private Lease lease(Source source) {
    Entry entry;
    boolean isOpener = false;
    synchronized (this) {
      entry = entries.get(source);
      if (entry == null) {
        entry = new Entry();
        entries.put(source, entry);
        isOpener = true;
      }
      entry.leases++;
    }
    if (isOpener) {
      open(source, entry);
    }
    return awaitOpen(source, entry);
  }

  /** Opens outside of the lock, as that reads the storage. */
  private void open(Source source, Entry entry) {
    try {
      entry.dataset.complete(source.open());
    } catch (RuntimeException | Error e) {
      synchronized (this) {
        entries.remove(source, entry);
      }
      entry.dataset.completeExceptionally(e);
      throw e;
    }
  }

  /**
   * Returns the latest snapshot of a table if it is open: opening it again would read the same.
   *
   * @return the caller closes it
   * @throws io.albis.format.error.AlbisException if that cannot be found out
   */
  static Optional<Lease> acquireLatest(String uri, SourceOptions options) {
    Optional<Lease> found = INSTANCE.leaseNewest(uri, options);
    boolean isLatest = false;
    try {
      isLatest = found.isPresent() && ((Table) found.get().dataset()).isLatest();
    } finally {
      if (!isLatest) {
        found.ifPresent(Lease::close);
      }
    }
    return isLatest ? found : Optional.empty();
  }

  private synchronized Optional<Lease> leaseNewest(String uri, SourceOptions options) {
    Optional<Map.Entry<Source, Entry>> newest =
        entries.entrySet().stream()
            .filter(open -> isOpen(open.getValue()) && !open.getKey().isFile())
            .filter(open -> open.getKey().uri().equals(uri))
            .filter(open -> open.getKey().options().equals(options))
            .max(Comparator.comparingLong(open -> open.getKey().snapshotId()));
    newest.ifPresent(open -> open.getValue().leases++);
    return newest.map(open -> new Lease(open.getKey(), open.getValue()));
  }

  private static boolean isOpen(Entry entry) {
    return entry.dataset.isDone() && !entry.dataset.isCompletedExceptionally();
  }

  /**
   * Adds a dataset that is already open. It is closed if an equal one is open.
   *
   * @param dataset owned by this class from now on
   * @return the caller closes it
   */
  public static Lease adopt(Source source, Dataset dataset) {
    synchronized (INSTANCE) {
      if (!INSTANCE.entries.containsKey(source)) {
        Entry entry = new Entry();
        entry.dataset.complete(dataset);
        entry.leases = 1;
        INSTANCE.entries.put(source, entry);
        return new Lease(source, entry);
      }
    }
    dataset.close();
    return acquire(source);
  }

  private static Lease awaitOpen(Source source, Entry entry) {
    if (entry.dataset.isCompletedExceptionally()) {
      // Another thread has failed to open it. Its exception has the stack of that thread.
      return acquire(source);
    }
    try {
      entry.dataset.join();
    } catch (java.util.concurrent.CompletionException e) {
      return acquire(source);
    }
    return new Lease(source, entry);
  }

  private void release(Lease lease) {
    List<Dataset> closeable;
    synchronized (this) {
      if (lease.closed) {
        return;
      }
      lease.closed = true;
      lease.entry.leases--;
      lease.entry.idleSince = System.nanoTime();
      entries.remove(lease.source);
      entries.put(lease.source, lease.entry);
      closeable = removeIdle(IDLE_NANOS, MAX_IDLE);
      if (!isExpiryPending && !entries.isEmpty()) {
        isExpiryPending = true;
        EXPIRY.execute(this::expire);
      }
    }
    closeable.forEach(Dataset::close);
  }

  private void expire() {
    List<Dataset> closeable;
    synchronized (this) {
      isExpiryPending = false;
      closeable = removeIdle(IDLE_NANOS, MAX_IDLE);
      if (entries.values().stream().anyMatch(entry -> entry.leases == 0)) {
        isExpiryPending = true;
        EXPIRY.execute(this::expire);
      }
    }
    closeable.forEach(Dataset::close);
  }

  /** Closes all datasets that are not in use. */
  public static void closeIdle() {
    List<Dataset> closeable;
    synchronized (INSTANCE) {
      closeable = INSTANCE.removeIdle(0, 0);
    }
    closeable.forEach(Dataset::close);
  }

  /** Returns the number of open datasets. */
  public static int count() {
    synchronized (INSTANCE) {
      return INSTANCE.entries.size();
    }
  }

  /** Removes what has been idle for a time, and of the rest the oldest that exceed a number. */
  private List<Dataset> removeIdle(long idleNanos, int maxIdle) {
    long now = System.nanoTime();
    List<Dataset> removed = new ArrayList<>();
    long idle = entries.values().stream().filter(entry -> entry.leases == 0).count();
    Iterator<Entry> all = entries.values().iterator();
    while (all.hasNext()) {
      Entry entry = all.next();
      if (entry.leases == 0 && (idle > maxIdle || now - entry.idleSince >= idleNanos)) {
        all.remove();
        idle--;
        removed.add(entry.dataset.join());
      }
    }
    return removed;
  }
}
