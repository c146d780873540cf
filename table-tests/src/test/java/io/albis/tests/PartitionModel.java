// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.schema.Transform;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;

/**
 * Partition values as the specification defines them, computed from values as Java has them and
 * without code of the format.
 */
final class PartitionModel {

  private static final long DAY_SECONDS = 86_400;

  private PartitionModel() {}

  /** The partition value of a value in a form that can be compared; null for null. */
  static Object expected(Object value, Type type, Transform transform) {
    if (value == null) {
      return null;
    }
    return switch (transform.kind()) {
      case IDENTITY -> isNumber(type) ? number(value) : hex(bytes(value));
      case BUCKET ->
          BigInteger.valueOf(
              (hash(hashed(value, type)) & Integer.MAX_VALUE) % transform.parameter());
      case TRUNCATE -> truncated(value, type, transform.parameter());
      case YEAR -> clamped(date(value, type).getYear() - 1970L);
      case MONTH -> {
        LocalDate date = date(value, type);
        yield clamped((date.getYear() - 1970L) * 12 + date.getMonthValue() - 1);
      }
      case DAY -> clamped(date(value, type).toEpochDay());
      case HOUR -> clamped(Math.floorDiv(seconds(value, type), 3600));
      case UNKNOWN -> throw new IllegalArgumentException("unknown");
    };
  }

  /** The stored partition value in the same form. */
  static Object stored(byte[] plain, Type type, Transform transform) {
    if (plain == null) {
      return null;
    }
    Type result = transform.resultType(type);
    return isNumber(result) ? PlainEncoding.toBigInteger(result, plain) : hex(plain);
  }

  private static boolean isNumber(Type type) {
    return switch (type.kind()) {
      case STRING, BINARY, FIXED_BINARY, UUID -> false;
      default -> true;
    };
  }

  /** Of floating-point numbers, the bits. */
  private static BigInteger number(Object value) {
    if (value instanceof Boolean bool) {
      return bool ? BigInteger.ONE : BigInteger.ZERO;
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.unscaledValue();
    }
    if (value instanceof Float single) {
      return BigInteger.valueOf(Float.floatToRawIntBits(single));
    }
    if (value instanceof Double number) {
      return BigInteger.valueOf(Double.doubleToRawLongBits(number));
    }
    return BigInteger.valueOf(((Number) value).longValue());
  }

  private static byte[] bytes(Object value) {
    if (value instanceof String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    if (value instanceof UUID id) {
      return ByteBuffer.allocate(16)
          .putLong(id.getMostSignificantBits())
          .putLong(id.getLeastSignificantBits())
          .array();
    }
    return (byte[]) value;
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static Object truncated(Object value, Type type, int width) {
    if (value instanceof String text) {
      int points = Math.min(width, text.codePointCount(0, text.length()));
      return hex(bytes(text.substring(0, text.offsetByCodePoints(0, points))));
    }
    if (value instanceof byte[] binary) {
      return hex(Arrays.copyOf(binary, Math.min(width, binary.length)));
    }
    BigInteger number = number(value);
    BigInteger down = number.subtract(number.mod(BigInteger.valueOf(width)));
    return switch (type.kind()) {
      case DECIMAL -> down;
      case INT64 -> BigInteger.valueOf(down.longValue());
      default -> BigInteger.valueOf(down.intValue());
    };
  }

  private static long seconds(Object value, Type type) {
    return type.kind() == TypeKind.DATE
        ? (Integer) value * DAY_SECONDS
        : Math.floorDiv((Long) value, type.unit().perSecond());
  }

  private static LocalDate date(Object value, Type type) {
    return LocalDate.ofEpochDay(Math.floorDiv(seconds(value, type), DAY_SECONDS));
  }

  private static BigInteger clamped(long value) {
    return BigInteger.valueOf(Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value)));
  }

  private static byte[] hashed(Object value, Type type) {
    if (type.kind() == TypeKind.DECIMAL) {
      return number(value).toByteArray();
    }
    if (!isNumber(type)) {
      return bytes(value);
    }
    long number = number(value).longValue();
    if (type.kind() == TypeKind.TIME || type.kind() == TypeKind.TIMESTAMP) {
      number =
          switch (type.unit()) {
            case MILLIS -> number * 1000;
            case MICROS -> number;
            case NANOS -> Math.floorDiv(number, 1000);
          };
    }
    return ByteBuffer.allocate(8).putLong(Long.reverseBytes(number)).array();
  }

  /** Murmur3, x86, 32 bits, seed 0, as its author published it. */
  static int hash(byte[] data) {
    int hash = 0;
    int blocks = data.length / 4;
    for (int i = 0; i < blocks; i++) {
      int word = 0;
      for (int b = 3; b >= 0; b--) {
        word = word << 8 | data[4 * i + b] & 0xff;
      }
      hash = Integer.rotateLeft(hash ^ mixed(word), 13) * 5 + 0xe6546b64;
    }
    int tail = 0;
    for (int b = data.length - 1; b >= 4 * blocks; b--) {
      tail = tail << 8 | data[b] & 0xff;
    }
    hash ^= mixed(tail) ^ data.length;
    hash = (hash ^ hash >>> 16) * 0x85ebca6b;
    hash = (hash ^ hash >>> 13) * 0xc2b2ae35;
    return hash ^ hash >>> 16;
  }

  private static int mixed(int word) {
    return Integer.rotateLeft(word * 0xcc9e2d51, 15) * 0x1b873593;
  }
}
