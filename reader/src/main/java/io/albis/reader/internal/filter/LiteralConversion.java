// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.schema.ValueOrder;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.TypeKind;
import io.albis.reader.internal.literal.BytesLiterals;
import io.albis.reader.internal.literal.DecimalLiterals;
import io.albis.reader.internal.literal.DoubleLiterals;
import io.albis.reader.internal.literal.LiteralKind;
import io.albis.reader.internal.literal.LiteralList;
import io.albis.reader.internal.literal.LongLiterals;
import io.albis.reader.internal.match.DoubleKeys;
import io.albis.reader.internal.match.Wide;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Converts literals to the representation in which values of a leaf are compared. */
final class LiteralConversion {

  private static final BigInteger MIN_LONG = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);

  private final Leaf leaf;
  private final LiteralList values;

  LiteralConversion(Leaf leaf, LiteralList values) {
    this.leaf = leaf;
    this.values = values;
  }

  /**
   * Requires literals that can be compared with the leaf.
   *
   * @throws InvalidArgumentException otherwise
   */
  void requireKind() {
    LiteralKind kind = values.kind();
    boolean isSuited =
        switch (leaf.type().physicalType()) {
          case BOOLEAN -> kind == LiteralKind.BOOLEAN;
          case INT8, INT16, INT32, INT64 -> kind == LiteralKind.INTEGER;
          case FLOAT, DOUBLE -> kind == LiteralKind.FLOATING || kind == LiteralKind.INTEGER;
          case DECIMAL32, DECIMAL64, DECIMAL128 ->
              kind == LiteralKind.DECIMAL || kind == LiteralKind.INTEGER;
          case STRING -> kind == LiteralKind.STRING;
          case BINARY, FIXED_BINARY -> kind == LiteralKind.BINARY;
          case UUID -> kind == LiteralKind.UUID;
          case STRUCT, LIST, MAP ->
              throw new InvalidArgumentException(
                  "Cannot compare column "
                      + leaf.path()
                      + " of type "
                      + leaf.type()
                      + " with a value");
        };
    if (!isSuited) {
      Object value = values.get(0);
      throw new InvalidArgumentException(
          "Cannot compare column "
              + leaf.path()
              + " of type "
              + leaf.type()
              + " with "
              + value
              + " ("
              + value.getClass().getSimpleName()
              + ")");
    }
  }

  /** For {@link ValueOrder#LONG}: sorted ascending. */
  long[] longs() {
    if (leaf.type().kind() != TypeKind.DECIMAL) {
      return ((LongLiterals) values).values();
    }
    long[] unscaled = new long[values.count()];
    for (int i = 0; i < unscaled.length; i++) {
      // A literal that is out of the column's range becomes another value that is out of its range.
      unscaled[i] = unscaled(i).max(MIN_LONG).min(MAX_LONG).longValue();
    }
    return unscaled;
  }

  /** For {@link ValueOrder#DOUBLE}: the keys of {@link DoubleKeys}, sorted ascending. */
  long[] doubleKeys() {
    long[] keys = new long[values.count()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] =
          DoubleKeys.of(
              values instanceof DoubleLiterals doubles
                  ? doubles.values()[i]
                  : ((LongLiterals) values).values()[i]);
    }
    return keys;
  }

  /** For {@link ValueOrder#INT128}: sorted ascending. */
  Wide[] wides() {
    Wide[] wides = new Wide[values.count()];
    for (int i = 0; i < wides.length; i++) {
      wides[i] = Wide.of(unscaled(i));
    }
    return wides;
  }

  /** For {@link ValueOrder#BYTES}. */
  BytesLiterals bytes() {
    return (BytesLiterals) values;
  }

  private BigInteger unscaled(int index) {
    BigDecimal number =
        values instanceof DecimalLiterals decimals
            ? decimals.value(index)
            : BigDecimal.valueOf(((LongLiterals) values).values()[index]);
    try {
      return number.setScale(leaf.type().scale()).unscaledValue();
    } catch (ArithmeticException e) {
      InvalidArgumentException mismatch =
          new InvalidArgumentException(
              "Cannot compare column "
                  + leaf.path()
                  + " of type "
                  + leaf.type()
                  + " with "
                  + number.toPlainString()
                  + ": it has more digits after the point");
      mismatch.initCause(e);
      throw mismatch;
    }
  }
}
