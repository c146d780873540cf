// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import io.albis.convert.internal.value.Timestamps;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.writer.BatchColumn;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.apache.arrow.memory.util.Float16;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/**
 * Turns raw values into those of an Albis type, puts them to their slots, and sets a column of a
 * batch. One call converts many; no object is made per value.
 */
final class LeafConverter {

  private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;
  private static final long SECONDS_PER_DAY = 86_400;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private final Type type;
  private final String path;
  private final boolean isUnsigned;

  /** Null if the values are those of the calendar that is used everywhere else. */
  private final SparkCalendar calendar;

  private byte[] bytes = {};
  private short[] shorts = {};
  private long[] longs = {};
  private float[] floats = {};

  /**
   * Creates a converter.
   *
   * @param file the calendar of the file
   */
  LeafConverter(PrimitiveType source, Type type, SparkCalendar file, String path) {
    this.calendar = file.isOld(source) ? file : null;
    this.type = type;
    this.path = path;
    this.isUnsigned =
        source.getLogicalTypeAnnotation()
                instanceof LogicalTypeAnnotation.IntLogicalTypeAnnotation integer
            && !integer.isSigned();
  }

  /**
   * Sets a column.
   *
   * @param raw the values of slots that are not null; its arrays may be changed
   * @param nulls which slots are null; null if none is
   */
  void set(RawValues raw, boolean[] nulls, int slots, BatchColumn target) {
    raw.reserve(slots);
    switch (raw.type) {
      case BOOLEAN -> {
        Slots.spread(raw.booleans, raw.count, nulls, slots);
        target.setBooleans(raw.booleans);
      }
      case INT32 -> setInts(raw, nulls, slots, target);
      case INT64 -> setLongs(raw, nulls, slots, target);
      case FLOAT -> {
        Slots.spread(raw.floats, raw.count, nulls, slots);
        target.setFloats(raw.floats);
      }
      case DOUBLE -> {
        Slots.spread(raw.doubles, raw.count, nulls, slots);
        target.setDoubles(raw.doubles);
      }
      case INT96 -> setTimestamps(raw, nulls, slots, target);
      case FIXED_LEN_BYTE_ARRAY -> setFixed(raw, nulls, slots, target);
      case BINARY -> {
        if (type.kind() == TypeKind.DECIMAL) {
          setDecimals(raw, nulls, slots, target);
        } else {
          Slots.spreadOffsets(raw.offsets, raw.count, nulls, slots);
          target.setBytes(raw.bytes, raw.offsets);
        }
      }
    }
  }

  private void setInts(RawValues raw, boolean[] nulls, int slots, BatchColumn target) {
    int count = raw.count;
    int[] values = raw.ints;
    switch (type.physicalType()) {
      case INT32 -> {
        if (isUnsigned) {
          for (int i = 0; i < count; i++) {
            values[i] &= 0xffff;
          }
        }
        if (calendar != null) {
          for (int i = 0; i < count; i++) {
            values[i] = SparkCalendar.date(values[i]);
          }
        }
        Slots.spread(values, count, nulls, slots);
        target.setInts(values);
      }
      case INT8 -> {
        bytes = bytes.length < slots ? new byte[values.length] : bytes;
        for (int i = 0; i < count; i++) {
          bytes[i] = (byte) values[i];
        }
        Slots.spread(bytes, 1, count, nulls, slots);
        target.setBytes(bytes);
      }
      case INT16 -> {
        shorts = shorts.length < slots ? new short[values.length] : shorts;
        int mask = isUnsigned ? 0xff : 0xffff;
        for (int i = 0; i < count; i++) {
          shorts[i] = (short) (values[i] & mask);
        }
        Slots.spread(shorts, count, nulls, slots);
        target.setShorts(shorts);
      }
      case DECIMAL32, DECIMAL64, DECIMAL128 -> {
        Slots.spread(values, count, nulls, slots);
        target.setUnscaledDecimals(values);
      }
      case INT64 -> {
        reserveLongs(slots);
        long mask = isUnsigned ? 0xffff_ffffL : -1L;
        for (int i = 0; i < count; i++) {
          longs[i] = values[i] & mask;
        }
        setLongs(longs, count, nulls, slots, target);
      }
      case BOOLEAN, FLOAT, DOUBLE, STRING, BINARY, FIXED_BINARY, UUID -> throw wrong();
      case STRUCT, LIST, MAP -> throw wrong();
    }
  }

  /** Thrown for combinations that the mapping of types never produces. */
  private IllegalStateException wrong() {
    return new IllegalStateException("Cannot convert column " + path + " to " + type);
  }

  private void reserveLongs(int slots) {
    longs = longs.length < slots ? new long[Math.max(slots, 2 * longs.length)] : longs;
  }

