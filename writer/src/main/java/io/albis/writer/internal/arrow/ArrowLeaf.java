// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.arrow;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.writer.BatchColumn;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.temporal.ChronoUnit;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.Float16;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampSecTZVector;
import org.apache.arrow.vector.TimeStampSecVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Sets the values of a column that is not nested: by the address of the vector's buffer if Albis
 * stores them in the same form, otherwise converted by one loop. For one thread.
 */
final class ArrowLeaf {

  private static final int DECIMAL_WIDTH = 16;
  private static final long MILLIS_PER_DAY = 86_400_000;

  private final Type type;
  private final String path;
  private final BatchColumn target;
  private final ArrowBytes bytes;
  private short[] shorts = {};
  private int[] ints = {};
  private long[] longs = {};
  private float[] floats = {};
  private byte[] wide = {};

  ArrowLeaf(Type type, String path, BatchColumn target) {
    this.type = type;
    this.path = path;
    this.target = target;
    this.bytes = new ArrowBytes(path, target);
  }

  /** Sets the elements of the next batch. */
  void set(FieldVector vector, int count) {
    if (type.isVariableLength()) {
      bytes.set(vector, count);
      return;
    }
    BaseFixedWidthVector fixed = (BaseFixedWidthVector) vector;
    ArrowBuf values = fixed.getDataBuffer();
    boolean isBits = type.kind() == TypeKind.BOOLEAN;
    long length = isBits ? (count + 7L) / 8 : (long) count * fixed.getTypeWidth();
    if (values.capacity() < length) {
      throw new InvalidArgumentException(
          "Cannot write column "
              + path
              + ": it has "
              + values.capacity()
              + " bytes of values (expected "
              + length
              + ")");
    }
    switch (type.physicalType()) {
      case BOOLEAN -> target.setBits(8 * values.memoryAddress(), 1, count);
      case INT16, INT32, INT64 -> setIntegers(fixed, values, count);
      case FLOAT -> setFloats(fixed, values, count);
      case DECIMAL32, DECIMAL64, DECIMAL128 -> setDecimals(fixed, values, count);
      case INT8, DOUBLE, FIXED_BINARY, UUID -> setInPlace(values, count);
      case STRING, BINARY, STRUCT, LIST, MAP ->
          throw new IllegalStateException("Not of fixed width: " + type);
    }
  }

  private void setInPlace(ArrowBuf values, int count) {
    target.setValues(values.memoryAddress(), type.fixedWidth(), count);
  }

  private void reserveLongs(int count) {
    longs = longs.length < count ? new long[count] : longs;
  }

  private void reserveInts(int count) {
    ints = ints.length < count ? new int[count] : ints;
  }

  private void setIntegers(FieldVector vector, ArrowBuf values, int count) {
    if (vector instanceof UInt1Vector) {
      shorts = shorts.length < count ? new short[count] : shorts;
      for (int i = 0; i < count; i++) {
        shorts[i] = (short) (values.getByte(i) & 0xff);
      }
      target.setShorts(shorts);
    } else if (vector instanceof UInt2Vector) {
      reserveInts(count);
      for (int i = 0; i < count; i++) {
        ints[i] = values.getShort(2L * i) & 0xffff;
      }
      target.setInts(ints);
    } else if (vector instanceof UInt4Vector) {
      reserveLongs(count);
      for (int i = 0; i < count; i++) {
        longs[i] = values.getInt(4L * i) & 0xffff_ffffL;
      }
      target.setLongs(longs);
    } else if (vector instanceof DateMilliVector) {
      setDates(vector, values, count);
    } else if (vector instanceof TimeSecVector) {
      setTimes(values, count, 1000);
    } else if (vector instanceof TimeMilliVector) {
      setTimes(values, count, 1);
    } else if (vector instanceof TimeStampSecVector || vector instanceof TimeStampSecTZVector) {
      multiply(vector, values, count, 1000, ChronoUnit.SECONDS);
    } else if (vector instanceof DurationVector) {
      setDurations(vector, values, count);
    } else {
      setInPlace(values, count);
    }
  }

  private void setFloats(FieldVector vector, ArrowBuf values, int count) {
    if (!(vector instanceof Float2Vector)) {
      setInPlace(values, count);
      return;
    }
    floats = floats.length < count ? new float[count] : floats;
    for (int i = 0; i < count; i++) {
      floats[i] = Float16.toFloat(values.getShort(2L * i));
    }
    target.setFloats(floats);
  }

