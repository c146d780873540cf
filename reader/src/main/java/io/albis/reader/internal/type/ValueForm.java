// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.type;

import io.albis.format.schema.Type;

/** How values are compared, of which there are fewer ways than types. */
public enum ValueForm {
  /** As integers of up to 8 bytes. */
  LONG,
  /** As floats of 8 bytes. */
  DOUBLE,
  /** As integers of 16 bytes. */
  WIDE,
  /** By unsigned bytes. */
  BYTES,
  /** Not at all. */
  NONE;

  /** How values of a type are compared. */
  public static ValueForm of(Type type) {
    return switch (type.kind()) {
      case BOOLEAN, INT8, INT16, INT32, INT64, DATE, TIME, TIMESTAMP -> LONG;
      case YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL -> LONG;
      case FLOAT, DOUBLE -> DOUBLE;
      case DECIMAL -> type.fixedWidth() == 16 ? WIDE : LONG;
      case STRING, BINARY, FIXED_BINARY, UUID -> BYTES;
      case STRUCT, LIST, MAP -> NONE;
    };
  }
}
