// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

/** The kinds of types. What a value of each is, and how it is encoded, says SPEC.md, section 12. */
public enum TypeKind {
  /** True or false. */
  BOOLEAN("boolean", 1),
  /** Signed integer of 1 byte. */
  INT8("int8", 1),
  /** Signed integer of 2 bytes. */
  INT16("int16", 2),
  /** Signed integer of 4 bytes. */
  INT32("int32", 4),
  /** Signed integer of 8 bytes. */
  INT64("int64", 8),
  /** IEEE 754 binary32. */
  FLOAT("float", 4),
  /** IEEE 754 binary64. */
  DOUBLE("double", 8),
  /** Exact decimal number; 4, 8 or 16 bytes by precision. */
  DECIMAL("decimal", -1),
  /** Days since 1970-01-01; 4 bytes. */
  DATE("date", 4),
  /** Time of day; 8 bytes. */
  TIME("time", 8),
  /** Moment, as wall clock or as instant; 8 bytes. */
  TIMESTAMP("timestamp", 8),
  /** UTF-8 text. */
  STRING("string", 8),
  /** Bytes. */
  BINARY("binary", 8),
  /** A fixed number of bytes. */
  FIXED_BINARY("fixed_binary", -1),
  /** 16 bytes, most significant first. */
  UUID("uuid", 16),
  /** Months; 4 bytes. */
  YEAR_MONTH_INTERVAL("year_month_interval", 4),
  /** Microseconds; 8 bytes. */
  DAY_TIME_INTERVAL("day_time_interval", 8),
  /** Named fields. */
  STRUCT("struct", 0),
  /** Any number of elements. */
  LIST("list", -1),
  /** Any number of entries of key and value, in order. */
  MAP("map", -1);

  private final String typeName;
  private final int width;

  TypeKind(String typeName, int width) {
    this.typeName = typeName;
    this.width = width;
  }

  /** The name in messages and in the text form of types. */
  public String typeName() {
    return typeName;
  }

  /** Bytes in the row layout, or -1 where that depends on parameters or there is none. */
  int width() {
    return width;
  }

  /** Whether types of this kind have fields below them. */
  public boolean isNested() {
    return this == STRUCT || this == LIST || this == MAP;
  }

  /** Whether values have a length of their own: string and binary. */
  public boolean isVariableLength() {
    return this == STRING || this == BINARY;
  }
}
