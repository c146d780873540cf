// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.reader.BytesView;
import io.albis.reader.ColumnVector;
import io.albis.storage.internal.memory.Memory;
import java.util.Arrays;
import org.apache.arrow.memory.util.Float16;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Values of a leaf as bytes in the physical form of a Parquet type. All values share one array,
 * which column writers copy from. Not thread-safe.
 */
final class ParquetBytes {

  private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;
  private static final long SECONDS_PER_DAY = 86_400;
  private static final int INT96_BYTES = 12;
  private static final int DECIMAL_BYTES = 16;
  private static final int CACHED_LENGTHS = 256;

  /** How a value becomes bytes. */
  private enum Conversion {
    COPY,
    DECIMAL,
    FLOAT16,
    INT96
  }

  private final Type type;
  private final PrimitiveType target;
  private final String path;
  private final Conversion conversion;
  private final BytesView view = new BytesView();
  private byte[] bytes;

  /** The first bytes of the array, by their number. */
  private final Binary[] byLength = new Binary[CACHED_LENGTHS];

  ParquetBytes(Type type, PrimitiveType target, String path) {
    this.type = type;
    this.target = target;
    this.path = path;
    this.bytes = new byte[Math.max(CACHED_LENGTHS, target.getTypeLength())];
    this.conversion =
        target.getPrimitiveTypeName() == PrimitiveTypeName.INT96
            ? Conversion.INT96
            : type.kind() == TypeKind.DECIMAL
                ? Conversion.DECIMAL
                : type.kind() == TypeKind.FLOAT ? Conversion.FLOAT16 : Conversion.COPY;
  }

  /**
   * Returns the bytes of a value that is not null; valid until the next call.
   *
   * @throws InvalidArgumentException if the type cannot hold it
   */
  Binary of(ColumnVector vector, int row) {
    return switch (conversion) {
      case COPY -> copy(vector, row);
      case DECIMAL -> decimal(vector, row);
      case FLOAT16 -> float16(vector.getFloat(row));
      case INT96 -> int96(vector.getLong(row));
    };
  }

  private Binary copy(ColumnVector vector, int row) {
    if (type.kind() == TypeKind.UUID) {
      Memory.copyToArray(vector.valuesAddress() + row * vector.stride(), bytes, 0, DECIMAL_BYTES);
      return first(DECIMAL_BYTES);
    }
    vector.getBytes(row, view);
    int length = view.length();
    if (length > bytes.length) {
      bytes = new byte[Math.max(length, 2 * bytes.length)];
      Arrays.fill(byLength, null);
    }
    view.copyTo(bytes, 0);
    return first(length);
  }

  private Binary first(int length) {
    if (length >= CACHED_LENGTHS) {
      return Binary.fromReusedByteArray(bytes, 0, length);
    }
    Binary binary = byLength[length];
    if (binary == null) {
      binary = Binary.fromReusedByteArray(bytes, 0, length);
      byLength[length] = binary;
    }
    return binary;
  }

  /** Two's complement, most significant byte first: as few bytes as possible, or all of a type. */
  private Binary decimal(ColumnVector vector, int row) {
    long low;
    long high;
    if (type.fixedWidth() == DECIMAL_BYTES) {
      vector.getBytes(row, view);
      low = Memory.getLong(view.address());
      high = Memory.getLong(view.address() + Long.BYTES);
    } else {
      low = vector.getUnscaledLong(row);
      high = low >> 63;
    }
    int length = length(low, high);
    if (target.getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY) {
      if (length > target.getTypeLength()) {
        throw refused(String.valueOf(vector.getDecimal(row)));
      }
      length = target.getTypeLength();
    }
    for (int i = 0; i < length; i++) {
      long word = i < Long.BYTES ? low : i < DECIMAL_BYTES ? high : high >> 63;
      bytes[length - 1 - i] = (byte) (word >> 8 * (i < DECIMAL_BYTES ? i % Long.BYTES : 0));
    }
    return first(length);
  }

  /** The number of bytes of a number in two's complement. */
  private static int length(long low, long high) {
    if (high == low >> 63) {
      return bits(low) / 8 + 1;
    }
    return Long.BYTES + bits(high) / 8 + 1;
  }

  /** The number of bits without the sign. */
  private static int bits(long value) {
    return Long.SIZE - Long.numberOfLeadingZeros(value ^ value >> 63);
  }

  private Binary float16(float value) {
    short half = Float16.toFloat16(value);
    if (Float.compare(Float16.toFloat(half), value) != 0) {
      throw refused(String.valueOf(value));
    }
    bytes[0] = (byte) half;
    bytes[1] = (byte) (half >> 8);
    return first(2);
  }

  private Binary int96(long timestamp) {
    long perSecond = type.unit().perSecond();
    long perDay = SECONDS_PER_DAY * perSecond;
    long day = Math.floorDiv(timestamp, perDay) + JULIAN_DAY_OF_EPOCH;
    if (day < Integer.MIN_VALUE || day > Integer.MAX_VALUE) {
      throw refused(String.valueOf(timestamp));
    }
    long nanos = Math.floorMod(timestamp, perDay) * (1_000_000_000L / perSecond);
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[i] = (byte) (nanos >> 8 * i);
    }
    for (int i = 0; i < Integer.BYTES; i++) {
      bytes[Long.BYTES + i] = (byte) (day >> 8 * i);
    }
    return first(INT96_BYTES);
  }

  /**
   * Returns a decimal of 16 bytes as an unsigned integer of 8.
   *
   * @throws InvalidArgumentException if it is out of range
   */
  long unsignedLong(ColumnVector vector, int row) {
    vector.getBytes(row, view);
    if (Memory.getLong(view.address() + Long.BYTES) != 0) {
      throw refused(String.valueOf(vector.getDecimal(row)));
    }
    return Memory.getLong(view.address());
  }

  /** Returns the exception for a value that the Parquet type cannot hold. */
  InvalidArgumentException refused(String value) {
    LogicalTypeAnnotation logical = target.getLogicalTypeAnnotation();
    return new InvalidArgumentException(
        "Cannot export column "
            + path
            + ": "
            + (logical == null ? target.getPrimitiveTypeName() : logical)
            + " cannot hold "
            + value);
  }
}
