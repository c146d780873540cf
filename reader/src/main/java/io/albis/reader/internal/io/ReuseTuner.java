// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import io.albis.storage.internal.memory.Reuse;

/**
 * Measures into which memory a device writes faster: recently used memory, or memory that no
 * processor cache holds any more. If the device shares a cache with the processors that consume the
 * data, recently used memory is faster by a fifth; if each write must invalidate another cache
 * first, it takes twice the time. The result depends on the machine, and in virtual machines it
 * changes from minute to minute. So both are tried, and the better one is kept for a while.
 *
 * <p>Thread-safe.
 */
public final class ReuseTuner {

  /** Bytes of a trial: after this many, reused memory is the oldest again. */
  public static final long TRIAL = 64L << 20;

  /** Number of trials for which the better choice is kept before the other one is tried again. */
  public static final int STAY = 16;

  /** Trials at the start: one with fresh pages, then each choice once. */
  private static final int WARM_UP = 1;

  /** One per process: what it measures is a property of the machine. */
  private static final ReuseTuner SHARED = new ReuseTuner();

  private final double[] nanosecondsPerByte = new double[2];
  private Reuse current = Reuse.COLD;
  private int trial;
  private int stayed;
  private long bytes;
  private long nanoseconds;

  /** When the last read ended. */
  private long lastEnd = Long.MIN_VALUE;

  /** Returns the tuner of the process. */
  public static ReuseTuner shared() {
    return SHARED;
  }

  /** Returns which memory to use for the next read. */
  public synchronized Reuse current() {
    return current;
  }

  /**
   * Records one read of several that may overlap: time counts from the end of the previous read,
   * since the device worked on that one first.
   *
   * @param start start time, in nanoseconds of {@link System#nanoTime}
   * @param end end time
   */
  public synchronized void ended(Reuse reuse, long readBytes, long start, long end) {
    long from = lastEnd == Long.MIN_VALUE ? start : start + Math.max(0, lastEnd - start);
    lastEnd = end;
    took(reuse, readBytes, Math.max(0, end - from));
  }

  /** Records one read. */
  public synchronized void took(Reuse reuse, long readBytes, long readNanoseconds) {
    if (reuse != current) {
      // Requested before the last change.
      return;
    }
    bytes += readBytes;
    nanoseconds += readNanoseconds;
    if (bytes < TRIAL) {
      return;
    }
    if (trial >= WARM_UP) {
      nanosecondsPerByte[index(current)] = nanoseconds / (double) bytes;
    }
    bytes = 0;
    nanoseconds = 0;
    trial++;
    stayed++;
    if (trial > WARM_UP) {
      choose();
    }
  }

  private void choose() {
    double ofOther = nanosecondsPerByte[1 - index(current)];
    boolean isOtherUnknown = ofOther == 0;
    boolean isOtherBetter = ofOther < nanosecondsPerByte[index(current)];
    if (isOtherUnknown || isOtherBetter || stayed >= STAY) {
      current = current == Reuse.HOT ? Reuse.COLD : Reuse.HOT;
      stayed = 0;
    }
  }

  private static int index(Reuse reuse) {
    return reuse == Reuse.HOT ? 0 : 1;
  }
}
