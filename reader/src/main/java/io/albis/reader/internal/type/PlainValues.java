// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.type;

import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.internal.schema.ValueOrder;
import io.albis.format.schema.Type;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.UUID;

/**
 * Converts bounds and defaults between the plain encoding (SPEC.md, section 14) and comparable
 * objects: depending on the {@link ValueOrder} a {@code Long}, {@code Double}, {@code BigInteger}
 * or {@code byte[]}.
 */
public final class PlainValues {

  private PlainValues() {}

  /** Whether the bytes can be a value of the type, or of a type that widens to it. */
  public static boolean isValue(byte[] plain, Type type) {
    return PlainEncoding.isValidLength(type, plain.length);
  }

  /** An integer of 1 to 8 bytes. */
  public static long longOf(byte[] plain) {
    long value = plain[plain.length - 1];
    for (int i = plain.length - 2; i >= 0; i--) {
      value = value << Byte.SIZE | plain[i] & 0xff;
    }
    return value;
  }

  /** A float or double, by the number of bytes. */
  public static double doubleOf(byte[] plain) {
    ByteBuffer bytes = ByteBuffer.wrap(plain).order(ByteOrder.LITTLE_ENDIAN);
    return plain.length == Float.BYTES ? bytes.getFloat() : bytes.getDouble();
  }

  /** An integer of any number of bytes. */
  public static BigInteger integerOf(byte[] plain) {
    byte[] bigEndian = new byte[plain.length];
    for (int i = 0; i < bigEndian.length; i++) {
      bigEndian[i] = plain[bigEndian.length - 1 - i];
    }
    return new BigInteger(bigEndian);
  }

  /** Returns a value as a comparable object. Requires that {@link #isValue} is true. */
  public static Object comparable(byte[] plain, Type type) {
    return switch (ValueOrder.of(type)) {
      case LONG -> longOf(plain);
      case DOUBLE -> canonical(doubleOf(plain));
      case INT128 -> integerOf(plain);
      case BYTES -> plain;
      case NONE -> throw new IllegalArgumentException("Not compared: " + type);
    };
  }

  /** Returns the canonical NaN for every NaN, 0.0 for -0.0, otherwise the value. */
  public static double canonical(double value) {
    return Double.isNaN(value) ? Double.NaN : value + 0.0;
  }

  /** The 16 bytes of a UUID. */
  public static byte[] bytes(UUID uuid) {
    ByteBuffer bytes = ByteBuffer.allocate(16);
    bytes.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
    return bytes.array();
  }

  /** Compares two values of a type, in the form that {@link #comparable} returns. */
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
