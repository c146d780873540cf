// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.value;

import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;

/** What Parquet's INT96 timestamps are, where a file does not say it. */
public enum Int96 {
  /** Local times of Impala, instants of other writers. */
  AUTO,
  /** Instants, as in Spark and Hive. */
  INSTANT,
  /** Local times, of no zone. */
  LOCAL;

  /** Start of the name of a writer that stores local times as they are. */
  private static final String IMPALA = "impala";

  /**
   * Returns whether timestamps are instants or local times.
   *
   * @param createdBy the writer, as the footer names it; null if it does not
   */
  public Int96 of(String createdBy) {
    if (this != AUTO) {
      return this;
    }
    return createdBy != null && createdBy.startsWith(IMPALA) ? LOCAL : INSTANT;
  }

  /** Returns the type of timestamps. */
  public Type type(TimeUnit unit) {
    return this == LOCAL ? Type.timestamp(unit) : Type.timestampWithZone(unit);
  }
}
