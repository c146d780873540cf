// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.schema;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.PhysicalType;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.UUID;

/**
 * The plain encoding of values: bounds of statistics, defaults, partitions (SPEC.md, section 14).
 *
 * <p>A value may have been encoded before its field was widened. Its length then tells its width:
 * integers of 1, 2, 4 or 8 bytes, floats of 4 or 8, decimals of 4, 8 or 16. All methods accept
 * these widths up to the one of the type, and for decimals any of the three.
 */
public final class PlainEncoding {

  private PlainEncoding() {}

  /** Whether a value of a type, or of a type that widens to it, can have this number of bytes. */
  public static boolean isValidLength(Type type, int length) {
    return switch (type.physicalType()) {
      case BOOLEAN, INT8 -> length == 1;
      case INT16 -> length == 1 || length == 2;
      case INT32 -> length == 4 || type.isNumber() && (length == 1 || length == 2);
      case INT64 -> length == 8 || type.isNumber() && (length == 1 || length == 2 || length == 4);
      case DECIMAL32, DECIMAL64, DECIMAL128 -> length == 4 || length == 8 || length == 16;
      case FLOAT -> length == 4;
      case DOUBLE -> length == 4 || length == 8;
      case FIXED_BINARY, UUID -> length == type.fixedWidth();
      case STRING, BINARY -> true;
      case STRUCT, LIST, MAP -> false;
    };
  }

  private static void requireLength(Type type, byte[] value) {
    if (!isValidLength(type, value.length)) {
      throw new InvalidArgumentException(
          "Invalid value of " + type + " in plain encoding: it has " + value.length + " bytes");
    }
  }

  /**
   * A value of a type that orders as {@link ValueOrder#LONG}.
   *
   * @throws InvalidArgumentException if the length is not valid for the type, or above 8
   */
  public static long toLong(Type type, byte[] value) {
    requireLength(type, value);
    if (value.length > Long.BYTES) {
      throw new InvalidArgumentException("Invalid value of " + type + ": it does not fit 8 bytes");
    }
    return signedLong(value);
  }

  private static long signedLong(byte[] value) {
    long result = value[value.length - 1];
    for (int i = value.length - 2; i >= 0; i--) {
      result = result << 8 | (value[i] & 0xff);
    }
    return result;
  }

  /** A value as the number that it is: integers, decimals (unscaled), dates, times, intervals. */
  public static BigInteger toBigInteger(Type type, byte[] value) {
    requireLength(type, value);
    byte[] bigEndian = new byte[value.length];
    for (int i = 0; i < value.length; i++) {
      bigEndian[i] = value[value.length - 1 - i];
    }
    return new BigInteger(bigEndian);
  }

  /** A value of float or double. */
  public static double toDouble(Type type, byte[] value) {
    requireLength(type, value);
    ByteBuffer buffer = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    return value.length == Float.BYTES ? buffer.getFloat() : buffer.getDouble();
  }

  /**
   * A value as the object that a row view returns: {@code Boolean}, {@code Byte}, {@code Short},
   * {@code Integer}, {@code Long}, {@code Float}, {@code Double}, {@code BigDecimal}, {@code
   * String}, {@code byte[]} or {@code UUID}.
   *
   * @throws InvalidArgumentException if the length is not valid for the type
   * @throws IllegalArgumentException for structs, lists and maps
   */
  public static Object toObject(Type type, byte[] value) {
    return switch (type.physicalType()) {
      case BOOLEAN -> toLong(type, value) != 0;
      case INT8 -> (byte) toLong(type, value);
      case INT16 -> (short) toLong(type, value);
      case INT32 -> (int) toLong(type, value);
      case INT64 -> toLong(type, value);
      case FLOAT -> (float) toDouble(type, value);
      case DOUBLE -> toDouble(type, value);
      case DECIMAL32, DECIMAL64, DECIMAL128 ->
          new BigDecimal(toBigInteger(type, value), type.scale());
      case STRING -> new String(value, StandardCharsets.UTF_8);
      case BINARY, FIXED_BINARY -> value.clone();
      case UUID -> {
        requireLength(type, value);
        ByteBuffer bytes = ByteBuffer.wrap(value);
        yield new UUID(bytes.getLong(), bytes.getLong());
      }
      case STRUCT, LIST, MAP ->
          throw new IllegalArgumentException("Type " + type + " has no plain encoding");
    };
  }

  /** The lowest bytes of a number, little endian. */
  public static byte[] ofLong(long value, int width) {
    byte[] bytes = new byte[width];
    for (int i = 0; i < width; i++) {
      bytes[i] = (byte) (value >> Math.min(63, 8 * i));
    }
    return bytes;
  }

  /**
   * A decimal, in the least of 4, 8 and 16 bytes that holds it, but not less than those of its
   * type.
   */
  public static byte[] ofDecimal(Type type, BigInteger unscaled) {
    int width = type.fixedWidth();
    while (width < 16 && unscaled.bitLength() >= 8 * width) {
      width *= 2;
    }
    byte[] bigEndian = unscaled.toByteArray();
    byte[] bytes = new byte[width];
    Arrays.fill(bytes, (byte) (unscaled.signum() < 0 ? -1 : 0));
    for (int i = 0; i < Math.min(width, bigEndian.length); i++) {
      bytes[i] = bigEndian[bigEndian.length - 1 - i];
    }
    return bytes;
  }

  /**
   * A value in the width of a type.
   *
   * @param type the present type of the field
   * @param value encoded with that type, or with one that widens to it
   * @throws InvalidArgumentException if the length is not valid for the type
   */
  public static byte[] widen(Type type, byte[] value) {
    requireLength(type, value);
    if (type.isVariableLength() || value.length >= type.fixedWidth()) {
      return value;
    }
    if (type.physicalType() == PhysicalType.DOUBLE) {
      return ofLong(Double.doubleToRawLongBits(toDouble(type, value)), Double.BYTES);
    }
    byte[] wide = Arrays.copyOf(value, type.fixedWidth());
    Arrays.fill(wide, value.length, wide.length, (byte) (value[value.length - 1] >> 7));
    return wide;
  }

  /**
   * The order of values of a type, as statistics and sort orders have it: false before true;
   * numbers by value; floats with -0.0 equal to +0.0, and all NaN equal to each other and above all
   * numbers; strings and bytes as unsigned bytes, a prefix before the longer one.
   *
   * @throws IllegalArgumentException for structs, lists and maps
   */
  public static Comparator<byte[]> comparator(Type type) {
    return switch (ValueOrder.of(type)) {
      case LONG ->
          type.kind() == TypeKind.DECIMAL
              ? (a, b) -> toBigInteger(type, a).compareTo(toBigInteger(type, b))
              : (a, b) -> Long.compare(toLong(type, a), toLong(type, b));
      case INT128 -> (a, b) -> toBigInteger(type, a).compareTo(toBigInteger(type, b));
      case DOUBLE -> (a, b) -> compareDoubles(toDouble(type, a), toDouble(type, b));
      case BYTES -> Arrays::compareUnsigned;
      case NONE -> throw new IllegalArgumentException("Values of " + type + " have no order");
    };
  }

  /** The order of floats and doubles in {@link #comparator}. */
  public static int compareDoubles(double a, double b) {
    // Adding +0.0 turns -0.0 into +0.0, and Double.compare puts NaN last.
    return Double.compare(a + 0.0, b + 0.0);
  }
}
