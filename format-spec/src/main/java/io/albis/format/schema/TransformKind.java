// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

/** The functions that derive partition values from column values; those of Apache Iceberg. */
public enum TransformKind {
  /** The value itself. */
  IDENTITY,
  /** A hash of the value, modulo the number of buckets. */
  BUCKET,
  /** Numbers rounded down to a multiple of the width; the first characters or bytes. */
  TRUNCATE,
  /** Years since 1970. */
  YEAR,
  /** Months since 1970-01. */
  MONTH,
  /** The date. */
  DAY,
  /** Hours since 1970-01-01T00. */
  HOUR,
  /**
   * A function that a later version of the format has added. Readers ignore the partition field.
   */
  UNKNOWN
}
