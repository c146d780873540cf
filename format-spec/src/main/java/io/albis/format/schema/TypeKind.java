// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import java.util.Arrays;
import java.util.Optional;

/** The kinds of types. SPEC.md, section 5, defines values and encoding. */
public enum TypeKind {
  /** True or false. */
  BOOLEAN("boolean", false),
  /** Signed integer of 1 byte. */
  INT8("int8", true),
  /** Signed integer of 2 bytes. */
  INT16("int16", true),
  /** Signed integer of 4 bytes. */
  INT32("int32", true),
  /** Signed integer of 8 bytes. */
  INT64("int64", true),
  /** IEEE 754 binary32. */
  FLOAT("float", true),
  /** IEEE 754 binary64. */
  DOUBLE("double", true),
  /** Exact decimal number; 4, 8 or 16 bytes by precision. */
  DECIMAL("decimal", true),
  /** Days since 1970-01-01; 4 bytes. */
  DATE("date", false),
  /** Time of day; 8 bytes. */
  TIME("time", false),
  /** Local date and time, or instant; 8 bytes. */
  TIMESTAMP("timestamp", false),
  /** UTF-8 text. */
  STRING("string", false),
  /** Bytes. */
  BINARY("binary", false),
  /** A fixed number of bytes. */
  FIXED_BINARY("fixed_binary", false),
  /** 16 bytes, most significant first. */
  UUID("uuid", false),
  /** Months; 4 bytes. */
  YEAR_MONTH_INTERVAL("year_month_interval", false),
  /** Microseconds; 8 bytes. */
  DAY_TIME_INTERVAL("day_time_interval", false),
  /** Named fields. */
  STRUCT("struct", false),
  /** A variable number of elements. */
  LIST("list", false),
  /** A variable number of key-value entries, in order. */
  MAP("map", false);

  private final String typeName;
  private final boolean isNumber;

  TypeKind(String typeName, boolean isNumber) {
    this.typeName = typeName;
    this.isNumber = isNumber;
  }

  /** The kind with a name; empty if there is none. */
  static Optional<TypeKind> named(String typeName) {
    return Arrays.stream(values()).filter(kind -> kind.typeName.equals(typeName)).findFirst();
  }

  /** See {@link Type#isNumber}. */
  boolean isNumber() {
    return isNumber;
  }

  /** The name in messages and in the text form of types. */
  public String typeName() {
    return typeName;
  }
}
