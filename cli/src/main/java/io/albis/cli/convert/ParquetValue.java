// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.cli.convert.parquet.SparkCalendar;
import io.albis.cli.convert.value.Timestamps;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.writer.row.ValueWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import org.apache.arrow.memory.util.Float16;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/** Converts primitive values to the types chosen by {@link ParquetTypes}. */
class ParquetValue extends PrimitiveConverter {

  private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;
  private static final long SECONDS_PER_DAY = 86_400;
  private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);

  private final PrimitiveType source;
  private final Type type;
  private final ParquetConverters.Target target;

  /** Null if the values are those of the calendar that is used everywhere else. */
  private final SparkCalendar calendar;

  private Dictionary dictionary;

  ParquetValue(
      PrimitiveType source, Type type, ParquetConverters.Target target, SparkCalendar file) {
    this.calendar = file.isOld(source) ? file : null;
    this.source = source;
    this.type = type;
    this.target = target;
  }

  /** The target of the next value. */
  ValueWriter place() {
    return target.writer();
  }

  private boolean isUnsigned() {
    return source.getLogicalTypeAnnotation()
            instanceof LogicalTypeAnnotation.IntLogicalTypeAnnotation integer
        && !integer.isSigned();
  }

  @Override
  public void addBoolean(boolean value) {
    place().setBoolean(value);
  }

  @Override
  public void addInt(int value) {
    switch (type.physicalType()) {
      case INT8 -> place().setByte((byte) value);
      case INT16 -> place().setShort((short) (isUnsigned() ? value & 0xff : value));
      case INT64 -> place().setLong(isUnsigned() ? Integer.toUnsignedLong(value) : value);
      case DECIMAL32, DECIMAL64, DECIMAL128 -> decimal(value);
      case INT32 -> {
        int number = isUnsigned() ? value & 0xffff : value;
        place().setInt(calendar == null ? number : SparkCalendar.date(number));
      }
      case BOOLEAN, FLOAT, DOUBLE, STRING, BINARY, FIXED_BINARY, UUID -> throw wrong();
      case STRUCT, LIST, MAP -> throw wrong();
    }
  }

  @Override
  public void addLong(long value) {
    if (type.kind() != TypeKind.DECIMAL) {
      place().setLong(calendar == null ? value : calendar.instant(value, type.unit()));
    } else if (isUnsigned() && value < 0) {
      place().setDecimal(new BigDecimal(BigInteger.valueOf(value).add(TWO_TO_64)));
    } else {
      decimal(value);
    }
  }

  private void decimal(long unscaled) {
    if (type.precision() <= 18) {
      place().setUnscaledDecimal(unscaled);
    } else {
      place().setDecimal(BigDecimal.valueOf(unscaled, type.scale()));
    }
  }

  @Override
  public void addFloat(float value) {
    place().setFloat(value);
  }

  @Override
  public void addDouble(double value) {
    place().setDouble(value);
  }

  @Override
  public void addBinary(Binary value) {
    switch (type.physicalType()) {
      case DECIMAL32, DECIMAL64, DECIMAL128 ->
          place().setDecimal(new BigDecimal(new BigInteger(value.getBytes()), type.scale()));
      case FLOAT -> place().setFloat(halfPrecision(value));
      case INT64 -> place().setLong(int96(value));
      case UUID -> {
        ByteBuffer bytes = value.toByteBuffer().order(ByteOrder.BIG_ENDIAN);
        int at = bytes.position();
        place().setUuid(new UUID(bytes.getLong(at), bytes.getLong(at + 8)));
      }
      case STRING, BINARY, FIXED_BINARY -> {
        ByteBuffer bytes = value.toByteBuffer();
        if (bytes.hasArray()) {
          int from = bytes.arrayOffset() + bytes.position();
          place().setBytes(bytes.array(), from, bytes.remaining());
        } else {
          place().setBytes(bytes);
        }
      }
      case BOOLEAN, INT8, INT16, INT32, DOUBLE, STRUCT, LIST, MAP -> throw wrong();
    }
  }

  /** Thrown for combinations that {@link ParquetTypes} never produces. */
  private IllegalStateException wrong() {
    return new IllegalStateException("Cannot convert " + type + " from " + source);
  }

  private static float halfPrecision(Binary value) {
    short bits = value.toByteBuffer().order(ByteOrder.LITTLE_ENDIAN).getShort();
    return Float16.toFloat(bits);
  }

  /** Converts a Julian day and nanoseconds of the day, as written by Impala and Spark. */
  private long int96(Binary value) {
    ByteBuffer bytes = value.toByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    long nanos = bytes.getLong();
    long day = Integer.toUnsignedLong(bytes.getInt()) - JULIAN_DAY_OF_EPOCH;
    // Some writers store nanoseconds beyond the end of the day.
    long seconds = day * SECONDS_PER_DAY + Math.floorDiv(nanos, 1_000_000_000L);
    int nanosOfSecond = (int) Math.floorMod(nanos, 1_000_000_000L);
    if (calendar != null) {
      seconds = calendar.seconds(seconds);
    }
    return Timestamps.inUnits(type.unit(), seconds, nanosOfSecond, source.getName());
  }

  @Override
  public boolean hasDictionarySupport() {
    return source.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.BINARY;
  }

  @Override
  public void setDictionary(Dictionary newDictionary) {
    dictionary = newDictionary;
  }

  @Override
  public void addValueFromDictionary(int id) {
    addBinary(dictionary.decodeToBinary(id));
  }
}
