// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.type;

/**
 * How times and timestamps in nanoseconds are read. Spark's own types are exact to the microsecond
 * only.
 */
public enum NanosecondMode {

  /** They are not read: the schema is refused, with the path of the column. */
  REFUSE,

  /** As Spark's times and timestamps, rounded down to the microsecond. */
  TRUNCATE,

  /** As {@code bigint}: the stored number of nanoseconds. Nothing is lost. */
  AS_LONG
}
