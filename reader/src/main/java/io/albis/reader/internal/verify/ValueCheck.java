// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.verify;

import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.storage.internal.memory.Memory;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Finds values that are not valid for their type (SPEC.md, section 5). */
abstract class ValueCheck {

  private static final int SECONDS_PER_DAY = 86_400;

  /**
   * Checks a value.
   *
   * @param address of its bytes
   * @param length of the value in bytes
   * @return what is wrong, or null
   */
  abstract String problem(long address, int length);

  /** Returns the check for a type, or null if every value is valid. */
  static ValueCheck of(Type type) {
    if (type.kind() == TypeKind.TIME) {
      return new TimeCheck(SECONDS_PER_DAY * type.unit().perSecond());
    }
    return switch (type.physicalType()) {
      case BOOLEAN -> new BooleanCheck();
      case DECIMAL32, DECIMAL64, DECIMAL128 -> new DecimalCheck(type);
      case STRING -> new Utf8Check();
      case INT8, INT16, INT32, INT64, FLOAT, DOUBLE, BINARY, FIXED_BINARY, UUID -> null;
      case STRUCT, LIST, MAP -> null;
    };
  }

  /** Of the row layout. */
  private static final class BooleanCheck extends ValueCheck {
    @Override
    String problem(long address, int length) {
      byte value = Memory.getByte(address);
      return value == 0 || value == 1 ? null : "the byte " + value;
    }
  }

  private static final class TimeCheck extends ValueCheck {
    private final long day;

    TimeCheck(long day) {
      this.day = day;
    }

    @Override
    String problem(long address, int length) {
      long value = Memory.getLong(address);
      return value >= 0 && value < day ? null : value + ", which is outside of a day";
    }
  }

  private static final class DecimalCheck extends ValueCheck {
    private final BigInteger limit;

    /** The same for decimals of at most 8 bytes. */
    private final long longLimit;

    DecimalCheck(Type type) {
      this.limit = BigInteger.TEN.pow(type.precision());
      this.longLimit = limit.bitLength() < Long.SIZE ? limit.longValueExact() : 0;
    }

    @Override
    String problem(long address, int length) {
      if (length <= Long.BYTES) {
        long value = length == 4 ? Memory.getInt(address) : Memory.getLong(address);
        return value > -longLimit && value < longLimit ? null : value + " unscaled";
      }
      byte[] bigEndian = new byte[length];
      for (int i = 0; i < length; i++) {
        bigEndian[i] = Memory.getByte(address + length - 1 - i);
      }
      BigInteger value = new BigInteger(bigEndian);
      return value.abs().compareTo(limit) < 0 ? null : value + " unscaled";
    }
  }

  private static final class Utf8Check extends ValueCheck {
    @Override
    String problem(long address, int length) {
      if (isAscii(address, length)) {
        return null;
      }
      byte[] bytes = new byte[length];
      for (int i = 0; i < length; i++) {
        bytes[i] = Memory.getByte(address + i);
      }
      try {
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        return null;
      } catch (CharacterCodingException e) {
        return "bytes that are not UTF-8";
      }
    }

    private static boolean isAscii(long address, int length) {
      for (int i = 0; i < length; i++) {
        if (Memory.getByte(address + i) < 0) {
          return false;
        }
      }
      return true;
    }
  }
}
