// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.compat;

import java.util.Optional;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.TimeType;

/** Spark's type of times of the day, which exists since Spark 4.1. */
public final class TimeOfDay {

  private static final boolean IS_PRESENT = Classes.exist("org.apache.spark.sql.types.TimeType");

  private TimeOfDay() {}

  /** Returns the type with microseconds; empty if this version of Spark has none. */
  public static Optional<DataType> type() {
    return IS_PRESENT ? Optional.of(Types.micros()) : Optional.empty();
  }

  /** Returns whether a type is that of times. */
  public static boolean isTypeOf(DataType type) {
    return IS_PRESENT && Types.isTime(type);
  }

  /** Returns whether a type is that of times with at least the precision of another one. */
  public static boolean isAtLeastAsPrecise(DataType type, DataType other) {
    return isTypeOf(type) && isTypeOf(other) && Types.precision(type) >= Types.precision(other);
  }

  /** Loaded only if the class exists. */
  private static final class Types {

    private Types() {}

    static DataType micros() {
      return new TimeType(6);
    }

    static int precision(DataType type) {
      return ((TimeType) type).precision();
    }

    static boolean isTime(DataType type) {
      return type instanceof TimeType;
    }
  }
}
