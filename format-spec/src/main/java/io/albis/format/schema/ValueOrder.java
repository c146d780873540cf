// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

/** How values compare, in statistics and predicates (SPEC.md, section 14). */
public enum ValueOrder {
  /** As signed numbers that a {@code long} holds; false is 0 and true is 1. */
  LONG,
  /** As signed numbers of 16 bytes. */
  INT128,
  /** As floating-point numbers; both zeros are equal, and bounds leave NaN out. */
  DOUBLE,
  /** Byte by byte, as unsigned numbers; a prefix is less than what it is a prefix of. */
  BYTES,
  /** Not at all: structs, lists and maps. */
  NONE
}