  /** Albis stores as many bytes as the precision needs, which are the lower ones. */
  private void setDecimals(FieldVector vector, ArrowBuf values, int count) {
    if (vector instanceof DecimalVector) {
      requireSigns(vector, values, count, DECIMAL_WIDTH, type.fixedWidth());
      target.setValues(values.memoryAddress(), DECIMAL_WIDTH, count);
    } else if (vector instanceof Decimal256Vector) {
      requireSigns(vector, values, count, Decimal256Vector.TYPE_WIDTH, type.fixedWidth());
      target.setValues(values.memoryAddress(), Decimal256Vector.TYPE_WIDTH, count);
    } else {
      setUnsignedLongs((UInt8Vector) vector, values, count);
    }
  }

  private void setUnsignedLongs(UInt8Vector vector, ArrowBuf values, int count) {
    int length = Math.multiplyExact(DECIMAL_WIDTH, count);
    wide = wide.length < length ? new byte[length] : wide;
    ByteBuffer numbers = ByteBuffer.wrap(wide).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < vector.getValueCount() && i < count; i++) {
      numbers.putLong(DECIMAL_WIDTH * i, values.getLong(8L * i));
    }
    target.setFixedBytes(wide);
  }

  /** Requires that the bytes of numbers that are not stored only repeat the sign. */
  private void requireSigns(FieldVector vector, ArrowBuf values, int count, int width, int stored) {
    boolean hasNulls = vector.getNullCount() > 0;
    for (int i = 0; stored < width && i < count; i++) {
      long at = (long) i * width;
      int sign = values.getByte(at + stored - 1) >> 7;
      boolean isSame = stored != 4 || values.getInt(at + 4) == sign;
      for (int b = Math.max(8, stored); b < width; b += 8) {
        isSame &= values.getLong(at + b) == sign;
      }
      if (!isSame && !(hasNulls && vector.isNull(i))) {
        throw new InvalidArgumentException(
            "Cannot write column " + path + ": value " + i + " of a batch is no " + type);
      }
    }
  }

  private void setDates(FieldVector vector, ArrowBuf values, int count) {
    reserveInts(count);
    boolean hasNulls = vector.getNullCount() > 0;
    for (int i = 0; i < count; i++) {
      long millis = values.getLong(8L * i);
      long days = millis / MILLIS_PER_DAY;
      ints[i] = (int) days;
      if ((ints[i] != days || days * MILLIS_PER_DAY != millis) && !(hasNulls && vector.isNull(i))) {
        throw inexact(millis + " milliseconds");
      }
    }
    target.setInts(ints);
  }

  private void setTimes(ArrowBuf values, int count, long factor) {
    reserveLongs(count);
    for (int i = 0; i < count; i++) {
      longs[i] = factor * values.getInt(4L * i);
    }
    target.setLongs(longs);
  }

  private void setDurations(FieldVector vector, ArrowBuf values, int count) {
    TimeUnit unit = ((ArrowType.Duration) vector.getField().getType()).getUnit();
    switch (unit) {
      case SECOND -> multiply(vector, values, count, 1_000_000, ChronoUnit.SECONDS);
      case MILLISECOND -> multiply(vector, values, count, 1000, ChronoUnit.MILLIS);
      case MICROSECOND -> setInPlace(values, count);
      case NANOSECOND -> {
        reserveLongs(count);
        boolean hasNulls = vector.getNullCount() > 0;
        for (int i = 0; i < count; i++) {
          long nanos = DurationVector.get(values, i);
          longs[i] = nanos / 1000;
          if (longs[i] * 1000 != nanos && !(hasNulls && vector.isNull(i))) {
            throw inexact(nanos + " nanoseconds");
          }
        }
        target.setLongs(longs);
      }
    }
  }

  private void multiply(
      FieldVector vector, ArrowBuf values, int count, long factor, ChronoUnit unit) {
    reserveLongs(count);
    boolean hasNulls = vector.getNullCount() > 0;
    for (int i = 0; i < count; i++) {
      long value = values.getLong(8L * i);
      longs[i] = value * factor;
      boolean isLost = Math.multiplyHigh(value, factor) != longs[i] >> Long.SIZE - 1;
      if (isLost && !(hasNulls && vector.isNull(i))) {
        throw inexact(value + " " + unit.toString().toLowerCase(java.util.Locale.ROOT));
      }
    }
    target.setLongs(longs);
  }

  private InvalidArgumentException inexact(String value) {
    return new InvalidArgumentException(
        "Cannot write column " + path + ": " + value + " have no exact value of type " + type);
  }
}
