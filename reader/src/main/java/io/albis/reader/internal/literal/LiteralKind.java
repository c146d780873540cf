// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.literal;

import io.albis.format.error.InvalidArgumentException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.UUID;

/**
 * The kinds of literals in predicates. A predicate is not tied to the type of a column until it is
 * bound.
 */
public enum LiteralKind {
  /** {@code Boolean}. */
  BOOLEAN,
  /** {@code Byte}, {@code Short}, {@code Integer} and {@code Long}, as {@code Long}. */
  INTEGER,
  /** {@code Float} and {@code Double}, as {@code Double}. */
  FLOATING,
  /** {@code BigInteger} and {@code BigDecimal}, as {@code BigDecimal} without trailing zeros. */
  DECIMAL,
  /** {@code CharSequence}, as UTF-8. */
  STRING,
  /** {@code byte[]}. */
  BINARY,
  /** {@code UUID}, as 16 bytes, most significant first. */
  UUID;

  /** Returns the kind of a value, or of a list with values of two kinds. */
  static LiteralKind of(String column, Object value) {
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return INTEGER;
    } else if (value instanceof CharSequence) {
      return STRING;
    } else if (value instanceof Double || value instanceof Float) {
      return FLOATING;
    } else if (value instanceof BigDecimal || value instanceof BigInteger) {
      return DECIMAL;
    } else if (value instanceof Boolean) {
      return BOOLEAN;
    } else if (value instanceof byte[]) {
      return BINARY;
    } else if (value instanceof UUID) {
      return UUID;
    }
    throw new InvalidArgumentException(
        "Cannot compare column "
            + column
            + " with "
            + value
            + " ("
            + value.getClass().getSimpleName()
            + "): expected Boolean, Byte, Short, Integer, Long, Float, Double, BigInteger,"
            + " BigDecimal, CharSequence, byte[] or UUID");
  }

  /** Returns the kind of a list with values of this kind and of another one. */
  LiteralKind with(String column, LiteralKind other) {
    if (this == other) {
      return this;
    }
    boolean isWider = other == FLOATING || other == DECIMAL;
    if (this == INTEGER && isWider) {
      return other;
    }
    if (other == INTEGER && (this == FLOATING || this == DECIMAL)) {
      return this;
    }
    throw new InvalidArgumentException(
        "Cannot compare column "
            + column
            + " with a list of "
            + name(this)
            + " and "
            + name(other));
  }

  private static String name(LiteralKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
