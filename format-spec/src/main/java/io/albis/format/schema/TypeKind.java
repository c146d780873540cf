// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import java.util.Arrays;
import java.util.Optional;

/** The kinds of types. SPEC.md, section 5, defines values and encoding. */
public enum TypeKind {
  /** True or false. */
  BOOLEAN("boolean"),
  /** Signed integer of 1 byte. */
  INT8("int8"),
  /** Signed integer of 2 bytes. */
  INT16("int16"),
  /** Signed integer of 4 bytes. */
  INT32("int32"),
  /** Signed integer of 8 bytes. */
  INT64("int64"),
  /** IEEE 754 binary32. */
  FLOAT("float"),
  /** IEEE 754 binary64. */
  DOUBLE("double"),
  /** Exact decimal number; 4, 8 or 16 bytes by precision. */
  DECIMAL("decimal"),
  /** Days since 1970-01-01; 4 bytes. */
  DATE("date"),
  /** Time of day; 8 bytes. */
  TIME("time"),
  /** Local date and time, or instant; 8 bytes. */
  TIMESTAMP("timestamp"),
  /** UTF-8 text. */
  STRING("string"),
  /** Bytes. */
  BINARY("binary"),
  /** A fixed number of bytes. */
  FIXED_BINARY("fixed_binary"),
  /** 16 bytes, most significant first. */
  UUID("uuid"),
  /** Months; 4 bytes. */
  YEAR_MONTH_INTERVAL("year_month_interval"),
  /** Microseconds; 8 bytes. */
  DAY_TIME_INTERVAL("day_time_interval"),
  /** Named fields. */
  STRUCT("struct"),
  /** A variable number of elements. */
  LIST("list"),
  /** A variable number of key-value entries, in order. */
  MAP("map");

  private final String typeName;

  TypeKind(String typeName) {
    this.typeName = typeName;
  }

  /** The kind with a name; empty if there is none. */
  static Optional<TypeKind> named(String typeName) {
    return Arrays.stream(values()).filter(kind -> kind.typeName.equals(typeName)).findFirst();
  }

  /** The name in messages and in the text form of types. */
  public String typeName() {
    return typeName;
  }
}
