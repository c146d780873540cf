// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.type;

import io.albis.format.schema.Type;

/** The row getter that reads a leaf by its address alone. */
public enum Access {
  /** One bit in the column layout, one byte in the row layout. */
  BOOLEAN("getBoolean"),
  /** One byte. */
  BYTE("getByte"),
  /** Two bytes. */
  SHORT("getShort"),
  /** Four bytes. */
  INT("getInt"),
  /** Eight bytes. */
  LONG("getLong"),
  /** Four bytes. */
  FLOAT("getFloat"),
  /** Eight bytes. */
  DOUBLE("getDouble"),
  /** Four or eight bytes: decimals of up to 18 digits. */
  UNSCALED("getUnscaledLong"),
  /** None: 16 bytes, variable length, or nested. */
  OTHER("getObject");

  private final String getter;

  Access(String getter) {
    this.getter = getter;
  }

  /** The getter for leaves of a type. */
  public static Access of(Type type) {
    return switch (type.physicalType()) {
      case BOOLEAN -> BOOLEAN;
      case INT8 -> BYTE;
      case INT16 -> SHORT;
      case INT32 -> INT;
      case INT64 -> LONG;
      case FLOAT -> FLOAT;
      case DOUBLE -> DOUBLE;
      case DECIMAL32, DECIMAL64 -> UNSCALED;
      case DECIMAL128, STRING, BINARY, FIXED_BINARY, UUID, STRUCT, LIST, MAP -> OTHER;
    };
  }

  /** The name of the getter. */
  public String getter() {
    return getter;
  }
}
