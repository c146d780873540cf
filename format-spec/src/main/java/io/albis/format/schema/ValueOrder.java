// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

/** How values of a type compare, in statistics and predicates (SPEC.md, section 13). */
public enum ValueOrder {
  /** As signed numbers; false is less than true. */
  SIGNED,
  /** As floating-point numbers; both zeros are equal, and bounds leave NaN out. */
  FLOATING,
  /** Byte by byte, as unsigned numbers; a prefix is less than what it is a prefix of. */
  UNSIGNED_BYTES,
  /** Not at all: structs, lists and maps. */
  NONE
}
