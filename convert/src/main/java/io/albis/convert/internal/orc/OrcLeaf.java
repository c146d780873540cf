// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.orc;

import io.albis.convert.internal.value.Timestamps;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.writer.BatchColumn;
import java.util.Arrays;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.Decimal64ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.orc.TypeDescription;

/**
 * Sets the values of a column that is not nested, with one loop for each type. Values of nulls have
 * no meaning. For one thread.
 */
final class OrcLeaf {

  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;
  private static final int NANOS_PER_SECOND = 1_000_000_000;

  private final Type type;
  private final TypeDescription stored;
  private final String path;
  private final BatchColumn target;
  private final OrcDecimals decimals = new OrcDecimals();
  private boolean[] booleans = {};
  private byte[] bytes = {};
  private short[] shorts = {};
  private int[] ints = {};
  private long[] longs = {};
  private float[] floats = {};

  OrcLeaf(Type type, TypeDescription stored, String path, BatchColumn target) {
    this.type = type;
    this.stored = stored;
    this.path = path;
    this.target = target;
  }

  /** Sets the elements of the next batch from a vector that does not repeat one value. */
  void set(ColumnVector vector, int count) {
    switch (type.physicalType()) {
      case BOOLEAN -> setBooleans(((LongColumnVector) vector).vector, count);
      case INT8 -> setBytes((LongColumnVector) vector, count);
      case INT16 -> setShorts((LongColumnVector) vector, count);
      case INT32 -> setInts((LongColumnVector) vector, count);
      case INT64 -> {
        if (vector instanceof TimestampColumnVector timestamps) {
          setTimestamps(type.unit(), timestamps, count);
        } else if (type.kind() == TypeKind.TIME) {
          setTimes((LongColumnVector) vector, count);
        } else {
          // Spark's timestamps are in the unit of the type.
          target.setLongs(((LongColumnVector) vector).vector);
        }
      }
      case FLOAT -> setFloats(((DoubleColumnVector) vector).vector, count);
      case DOUBLE -> target.setDoubles(((DoubleColumnVector) vector).vector);
      case DECIMAL32, DECIMAL64, DECIMAL128 -> {
        if (vector instanceof Decimal64ColumnVector unscaled) {
          target.setUnscaledDecimals(unscaled.vector);
        } else {
          setDecimals((DecimalColumnVector) vector, count);
        }
      }
      case STRING, BINARY -> setStrings((BytesColumnVector) vector, count);
      case FIXED_BINARY, UUID ->
          throw new IllegalStateException("No ORC type is converted to " + type);
      case STRUCT, LIST, MAP -> throw new IllegalStateException("Not a leaf: " + type);
    }
  }

  private static int larger(int present, int wanted) {
    return Math.max(wanted, (int) Math.min(MAX_ARRAY, 2L * present));
  }

  private static boolean isNull(ColumnVector vector, int row) {
    return !vector.noNulls && vector.isNull[row];
  }

  private void setBooleans(long[] values, int count) {
    booleans = booleans.length < count ? new boolean[larger(booleans.length, count)] : booleans;
    for (int i = 0; i < count; i++) {
      booleans[i] = values[i] != 0;
    }
    target.setBooleans(booleans);
  }

