// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

/**
 * Decides whether bytes of mapped files stay in the page cache after they were read from the
 * device. The system evicts what was read least recently, so that of data which is read in turns
 * and does not fit, all is evicted before it is read again. Here, only a share stays: it grows as
 * long as all that stayed is found again, up to everything, and shrinks when some was lost. So
 * memory goes where it saves reads from the device, with no limit to configure, and gives way to
 * what processes allocate.
 *
 * <p>The share as a remedy for cyclic reading is that of bimodal insertion (Qureshi et al.,
 * <i>Adaptive Insertion Policies for High Performance Caching</i>, ISCA 2007); to divide memory by
 * what was read from the device, that of <i>TeraCache</i> (section 3.9). Thread-safe.
 */
final class PageCacheAdmission {

  /** The share grows by this power of e while all mapped bytes are read from the device once. */
  private static final double GROWTH = 4;

  /** Bytes that are read from the device for one that may be lost, so that the share stays. */
  private static final double READ_PER_LOST = 100;

  /** Of the smallest share: something must stay to notice that there is room again. */
  private static final double LEAST_LOGARITHM = Math.log(1 / 256.0);

  private double logarithm;

  /** The part of a decision that is left of the earlier ones. */
  private double credit;

  /**
   * Notes what a batch had to read from the device.
   *
   * @param bytes that were read
   * @param lost bytes of these that should have stayed
   * @param all bytes of all mapped files
   */
  synchronized void noteRead(long bytes, long lost, long all) {
    double change = GROWTH * (bytes - READ_PER_LOST * lost) / Math.max(all, 1);
    logarithm = Math.min(0, Math.max(LEAST_LOGARITHM, logarithm + change));
  }

  /** Whether what was read for a batch is to stay. */
  synchronized boolean keeps() {
    credit += Math.exp(logarithm);
    boolean keeps = credit >= 1;
    if (keeps) {
      credit--;
    }
    return keeps;
  }
}
