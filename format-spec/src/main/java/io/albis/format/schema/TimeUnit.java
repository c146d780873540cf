// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

/** The unit of times and timestamps. */
public enum TimeUnit {
  /** 1/1,000 s. */
  MILLIS(1_000L),
  /** 1/1,000,000 s. */
  MICROS(1_000_000L),
  /** 1/1,000,000,000 s. */
  NANOS(1_000_000_000L);

  private final long perSecond;

  TimeUnit(long perSecond) {
    this.perSecond = perSecond;
  }

  /** Number of units per second. */
  public long perSecond() {
    return perSecond;
  }
}