  private void setBytes(LongColumnVector vector, int count) {
    bytes = bytes.length < count ? new byte[larger(bytes.length, count)] : bytes;
    long[] values = vector.vector;
    long lost = 0;
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) values[i];
      lost |= values[i] ^ bytes[i];
    }
    if (lost != 0) {
      requireRange(vector, count, Byte.SIZE);
    }
    target.setBytes(bytes);
  }

  private void setShorts(LongColumnVector vector, int count) {
    shorts = shorts.length < count ? new short[larger(shorts.length, count)] : shorts;
    long[] values = vector.vector;
    long lost = 0;
    for (int i = 0; i < count; i++) {
      shorts[i] = (short) values[i];
      lost |= values[i] ^ shorts[i];
    }
    if (lost != 0) {
      requireRange(vector, count, Short.SIZE);
    }
    target.setShorts(shorts);
  }

  private void setInts(LongColumnVector vector, int count) {
    ints = ints.length < count ? new int[larger(ints.length, count)] : ints;
    long[] values = vector.vector;
    long lost = 0;
    for (int i = 0; i < count; i++) {
      ints[i] = (int) values[i];
      lost |= values[i] ^ ints[i];
    }
    if (lost != 0) {
      requireRange(vector, count, Integer.SIZE);
    }
    target.setInts(ints);
  }

  /** Requires that values that are not null have a number of bits, with their sign. */
  private void requireRange(LongColumnVector vector, int count, int bits) {
    int shift = Long.SIZE - bits;
    for (int i = 0; i < count; i++) {
      long value = vector.vector[i];
      if (value << shift >> shift != value && !isNull(vector, i)) {
        throw new InvalidArgumentException(
            "Cannot convert column "
                + path
                + ": it has the value "
                + value
                + ", which is out of the range of its type "
                + type);
      }
    }
  }

  private void setFloats(double[] values, int count) {
    floats = floats.length < count ? new float[larger(floats.length, count)] : floats;
    for (int i = 0; i < count; i++) {
      floats[i] = (float) values[i];
    }
    target.setFloats(floats);
  }

  private void setDecimals(DecimalColumnVector vector, int count) {
    if (type.precision() <= OrcDecimals.MAX_LONG_DIGITS) {
      longs = longs.length < count ? new long[larger(longs.length, count)] : longs;
      for (int i = 0; i < count; i++) {
        longs[i] = isNull(vector, i) ? 0 : vector.vector[i].serialize64(type.scale());
      }
      target.setUnscaledDecimals(longs);
      return;
    }
    int length = Math.multiplyExact(OrcDecimals.WIDTH, count);
    bytes = bytes.length < length ? new byte[larger(bytes.length, length)] : bytes;
    for (int i = 0; i < count; i++) {
      if (!isNull(vector, i)) {
        decimals.put(vector.vector[i], type.scale(), bytes, OrcDecimals.WIDTH * i);
      }
    }
    target.setFixedBytes(bytes);
  }

  private void setTimes(LongColumnVector vector, int count) {
    longs = longs.length < count ? new long[larger(longs.length, count)] : longs;
    TimeUnit unit = OrcLogicalTypes.unitOfTimes(stored);
    for (int i = 0; i < count; i++) {
      if (!isNull(vector, i)) {
        longs[i] = Timestamps.ofTime(vector.vector[i], unit, type.unit(), path);
      }
    }
    target.setLongs(longs);
  }

  private void setTimestamps(TimeUnit unit, TimestampColumnVector vector, int count) {
    longs = longs.length < count ? new long[larger(longs.length, count)] : longs;
    for (int i = 0; i < count; i++) {
      if (!isNull(vector, i)) {
        long time = vector.time[i];
        int nanos = vector.nanos[i];
        // The time's milliseconds are repeated in the nanoseconds. ORC's C++ writer stores
        // negative nanoseconds before 1970, relative to the following second.
        long seconds = nanos < 0 ? time / 1000 - 1 : Math.floorDiv(time, 1000L);
        int positive = nanos < 0 ? nanos + NANOS_PER_SECOND : nanos;
        longs[i] = Timestamps.inUnits(unit, seconds, positive, path);
      }
    }
    target.setLongs(longs);
  }

  /** Sets strings where they are, if the reader put them one after another into one array. */
  private void setStrings(BytesColumnVector vector, int count) {
    ints = ints.length <= count ? new int[larger(ints.length, count + 1)] : ints;
    byte[] common = null;
    int end = 0;
    long total = 0;
    boolean isContiguous = true;
    for (int i = 0; i < count; i++) {
      ints[i] = end;
      if (!isNull(vector, i)) {
        int length = vector.length[i];
        total += length;
        if (length > 0) {
          if (common == null) {
            common = vector.vector[i];
            end = vector.start[i];
            Arrays.fill(ints, 0, i + 1, end);
          }
          isContiguous &= vector.vector[i] == common && vector.start[i] == end;
          end += length;
        }
      }
    }
    ints[count] = end;
    if (isContiguous) {
      target.setBytes(common == null ? bytes : common, ints);
    } else {
      copyStrings(vector, count, total);
    }
  }

  private void copyStrings(BytesColumnVector vector, int count, long total) {
    if (total > MAX_ARRAY) {
      throw new InvalidArgumentException(
          "Cannot convert column "
              + path
              + ": "
              + count
              + " values take "
              + total
              + " bytes (expected at most "
              + MAX_ARRAY
              + ")");
    }
    bytes = bytes.length < total ? new byte[larger(bytes.length, (int) total)] : bytes;
    int at = 0;
    for (int i = 0; i < count; i++) {
      ints[i] = at;
      if (!isNull(vector, i)) {
        int length = vector.length[i];
        System.arraycopy(vector.vector[i], vector.start[i], bytes, at, length);
        at += length;
      }
    }
    ints[count] = at;
    target.setBytes(bytes, ints);
  }
}
