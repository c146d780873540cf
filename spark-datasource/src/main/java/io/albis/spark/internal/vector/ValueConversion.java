// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.vector;

/** What turns a stored value into Spark's representation of it. */
enum ValueConversion {
  /** Nothing: both are the same. */
  NONE(1),
  /** Timestamps of Spark are in microseconds. */
  MILLIS_TO_MICROS(1_000),
  /** Times of Spark are in nanoseconds, whatever their precision. */
  MICROS_TO_NANOS(1_000),
  /** Times of Spark are in nanoseconds, whatever their precision. */
  MILLIS_TO_NANOS(1_000_000),
  /** Timestamps of Spark are in microseconds; rounded down. */
  NANOS_TO_MICROS(-1_000),
  /** Times of Spark are in nanoseconds, but exact to the microsecond only; rounded down. */
  NANOS_TO_WHOLE_MICROS(-1),
  /** The canonical text form of 36 characters. */
  UUID_TO_TEXT(1),
  /** Spark expects the value first, and the metadata after it. */
  VARIANT_METADATA_FIRST(1);

  private final long factor;

  ValueConversion(long factor) {
    this.factor = factor;
  }

  /** What the stored number is multiplied with; negative if it is rounded. */
  long factor() {
    return factor;
  }

  /**
   * Converts a number. Only if the factor is not 1.
   *
   * @throws ArithmeticException if Spark's type cannot represent the time
   */
  long convert(long value) {
    if (factor > 0) {
      return multiply(value);
    }
    long micros = Math.floorDiv(value, 1_000L);
    return this == NANOS_TO_MICROS ? micros : micros * 1_000;
  }

  private long multiply(long value) {
    long product = value * factor;
    if (Math.multiplyHigh(value, factor) != product >> 63) {
      throw new ArithmeticException(
          "Cannot read the time or timestamp "
              + value
              + " in Spark: its type has no value for it (it would be "
              + value
              + " * "
              + factor
              + ")");
    }
    return product;
  }

  /** Returns the ordinal in the reader's vector of a child of Spark's. */
  int child(int ordinal) {
    return this == VARIANT_METADATA_FIRST ? 1 - ordinal : ordinal;
  }
}
