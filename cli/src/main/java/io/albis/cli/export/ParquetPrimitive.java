// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import io.albis.format.error.InvalidValueException;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.UUID;
import org.apache.arrow.memory.util.Float16;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/** Passes primitive values to parquet-java in the physical form of their type. */
final class ParquetPrimitive {

  private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;
  private static final long SECONDS_PER_DAY = 86_400;

  private final Type type;
  private final PrimitiveType target;
  private final String path;

  ParquetPrimitive(Type type, PrimitiveType target, String path) {
    this.type = type;
    this.target = target;
    this.path = path;
  }

  /** Writes a non-null value. */
  void write(Object value, RecordConsumer consumer) {
    switch (target.getPrimitiveTypeName()) {
      case BOOLEAN -> consumer.addBoolean((Boolean) value);
      case INT32 -> consumer.addInteger(int32(value));
      case INT64 -> consumer.addLong(int64(value));
      case FLOAT -> consumer.addFloat((Float) value);
      case DOUBLE -> consumer.addDouble((Double) value);
      case INT96 -> consumer.addBinary(int96((Long) value));
      case BINARY, FIXED_LEN_BYTE_ARRAY -> consumer.addBinary(binary(value));
    }
  }

  private int int32(Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal.unscaledValue().intValueExact();
    }
    long number = ((Number) value).longValue();
    if (target.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation integer
        && !integer.isSigned()
        && (number < 0 || number >>> integer.getBitWidth() != 0)) {
      throw refused(value);
    }
    return (int) number;
  }

  private long int64(Object value) {
    if (!(value instanceof BigDecimal decimal)) {
      return ((Number) value).longValue();
    }
    BigInteger unscaled = decimal.unscaledValue();
    if (target.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation
        && (unscaled.signum() < 0 || unscaled.bitLength() > 64)) {
      throw refused(value);
    }
    return unscaled.longValue();
  }

  private Binary int96(long timestamp) {
    long perSecond =
        type.unit() == TimeUnit.NANOS
            ? 1_000_000_000L
            : type.unit() == TimeUnit.MICROS ? 1_000_000L : 1_000L;
    long perDay = SECONDS_PER_DAY * perSecond;
    long day = Math.floorDiv(timestamp, perDay) + JULIAN_DAY_OF_EPOCH;
    if (day < Integer.MIN_VALUE || day > Integer.MAX_VALUE) {
      throw refused(timestamp);
    }
    long nanos = Math.floorMod(timestamp, perDay) * (1_000_000_000L / perSecond);
    ByteBuffer bytes = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(nanos).putInt((int) day).flip();
    return Binary.fromConstantByteBuffer(bytes);
  }

  private Binary binary(Object value) {
    return switch (type.kind()) {
      case STRING -> Binary.fromString((String) value);
      case UUID -> {
        UUID uuid = (UUID) value;
        ByteBuffer bytes = ByteBuffer.allocate(16);
        bytes.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
        yield Binary.fromConstantByteArray(bytes.array());
      }
      case DECIMAL -> decimal((BigDecimal) value);
      case FLOAT -> float16((Float) value);
      case BINARY, FIXED_BINARY -> Binary.fromConstantByteArray((byte[]) value);
      case BOOLEAN, INT8, INT16, INT32, INT64, DOUBLE, DATE, TIME, TIMESTAMP ->
          throw new IllegalStateException("Cannot store " + type + " as " + target);
      case YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL, STRUCT, LIST, MAP ->
          throw new IllegalStateException("Cannot store " + type + " as " + target);
    };
  }

  private Binary decimal(BigDecimal value) {
    byte[] bytes = value.unscaledValue().toByteArray();
    if (target.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.BINARY) {
      return Binary.fromConstantByteArray(bytes);
    }
    if (bytes.length > target.getTypeLength()) {
      throw refused(value);
    }
    byte[] padded = new byte[target.getTypeLength()];
    Arrays.fill(padded, (byte) (bytes[0] < 0 ? -1 : 0));
    System.arraycopy(bytes, 0, padded, padded.length - bytes.length, bytes.length);
    return Binary.fromConstantByteArray(padded);
  }

  private Binary float16(float value) {
    short half = Float16.toFloat16(value);
    if (Float.compare(Float16.toFloat(half), value) != 0) {
      throw refused(value);
    }
    return Binary.fromConstantByteArray(new byte[] {(byte) half, (byte) (half >> 8)});
  }

  private InvalidValueException refused(Object value) {
    LogicalTypeAnnotation logical = target.getLogicalTypeAnnotation();
    return new InvalidValueException(
        "Cannot export column "
            + path
            + ": "
            + (logical == null ? target.getPrimitiveTypeName() : logical)
            + " cannot hold "
            + value);
  }
}
