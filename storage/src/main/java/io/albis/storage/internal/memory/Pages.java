// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.memory;

/** Page arithmetic. */
public final class Pages {
  /** The unit of reservation and alignment in bytes, which is also what direct I/O needs. */
  public static final int SIZE = 4096;

  /** The size of a huge page in bytes. */
  static final int HUGE = 2 * 1024 * 1024;

  private Pages() {}

  public static long roundUp(long bytes, long unit) {
    return Math.addExact(bytes, unit - 1) / unit * unit;
  }
}
