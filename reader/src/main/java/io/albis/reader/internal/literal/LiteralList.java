// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.literal;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.AbstractList;
import java.util.Collection;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.UUID;

/**
 * Values of one kind in ascending order, without duplicates, in arrays of primitives or bytes. Its
 * {@code List} methods create an object for each value that they return; a null, if there is one,
 * is the last element. Immutable.
 */
public abstract sealed class LiteralList extends AbstractList<Object> implements RandomAccess
    permits LongLiterals, DoubleLiterals, DecimalLiterals, BytesLiterals {

  private final LiteralKind kind;
  private final boolean hasNull;

  LiteralList(LiteralKind kind, boolean hasNull) {
    this.kind = kind;
    this.hasNull = hasNull;
  }

  /** No values. */
  public static LiteralList empty() {
    return LongLiterals.EMPTY;
  }

  /**
   * Sorts values and removes duplicates.
   *
   * @param column for messages
   * @param values of one kind, in any order; nulls are allowed
   * @throws io.albis.format.error.InvalidArgumentException if a value has an unsupported class, or
   *     values cannot be compared with each other
   */
  public static LiteralList of(String column, Collection<?> values) {
    LiteralKind kind = null;
    boolean hasNull = false;
    int count = 0;
    Object[] found = new Object[values.size()];
    for (Object value : values) {
      if (value == null) {
        hasNull = true;
      } else {
        LiteralKind ofValue = LiteralKind.of(column, value);
        kind = kind == null ? ofValue : kind.with(column, ofValue);
        found[count++] = value;
      }
    }
    if (kind == null) {
      return hasNull ? new LongLiterals(LiteralKind.INTEGER, new long[0], true) : empty();
    }
    return of(kind, column, found, count, hasNull);
  }

  private static LiteralList of(
      LiteralKind kind, String column, Object[] values, int count, boolean hasNull) {
    return switch (kind) {
      case BOOLEAN, INTEGER -> {
        long[] longs = new long[count];
        for (int i = 0; i < count; i++) {
          longs[i] =
              values[i] instanceof Boolean flag ? (flag ? 1 : 0) : ((Number) values[i]).longValue();
        }
        yield LongLiterals.sorted(kind, longs, hasNull);
      }
      case FLOATING -> {
        double[] doubles = new double[count];
        for (int i = 0; i < count; i++) {
          doubles[i] = ((Number) values[i]).doubleValue();
        }
        yield DoubleLiterals.sorted(doubles, hasNull);
      }
      case DECIMAL -> {
        BigDecimal[] decimals = new BigDecimal[count];
        for (int i = 0; i < count; i++) {
          decimals[i] = DecimalLiterals.normalized(column, decimal(values[i]));
        }
        yield DecimalLiterals.sorted(decimals, hasNull);
      }
      case STRING, BINARY, UUID -> {
        byte[][] bytes = new byte[count][];
        for (int i = 0; i < count; i++) {
          bytes[i] = bytes(values[i]);
        }
        yield BytesLiterals.sorted(kind, bytes, hasNull);
      }
    };
  }

  private static BigDecimal decimal(Object value) {
    if (value instanceof BigDecimal exact) {
      return exact;
    }
    return value instanceof BigInteger integer
        ? new BigDecimal(integer)
        : BigDecimal.valueOf(((Number) value).longValue());
  }

  private static byte[] bytes(Object value) {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    return value instanceof UUID uuid
        ? BytesLiterals.bytes(uuid)
        : BytesLiterals.utf8(value.toString());
  }

  /** The kind of all values. */
  public final LiteralKind kind() {
    return kind;
  }

  /** Whether the list contains null. */
  public final boolean hasNull() {
    return hasNull;
  }

  /** Number of values, not counting null. */
  public abstract int count();

  /** A value as an object. */
  abstract Object literal(int index);

  @Override
  public final int size() {
    return count() + (hasNull ? 1 : 0);
  }

  @Override
  public final Object get(int index) {
    Objects.checkIndex(index, size());
    return index < count() ? literal(index) : null;
  }

  /**
   * Whether another list has the same kind and values. Unlike {@code equals}, which compares byte
   * arrays by identity, this compares their contents.
   */
  public final boolean isSame(LiteralList other) {
    return kind == other.kind && hasNull == other.hasNull && hasSameValues(other);
  }

  /** Whether a list of the same class has the same values. */
  abstract boolean hasSameValues(LiteralList other);

  /** A hash that agrees with {@link #isSame}. */
  public abstract int hash();
}