  private void setLongs(RawValues raw, boolean[] nulls, int slots, BatchColumn target) {
    if (type.kind() == TypeKind.DECIMAL && isUnsigned) {
      reserveBytes(slots, 16);
      for (int i = 0; i < raw.count; i++) {
        LONGS.set(bytes, 16 * i, raw.longs[i]);
        LONGS.set(bytes, 16 * i + 8, 0L);
      }
      Slots.spread(bytes, 16, raw.count, nulls, slots);
      target.setFixedBytes(bytes);
      return;
    }
    if (calendar != null) {
      for (int i = 0; i < raw.count; i++) {
        raw.longs[i] = calendar.instant(raw.longs[i], type.unit());
      }
    }
    setLongs(raw.longs, raw.count, nulls, slots, target);
  }

  private void setLongs(long[] values, int count, boolean[] nulls, int slots, BatchColumn target) {
    Slots.spread(values, count, nulls, slots);
    if (type.kind() == TypeKind.DECIMAL) {
      target.setUnscaledDecimals(values);
    } else {
      target.setLongs(values);
    }
  }

  private void reserveBytes(int slots, int width) {
    int needed = Math.multiplyExact(slots, width);
    bytes = bytes.length < needed ? new byte[needed] : bytes;
  }

  /** Converts Julian days and nanoseconds of the day, as written by Impala and Spark. */
  private void setTimestamps(RawValues raw, boolean[] nulls, int slots, BatchColumn target) {
    reserveLongs(slots);
    for (int i = 0; i < raw.count; i++) {
      long nanos = (long) LONGS.get(raw.bytes, 12 * i);
      long day =
          Integer.toUnsignedLong((int) INTS.get(raw.bytes, 12 * i + 8)) - JULIAN_DAY_OF_EPOCH;
      // Some writers store nanoseconds beyond the end of the day.
      long seconds = day * SECONDS_PER_DAY + Math.floorDiv(nanos, NANOS_PER_SECOND);
      int nanosOfSecond = (int) Math.floorMod(nanos, NANOS_PER_SECOND);
      if (calendar != null) {
        seconds = calendar.seconds(seconds);
      }
      longs[i] = Timestamps.inUnits(type.unit(), seconds, nanosOfSecond, path);
    }
    setLongs(longs, raw.count, nulls, slots, target);
  }

  private void setFixed(RawValues raw, boolean[] nulls, int slots, BatchColumn target) {
    if (type.kind() == TypeKind.DECIMAL) {
      setDecimals(raw, nulls, slots, target);
    } else if (type.kind() == TypeKind.FLOAT) {
      floats = floats.length < slots ? new float[Math.max(slots, 2 * floats.length)] : floats;
      for (int i = 0; i < raw.count; i++) {
        floats[i] = Float16.toFloat((short) SHORTS.get(raw.bytes, 2 * i));
      }
      Slots.spread(floats, raw.count, nulls, slots);
      target.setFloats(floats);
    } else {
      Slots.spread(raw.bytes, raw.length, raw.count, nulls, slots);
      target.setFixedBytes(raw.bytes);
    }
  }

  /** Converts big-endian numbers. */
  private void setDecimals(RawValues raw, boolean[] nulls, int slots, BatchColumn target) {
    boolean isWide = type.precision() > 18;
    boolean isFixed = raw.length > 0;
    if (isWide) {
      reserveBytes(slots, 16);
    } else {
      reserveLongs(slots);
    }
    for (int i = 0; i < raw.count; i++) {
      int from = isFixed ? i * raw.length : raw.offsets[i];
      int end = isFixed ? from + raw.length : raw.offsets[i + 1];
      int first = skipSign(raw.bytes, from, end, isWide ? 16 : 8);
      long high = first < end ? raw.bytes[first] >> 7 : 0;
      long low = high;
      for (int b = first; b < end; b++) {
        high = high << 8 | low >>> 56;
        low = low << 8 | raw.bytes[b] & 0xff;
      }
      if (isWide) {
        LONGS.set(bytes, 16 * i, low);
        LONGS.set(bytes, 16 * i + 8, high);
      } else {
        longs[i] = low;
      }
    }
    if (isWide) {
      Slots.spread(bytes, 16, raw.count, nulls, slots);
      target.setFixedBytes(bytes);
    } else {
      setLongs(longs, raw.count, nulls, slots, target);
    }
  }

  /** Skips bytes that repeat the sign, so that at most some bytes are left. */
  private int skipSign(byte[] data, int from, int end, int most) {
    int first = from;
    while (end - first > most) {
      if (data[first] != data[first + 1] >> 7) {
        throw new ParquetDecodingException(
            "a decimal of " + (end - from) + " bytes (expected a " + type + ")");
      }
      first++;
    }
    return first;
  }
}
