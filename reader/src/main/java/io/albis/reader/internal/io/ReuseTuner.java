// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import io.albis.storage.memory.Reuse;

/**
 * Finds out into which memory a device writes faster: that which was used a moment ago, or that
 * which no cache of a processor holds any more. Where the device shares a cache with the processors
 * that look at what was read, the former is faster by a fifth; where each write has to be told to
 * another cache first, it takes twice the time. Which it is depends on the machine, and in a
 * virtual one it changes from minute to minute. So both are tried, and the better one is kept for a
 * while.
 *
 * <p>Thread-safe.
 */
public final class ReuseTuner {

  /** Bytes of a trial: it takes as many until memory is the oldest again. */
  public static final long TRIAL = 64L << 20;

  /** So many trials the better one stays before the other one is tried again. */
  public static final int STAY = 16;

  /** Trials at the start: pages are new, then each way once. */
  private static final int WARM_UP = 1;

  private final double[] nanosecondsPerByte = new double[2];
  private Reuse current = Reuse.COLD;
  private int trial;
  private int stayed;
  private long bytes;
  private long nanoseconds;

  /** When the last read ended. */
  private long lastEnd = Long.MIN_VALUE;

  /** How to get memory for the next read. */
  public synchronized Reuse current() {
    return current;
  }

  /**
   * Records one read of several that may overlap: the time since the one before it has ended
   * counts, since the device worked on that one first.
   *
   * @param start when it was started, in nanoseconds of {@link System#nanoTime}
   * @param end when it ended
   */
  public synchronized void ended(Reuse reuse, long readBytes, long start, long end) {
    long from = lastEnd == Long.MIN_VALUE ? start : start + Math.max(0, lastEnd - start);
    lastEnd = end;
    took(reuse, readBytes, Math.max(0, end - from));
  }

  /** Records one read. */
  public synchronized void took(Reuse reuse, long readBytes, long readNanoseconds) {
    if (reuse != current) {
      // Asked for before the last change.
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
