// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

/**
 * How values are stored, compared, and passed to setters and from getters, independent of their
 * meaning: dates are 4-byte integers, like int32. Code that moves values depends on this; only code
 * that interprets them depends on {@link TypeKind}.
 */
public enum PhysicalType {
  /** One bit in the column layout, one byte in the row layout. */
  BOOLEAN(1, Nesting.NONE),
  /** Signed number of 1 byte. */
  INT8(1, Nesting.NONE),
  /** Signed number of 2 bytes. */
  INT16(2, Nesting.NONE),
  /** Signed number of 4 bytes. */
  INT32(4, Nesting.NONE),
  /** Signed number of 8 bytes. */
  INT64(8, Nesting.NONE),
  /** Unscaled decimal of 4 bytes. */
  DECIMAL32(4, Nesting.NONE),
  /** Unscaled decimal of 8 bytes. */
  DECIMAL64(8, Nesting.NONE),
  /** Unscaled decimal of 16 bytes. */
  DECIMAL128(16, Nesting.NONE),
  /** IEEE 754 binary32. */
  FLOAT(4, Nesting.NONE),
  /** IEEE 754 binary64. */
  DOUBLE(8, Nesting.NONE),
  /** UTF-8 text of variable length. */
  STRING(8, Nesting.NONE),
  /** Bytes of variable length. */
  BINARY(8, Nesting.NONE),
  /** Bytes of a length that the type specifies. */
  FIXED_BINARY(-1, Nesting.NONE),
  /** 16 bytes, most significant first. */
  UUID(16, Nesting.NONE),
  /** Fields, stored as separate leaves. */
  STRUCT(0, Nesting.STRUCT),
  /** Any number of elements. */
  LIST(-1, Nesting.LIST),
  /** Any number of entries of key and value. */
  MAP(-1, Nesting.MAP);

  private final int width;
  private final Nesting nesting;

  PhysicalType(int width, Nesting nesting) {
    this.width = width;
    this.nesting = nesting;
  }

  /** Bytes in the row layout; -1 if the type specifies it, or if there is no row layout. */
  int width() {
    return width;
  }

  /** The kind of children. */
  public Nesting nesting() {
    return nesting;
  }
}
