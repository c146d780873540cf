// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.scan;

import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;

/** The kinds of values that all readers sum: the types of the data sets. */
public enum ValueKind {
  /** Summed as 0 or 1. */
  BOOLEAN,
  /** An integer of 4 bytes. */
  INT,
  /** Days since 1970, 4 bytes. */
  DATE,
  /** An integer of 8 bytes. */
  LONG,
  /** Microseconds since 1970, 8 bytes. */
  TIMESTAMP,
  /** Floating point of 8 bytes. */
  DOUBLE,
  /** Of 4, 8 or 16 bytes. */
  DECIMAL,
  /** A string. */
  TEXT,
  /** The leaves are those of its fields. */
  STRUCT,
  /** A list of values that are not nested; its leaf has the sum of the elements. */
  LIST;

  /**
   * Returns the kind of a type.
   *
   * @throws IllegalArgumentException if the benchmark does not sum values of this type
   */
  public static ValueKind of(Type type) {
    return switch (type.kind()) {
      case BOOLEAN -> BOOLEAN;
      case INT32 -> INT;
      case DATE -> DATE;
      case INT64 -> LONG;
      case TIMESTAMP -> {
        if (type.unit() != TimeUnit.MICROS || type.withZone()) {
          throw unsupported(type);
        }
        yield TIMESTAMP;
      }
      case DOUBLE -> DOUBLE;
      case DECIMAL -> DECIMAL;
      case STRING -> TEXT;
      case STRUCT -> STRUCT;
      case LIST -> {
        if (type.children().get(0).type().isNested()) {
          throw unsupported(type);
        }
        yield LIST;
      }
      case INT8, INT16, FLOAT, TIME, BINARY, FIXED_BINARY, UUID, MAP -> throw unsupported(type);
      case YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL -> throw unsupported(type);
    };
  }

  private static IllegalArgumentException unsupported(Type type) {
    return new IllegalArgumentException("Cannot sum values of " + type);
  }
}
