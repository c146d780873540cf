// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentKey;
import io.albis.storage.memory.MemoryHolder;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides how far a cursor reads ahead. Segments that were requested and not yet taken are released
 * when memory is short.
 *
 * <p>Reads ahead only as far as needed to keep the device busy. More memory in flight costs up to a
 * sixth of the throughput on machines where a device writes faster into memory that is still in a
 * processor cache; see {@link ReuseTuner}.
 *
 * <p>Only for the thread of its cursor, except for {@link #start}, {@link #hasRoom}, {@link
 * #narrow} and {@link #reclaim}.
 */
public final class ReadAhead implements MemoryHolder {

  /** Maximum number of requests in flight that a cursor can be told to keep. */
  public static final int MAX_REQUESTS = 16;

  /** Requests in flight: while one is verified, the device works on the other. */
  private static final int MIN_REQUESTS = 2;

  /** With more column groups than this, twice as many: their memory fits into no cache anyway. */
  private static final int FEW_GROUPS = 8;

  private final ScanSegments segments;

  /** Bounds of the window. Guarded by this. */
  private long minWindow;

  private long maxWindow;

  /** Requests that were not taken yet, oldest first. Guarded by this. */
  private final List<Request> outstanding = new ArrayList<>();

  /** Bytes of {@link #outstanding}. Guarded by this. */
  private long outstandingBytes;

  /** Maximum bytes in flight or waiting to be taken. */
  private long window;

  private ReadAhead(ScanSegments segments, long minWindow, long maxWindow) {
    this.segments = segments;
    this.minWindow = minWindow;
    this.maxWindow = maxWindow;
    this.window = minWindow;
  }

  /**
   * Creates a read-ahead that keeps the device busy, or follows the settings.
   *
   * @param groups number of column groups that are read
   * @param readSize bytes of a request
   */
  public static ReadAhead of(ReadContext context, int groups, int readSize) {
    int requests = context.settings().requestsAhead();
    ScanSegments segments = ScanSegments.of(context);
    if (requests > 0) {
      return fixed(segments, requests, readSize);
    }
    int concurrency = context.files().storage().readCost().concurrency();
    return adaptive(segments, concurrency, groups, readSize);
  }

  /** Keeps a number of requests in flight. */
  static ReadAhead fixed(ScanSegments segments, int requests, int readSize) {
    long window = (long) requests * readSize;
    return new ReadAhead(segments, window, window);
  }

  /**
   * Keeps as many requests in flight as needed.
   *
   * @param concurrency number that keeps the storage busy
   */
  static ReadAhead adaptive(ScanSegments segments, int concurrency, int groups, int readSize) {
    int busy = Math.min(MAX_REQUESTS, concurrency);
    int min = Math.max(busy, groups > FEW_GROUPS ? 2 * MIN_REQUESTS : MIN_REQUESTS);
    int max = Math.max(min, Math.max(2 * MIN_REQUESTS, groups));
    return new ReadAhead(segments, (long) min * readSize, (long) max * readSize);
  }

  /** Keeps at most one request in flight, since it is unknown whether it is needed. */
  public static ReadAhead ofOneRequest(ReadContext context, int readSize) {
    return fixed(ScanSegments.of(context), 1, readSize);
  }

  /** Does not read ahead. */
  public static ReadAhead none(ReadContext context) {
    return new ReadAhead(ScanSegments.of(context), 0, 0);
  }

  /** The segments that it reads. */
  ScanSegments segments() {
    return segments;
  }

  /** Whether it reads ahead at all. */
  public synchronized boolean isActive() {
    return maxWindow > 0;
  }

  /** Whether more may be read ahead now. */
  public synchronized boolean hasRoom() {
    return outstandingBytes < window;
  }

  /**
   * Called when the cursor needs the next segments. If all requests have completed, the device has
   * been idle for lack of requests, and more are kept in flight from now on. If none has completed,
   * fewer will do.
   */
  public synchronized void arrive() {
    if (outstanding.isEmpty()) {
      return;
    }
    if (outstanding.stream().allMatch(Request::isDone)) {
      window = Math.min(maxWindow, window * 2);
    } else if (!outstanding.get(0).isDone()) {
      window = Math.max(minWindow, window / 2);
    }
  }

  /** Reads ahead at most half as far as now, since memory is short. */
  public synchronized void narrow() {
    maxWindow = window / 2;
    minWindow = Math.min(minWindow, maxWindow);
    window = maxWindow;
  }

  /** Segments that were requested together. */
  static final class Request {
    private final ScanSegments.Prefetch prefetch;
    private final PendingSegments pending;
    private final long bytes;

    private Request(ScanSegments.Prefetch prefetch) {
      this.prefetch = prefetch;
      this.pending = prefetch.segments();
      this.bytes = prefetch.bytes();
    }

    boolean isDone() {
      return pending.isDone();
    }
  }

  /**
   * Starts to read segments.
   *
   * @return null if there is no memory for them
   */
  Request start(List<SegmentKey> keys) {
    ScanSegments.Prefetch prefetch = segments.prefetch(keys);
    if (prefetch == null) {
      return null;
    }
    Request request = new Request(prefetch);
    synchronized (this) {
      outstanding.add(request);
      outstandingBytes += request.bytes;
    }
    return request;
  }

  /**
   * Takes the segments; the caller waits for them and closes them.
   *
   * @return null if they were released
   */
  PendingSegments take(Request request) {
    if (!forget(request)) {
      return null;
    }
    segments.countCached(request.prefetch);
    return request.pending;
  }

  /** Releases what is no longer wanted. */
  void drop(Request request) {
    if (forget(request)) {
      request.pending.close();
    }
  }

  private synchronized boolean forget(Request request) {
    if (!outstanding.remove(request)) {
      return false;
    }
    outstandingBytes -= request.bytes;
    return true;
  }

  /**
   * Releases what has not been taken, starting with what would be used last. Waits for reads in
   * flight to end.
   */
  @Override
  public long reclaim(long bytes) {
    long given = 0;
    while (given < bytes) {
      Request last;
      synchronized (this) {
        if (outstanding.isEmpty()) {
          return given;
        }
        last = outstanding.get(outstanding.size() - 1);
        forget(last);
      }
      last.pending.close();
      given += last.bytes;
    }
    return given;
  }
}
