// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.format.error.TypeMismatchException;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.reader.vector.RowView;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/**
 * Values of predicates and bounds of statistics in the four forms in which they are compared:
 * {@link Long} for booleans and all that is a number of up to 8 bytes, {@link Double}, {@link
 * BigInteger} for wide decimals, {@code byte[]} for all that is bytes.
 */
public final class Literals {

  private Literals() {}

  /** Whether a value of a predicate is compared as this form. */
  public static boolean isLong(Type type) {
    return switch (type.kind()) {
      case BOOLEAN, INT8, INT16, INT32, INT64, DATE, TIME, TIMESTAMP -> true;
      case YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL -> true;
      case DECIMAL -> type.fixedWidth() < 16;
      default -> false;
    };
  }

  /**
   * A value of a predicate.
   *
   * @throws TypeMismatchException if it does not suit the column
   */
  public static Object of(Object value, Leaf leaf) {
    Type type = leaf.type();
    switch (type.kind()) {
      case BOOLEAN:
        if (value instanceof Boolean flag) {
          return flag ? 1L : 0L;
        }
        break;
      case FLOAT, DOUBLE:
        if (value instanceof Number number && !(value instanceof BigDecimal)) {
          return canonical(number.doubleValue());
        }
        break;
      case DECIMAL:
        return decimal(value, leaf);
      case STRING:
        if (value instanceof CharSequence text) {
          return text.toString().getBytes(StandardCharsets.UTF_8);
        }
        break;
      case BINARY, FIXED_BINARY:
        if (value instanceof byte[] bytes) {
          return bytes.clone();
        }
        break;
      case UUID:
        if (value instanceof UUID uuid) {
          return bytes(uuid);
        }
        break;
      case STRUCT, LIST, MAP:
        throw new TypeMismatchException(
            "Cannot compare column " + leaf.path() + " of type " + type + " with a value");
      default:
        if (value instanceof Integer
            || value instanceof Long
            || value instanceof Short
            || value instanceof Byte) {
          return ((Number) value).longValue();
        }
    }
    throw mismatch(value, leaf);
  }

  public static byte[] bytes(UUID uuid) {
    ByteBuffer bytes = ByteBuffer.allocate(16);
    bytes.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
    return bytes.array();
  }

  /** A bound in the form of {@link RowView#getObject}. */
  public static Object materialize(Object bound, Type type) {
    return switch (type.kind()) {
      case BOOLEAN -> (Long) bound != 0;
      case INT8 -> ((Long) bound).byteValue();
      case INT16 -> ((Long) bound).shortValue();
      case INT32, DATE, YEAR_MONTH_INTERVAL -> ((Long) bound).intValue();
      case FLOAT -> ((Double) bound).floatValue();
      case DECIMAL ->
          bound instanceof Long number
              ? BigDecimal.valueOf(number, type.scale())
              : new BigDecimal((BigInteger) bound, type.scale());
      case STRING -> new String((byte[]) bound, StandardCharsets.UTF_8);
      case BINARY, FIXED_BINARY -> ((byte[]) bound).clone();
      case UUID -> {
        ByteBuffer bytes = ByteBuffer.wrap((byte[]) bound);
        yield new UUID(bytes.getLong(), bytes.getLong());
      }
      default -> bound;
    };
  }

  private static TypeMismatchException mismatch(Object value, Leaf leaf) {
    return new TypeMismatchException(
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

  private static Object decimal(Object value, Leaf leaf) {
    BigDecimal number;
    if (value instanceof BigDecimal exact) {
      number = exact;
    } else if (value instanceof Integer || value instanceof Long) {
      number = BigDecimal.valueOf(((Number) value).longValue());
    } else {
      throw mismatch(value, leaf);
    }
    BigInteger unscaled;
    try {
      unscaled = number.setScale(leaf.type().scale()).unscaledValue();
    } catch (ArithmeticException e) {
      throw new TypeMismatchException(
          "Cannot compare column "
              + leaf.path()
              + " of type "
              + leaf.type()
              + " with "
              + number.toPlainString()
              + ": it has more digits after the point");
    }
    if (leaf.type().fixedWidth() == 16) {
      return unscaled;
    }
    if (unscaled.bitLength() > 63) {
      throw mismatch(value, leaf);
    }
    return unscaled.longValue();
  }

  /** All NaN are the same, and both zeros. */
  public static double canonical(double value) {
    return Double.isNaN(value) ? Double.NaN : value + 0.0;
  }

  /** A bound of statistics in plain encoding, perhaps that of a type from which it was widened. */
  public static Object bound(byte[] plain, Type type) {
    if (type.kind() == TypeKind.FLOAT || type.kind() == TypeKind.DOUBLE) {
      ByteBuffer bytes = ByteBuffer.wrap(plain).order(ByteOrder.LITTLE_ENDIAN);
      return canonical(plain.length == 4 ? bytes.getFloat() : bytes.getDouble());
    }
    if (isLong(type)) {
      return signed(plain).longValue();
    }
    return type.kind() == TypeKind.DECIMAL ? signed(plain) : plain;
  }

  private static BigInteger signed(byte[] plain) {
    byte[] bigEndian = new byte[plain.length];
    for (int i = 0; i < bigEndian.length; i++) {
      bigEndian[i] = plain[bigEndian.length - 1 - i];
    }
    return new BigInteger(bigEndian);
  }

  /** Whether the bytes of a bound can be those of the type or of one that widens to it. */
  public static boolean isBound(byte[] plain, Type type) {
    return switch (type.kind()) {
      case STRING, BINARY -> true;
      case FLOAT -> plain.length == 4;
      case DOUBLE -> plain.length == 4 || plain.length == 8;
      default -> plain.length >= 1 && plain.length <= type.fixedWidth();
    };
  }

  /** Whether bytes start with others. */
  static boolean startsWith(byte[] bytes, byte[] prefix) {
    return bytes.length >= prefix.length
        && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
  }

  /** Compares two values of the same form. */
  public static int compare(Object a, Object b) {
    if (a instanceof byte[] bytes) {
      return Arrays.compareUnsigned(bytes, (byte[]) b);
    }
    if (a instanceof Long number) {
      return number.compareTo((Long) b);
    }
    if (a instanceof Double number) {
      return number.compareTo((Double) b);
    }
    return ((BigInteger) a).compareTo((BigInteger) b);
  }
}
