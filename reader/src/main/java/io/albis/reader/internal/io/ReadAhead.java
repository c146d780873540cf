// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentSource;
import io.albis.storage.memory.MemoryHolder;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides how far a cursor reads ahead of what it works on. Segments that were asked for and not
 * yet taken are given back when memory is short.
 *
 * <p>Reads ahead no more than keeps the device busy: more memory in flight costs up to a sixth of
 * the throughput, also of the reads alone, where the device writes into what a cache of the
 * processor still holds. Where that is of harm, {@link ReuseTuner} finds out.
 *
 * <p>For the one thread of its cursor, except for {@link #giveBack}.
 */
public final class ReadAhead implements MemoryHolder {

  /** The most requests that a cursor can be told to keep in flight. */
  public static final int MAX_REQUESTS = 16;

  /** Requests in flight: while one is verified, the device works on the other. */
  private static final int MIN_REQUESTS = 2;

  /** And where more groups than this are read, whose memory fits into no cache anyway, twice. */
  private static final int FEW_GROUPS = 8;

  private final SegmentSource source;
  private final long minWindow;
  private final long maxWindow;

  /** What was asked for and not taken, in that order. Guarded by this. */
  private final List<Request> outstanding = new ArrayList<>();

  /** Bytes of {@link #outstanding}. Guarded by this. */
  private long outstandingBytes;

  /** How many bytes may be in flight or wait to be taken. */
  private long window;

  private ReadAhead(SegmentSource source, long minWindow, long maxWindow) {
    this.source = source;
    this.minWindow = minWindow;
    this.maxWindow = maxWindow;
    this.window = minWindow;
  }

  /**
   * Reads ahead as far as keeps the device busy, or as the settings say.
   *
   * @param groups how many column groups are read
   * @param readSize bytes of a request
   */
  public static ReadAhead of(ReadContext context, int groups, int readSize) {
    return of(context.source(), context.settings().requestsAhead(), groups, readSize);
  }

  static ReadAhead of(SegmentSource source, int requests, int groups, int readSize) {
    if (requests > 0) {
      long window = (long) requests * readSize;
      return new ReadAhead(source, window, window);
    }
    long min = (long) (groups > FEW_GROUPS ? 2 * MIN_REQUESTS : MIN_REQUESTS) * readSize;
    long max = (long) Math.max(2 * MIN_REQUESTS, groups) * readSize;
    return new ReadAhead(source, min, max);
  }

  /** Does not read ahead. */
  public static ReadAhead none(SegmentSource source) {
    return new ReadAhead(source, 0, 0);
  }

  /** Whether it reads ahead at all. */
  public boolean isActive() {
    return maxWindow > 0;
  }

  /** Whether more may be read ahead now. */
  public synchronized boolean hasRoom() {
    return outstandingBytes < window;
  }

  /**
   * Tells that the cursor needs more. If all that was asked for is there, the device has been idle
   * for lack of requests: from now on more are in flight. If nothing is, fewer will do.
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

  /** Segments that were asked for together. */
  static final class Request {
    private final PendingSegments segments;
    private final long bytes;

    private Request(PendingSegments segments, long bytes) {
      this.segments = segments;
      this.bytes = bytes;
    }

    boolean isDone() {
      return segments.isDone();
    }
  }

  /**
   * Starts to read segments.
   *
   * @return null if there is no memory for them
   */
  Request start(List<SegmentKey> keys) {
    PendingSegments segments = source.prefetch(keys);
    if (segments == null) {
      return null;
    }
    long bytes = 0;
    for (SegmentKey key : keys) {
      bytes += key.length();
    }
    Request request = new Request(segments, bytes);
    synchronized (this) {
      outstanding.add(request);
      outstandingBytes += bytes;
    }
    return request;
  }

  /**
   * Takes what was asked for, to be waited for and closed by the caller.
   *
   * @return null if it was given back
   */
  PendingSegments take(Request request) {
    return forget(request) ? request.segments : null;
  }

  /** Gives back what is not wanted any more. */
  void drop(Request request) {
    if (forget(request)) {
      request.segments.close();
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
   * Gives back what has not been taken, what would be used last first. Waits for the end of reads
   * in flight.
   */
  @Override
  public long giveBack(long bytes) {
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
      last.segments.close();
      given += last.bytes;
    }
    return given;
  }
}
