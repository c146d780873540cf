// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.schema;

import io.albis.format.schema.Type;

/** How values compare, in statistics and predicates (SPEC.md, section 14). */
public enum ValueOrder {
  /** As signed integers that fit into a {@code long}; false is 0 and true is 1. */
  LONG,
  /** As signed integers of 16 bytes. */
  INT128,
  /** As floating-point numbers; both zeros are equal, and bounds do not cover NaN. */
  DOUBLE,
  /** Lexicographically by unsigned bytes; a prefix is less than the longer value. */
  BYTES,
  /** Not comparable: structs, lists and maps. */
  NONE;

  /** How values of a type compare. */
  public static ValueOrder of(Type type) {
    return switch (type.physicalType()) {
      case BOOLEAN, INT8, INT16, INT32, INT64, DECIMAL32, DECIMAL64 -> LONG;
      case DECIMAL128 -> INT128;
      case FLOAT, DOUBLE -> DOUBLE;
      case STRING, BINARY, FIXED_BINARY, UUID -> BYTES;
      case STRUCT, LIST, MAP -> NONE;
    };
  }
}
