// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.schema;

import io.albis.format.schema.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Encodes objects, as users give values, in {@linkplain PlainEncoding plain encoding}. */
public final class PlainObjects {

  private PlainObjects() {}

  /** Encodes a value; returns null if it is not exactly a value of the type. */
  public static byte[] encode(Type type, Object value) {
    return switch (type.physicalType()) {
      case BOOLEAN -> value instanceof Boolean flag ? new byte[] {(byte) (flag ? 1 : 0)} : null;
      case INT8, INT16, INT32, INT64 -> integer(type, value);
      case FLOAT -> float32(value);
      case DOUBLE -> float64(value);
      case DECIMAL32, DECIMAL64, DECIMAL128 -> decimal(type, value);
      case STRING -> value instanceof CharSequence text ? utf8(text) : null;
      case BINARY -> value instanceof byte[] bytes ? bytes.clone() : null;
      case FIXED_BINARY ->
          value instanceof byte[] bytes && bytes.length == type.fixedWidth() ? bytes.clone() : null;
      case UUID -> value instanceof UUID uuid ? uuid(uuid) : null;
      case STRUCT, LIST, MAP -> null;
    };
  }

  /** Describes the objects that {@link #encode} accepts, for messages. */
  public static String expected(Type type) {
    return switch (type.physicalType()) {
      case BOOLEAN -> "a Boolean";
      case INT8, INT16, INT32, INT64 -> integers(type);
      case FLOAT, DOUBLE -> "a number that " + type + " holds exactly";
      case DECIMAL32, DECIMAL64, DECIMAL128 ->
          "a BigDecimal of at most "
              + type.precision()
              + " digits, "
              + type.scale()
              + " of them after the point";
      case STRING -> "a String that is valid Unicode";
      case BINARY -> "a byte[]";
      case FIXED_BINARY -> "a byte[] of " + type.fixedWidth() + " bytes";
      case UUID -> "a UUID";
      case STRUCT, LIST, MAP -> throw new IllegalArgumentException("Not encoded: " + type);
    };
  }

  private static String integers(Type type) {
    long max = Long.MAX_VALUE >> (Long.SIZE - Byte.SIZE * type.fixedWidth());
    return "an integer from " + (-max - 1) + " to " + max;
  }

  private static boolean isInteger(Object value) {
    return value instanceof Byte
        || value instanceof Short
        || value instanceof Integer
        || value instanceof Long;
  }

  private static byte[] integer(Type type, Object value) {
    if (!isInteger(value)) {
      return null;
    }
    long number = ((Number) value).longValue();
    byte[] plain = PlainEncoding.ofLong(number, type.fixedWidth());
    return PlainEncoding.toLong(type, plain) == number ? plain : null;
  }

  private static byte[] float32(Object value) {
    if (value instanceof Float number) {
      return PlainEncoding.ofLong(Float.floatToRawIntBits(number), Float.BYTES);
    }
    Double number = exactDouble(value);
    boolean isFloat = number != null && Double.compare(number.floatValue(), number) == 0;
    return isFloat
        ? PlainEncoding.ofLong(Float.floatToRawIntBits(number.floatValue()), Float.BYTES)
        : null;
  }

  private static byte[] float64(Object value) {
    Double number = exactDouble(value);
    return number == null
        ? null
        : PlainEncoding.ofLong(Double.doubleToRawLongBits(number), Double.BYTES);
  }

  private static Double exactDouble(Object value) {
    if (value instanceof Float || value instanceof Double) {
      return ((Number) value).doubleValue();
    }
    if (!isInteger(value)) {
      return null;
    }
    BigDecimal integer = BigDecimal.valueOf(((Number) value).longValue());
    double number = integer.doubleValue();
    return new BigDecimal(number).compareTo(integer) == 0 ? number : null;
  }

  private static byte[] decimal(Type type, Object value) {
    BigDecimal number;
    if (value instanceof BigDecimal decimal) {
      number = decimal;
    } else if (value instanceof BigInteger integer) {
      number = new BigDecimal(integer);
    } else if (isInteger(value)) {
      number = BigDecimal.valueOf(((Number) value).longValue());
    } else {
      return null;
    }
    BigDecimal whole = number.stripTrailingZeros();
    // The digits are counted first, so that those of a huge exponent are not written out.
    long digits = whole.precision() - (long) whole.scale() + type.scale();
    if (whole.scale() > type.scale() || (whole.signum() != 0 && digits > type.precision())) {
      return null;
    }
    return PlainEncoding.ofDecimal(type, whole.setScale(type.scale()).unscaledValue());
  }

  private static byte[] utf8(CharSequence text) {
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] plain = new byte[bytes.remaining()];
      bytes.get(plain);
      return plain;
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  private static byte[] uuid(UUID uuid) {
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(uuid.getMostSignificantBits())
        .putLong(uuid.getLeastSignificantBits())
        .array();
  }
}
