// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import io.albis.convert.internal.orc.OrcLogicalTypes;
import io.albis.convert.internal.row.RowField;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.PhysicalType;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.reader.BytesView;
import io.albis.reader.ColumnVector;
import io.albis.storage.internal.memory.Memory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DateColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MultiValuedColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.orc.TypeDescription;

/** Sets rows of a column and its children in ORC vectors. Not thread-safe. */
final class OrcColumnWriter {

  /** The seconds of which ORC's readers can compute milliseconds. */
  private static final long MAX_SECONDS = Long.MAX_VALUE / 1000 - 2;

  private final RowField node;

  /** Stored units in one unit of a time of day. */
  private final long timeFactor;

  private final List<OrcColumnWriter> children = new ArrayList<>();

  /** The maximum number of characters of CHAR and VARCHAR; otherwise none. */
  private final int maxCharacters;

  private final BytesView view = new BytesView();
  private byte[] bytes = new byte[1 << 12];

  /**
   * Creates a setter for a column or nested field.
   *
   * @param target its ORC type
   */
  OrcColumnWriter(RowField node, TypeDescription target) {
    this.node = node;
    this.timeFactor =
        node.field().type().kind() == TypeKind.TIME
            ? OrcLogicalTypes.unitOfTimes(target).perSecond()
                / node.field().type().unit().perSecond()
            : 1;
    this.maxCharacters =
        switch (target.getCategory()) {
          case CHAR, VARCHAR -> target.getMaxLength();
          default -> Integer.MAX_VALUE;
        };
    for (int i = 0; i < node.children().size(); i++) {
      children.add(new OrcColumnWriter(node.children().get(i), target.getChildren().get(i)));
    }
  }

  /**
   * Marks dates and timestamps as proleptic Gregorian. Of vectors without the mark, ORC's writer
   * shifts what is before 1582-10-15, because it takes the values for those of the hybrid calendar.
   */
  void prepare(org.apache.hadoop.hive.ql.exec.vector.ColumnVector vector) {
    if (vector instanceof DateColumnVector dates) {
      dates.setUsingProlepticCalendar(true);
    } else if (vector instanceof TimestampColumnVector timestamps) {
      timestamps.setUsingProlepticCalendar(true);
      timestamps.setIsUTC(true);
    } else if (vector instanceof StructColumnVector struct) {
      for (int i = 0; i < children.size(); i++) {
        children.get(i).prepare(struct.fields[i]);
      }
    } else if (vector instanceof ListColumnVector list) {
      children.get(0).prepare(list.child);
    } else if (vector instanceof MapColumnVector map) {
      children.get(0).prepare(map.keys);
      children.get(1).prepare(map.values);
    }
  }

  /**
   * Sets the first rows of an ORC vector that has been reset and is large enough.
   *
   * @param start the first row of the current batch
   * @throws InvalidArgumentException if ORC cannot represent a value
   */
  void set(org.apache.hadoop.hive.ql.exec.vector.ColumnVector target, int start, int count) {
    ColumnVector source = node.vector();
    if (node.hasNulls()) {
      for (int i = 0; i < count; i++) {
        boolean isNull = source.isNullAt(start + i);
        target.isNull[i] = isNull;
        target.noNulls &= !isNull;
      }
    }
    Type type = node.field().type();
    switch (type.physicalType()) {
      case BOOLEAN, INT8, INT16, INT32, INT64, DECIMAL32, DECIMAL64, DECIMAL128 -> {
        if (target instanceof TimestampColumnVector timestamps) {
          timestamps(source, start, count, timestamps);
        } else if (target instanceof DecimalColumnVector decimals) {
          wideDecimals(source, start, count, decimals);
        } else if (type.kind() == TypeKind.TIME) {
          times(source, start, count, (LongColumnVector) target);
        } else {
          // Spark stores timestamps in the unit of the type.
          integers(source, start, count, ((LongColumnVector) target).vector);
        }
      }
      case FLOAT, DOUBLE -> reals(source, start, count, ((DoubleColumnVector) target).vector);
      case STRING, BINARY -> strings(source, start, count, (BytesColumnVector) target);
      case STRUCT -> {
        StructColumnVector struct = (StructColumnVector) target;
        for (int i = 0; i < children.size(); i++) {
          children.get(i).set(struct.fields[i], start, count);
        }
      }
      case LIST -> {
        ListColumnVector list = (ListColumnVector) target;
        ElementRange elements = offsets(source, start, count, list);
        elements(children.get(0), list.child, elements);
      }
      case MAP -> {
        MapColumnVector map = (MapColumnVector) target;
        ElementRange elements = offsets(source, start, count, map);
        elements(children.get(0), map.keys, elements);
        elements(children.get(1), map.values, elements);
      }
      case FIXED_BINARY, UUID -> throw new IllegalStateException("Unsupported ORC type: " + type);
    }
  }

  private void integers(ColumnVector source, int start, int count, long[] target) {
    PhysicalType type = node.field().type().physicalType();
    for (int i = 0; i < count; i++) {
      int row = start + i;
      target[i] =
          switch (type) {
            case BOOLEAN -> source.getBoolean(row) ? 1 : 0;
            case INT8 -> source.getByte(row);
            case INT16 -> source.getShort(row);
            case INT32 -> source.getInt(row);
            case INT64 -> source.getLong(row);
            case DECIMAL32, DECIMAL64, DECIMAL128 -> source.getUnscaledLong(row);
            case FLOAT, DOUBLE, STRING, BINARY, FIXED_BINARY, UUID, STRUCT, LIST, MAP ->
                throw new IllegalStateException("Not an integer: " + type);
          };
    }
  }

  private void reals(ColumnVector source, int start, int count, double[] target) {
    boolean isSingle = node.field().type().physicalType() == PhysicalType.FLOAT;
    for (int i = 0; i < count; i++) {
      target[i] = isSingle ? source.getFloat(start + i) : source.getDouble(start + i);
    }
  }

  /** Converts times of day to the unit of the integers that ORC holds. */
  private void times(ColumnVector source, int start, int count, LongColumnVector target) {
    for (int i = 0; i < count; i++) {
      long value = source.getLong(start + i);
      long stored = value * timeFactor;
      // Values outside of a day are permitted.
      if (Math.multiplyHigh(value, timeFactor) != stored >> Long.SIZE - 1 && !target.isNull[i]) {
        throw refused("the time " + value + " (in " + node.field().type().unit() + ")");
      }
      target.vector[i] = stored;
    }
  }

  /** Converts timestamps to ORC's milliseconds and nanoseconds. */
  private void timestamps(ColumnVector source, int start, int count, TimestampColumnVector target) {
    long perSecond = node.field().type().unit().perSecond();
    long nanosPerUnit = TimeUnit.NANOS.perSecond() / perSecond;
    for (int i = 0; i < count; i++) {
      long value = source.getLong(start + i);
      long seconds = Math.floorDiv(value, perSecond);
      int nanos = (int) (Math.floorMod(value, perSecond) * nanosPerUnit);
      if (seconds == -1 && nanos >= 1_000_000 && !target.isNull[i]) {
        // ORC's Java library stores times in the last second before 1970 as times in the first
        // second after it.
        throw refused(
            Instant.ofEpochSecond(seconds, nanos)
                + ", nor any other timestamp in the second before 1970");
      }
      if (Math.abs(seconds) > MAX_SECONDS && !target.isNull[i]) {
        throw refused("a timestamp " + value + " milliseconds from 1970");
      }
      // ORC requires the milliseconds in both.
      target.time[i] = seconds * 1000L + nanos / 1_000_000;
      target.nanos[i] = nanos;
    }
  }

  private InvalidArgumentException refused(String what) {
    return new InvalidArgumentException(
        "Cannot export column " + node.path() + ": ORC cannot hold " + what);
  }

  private void wideDecimals(ColumnVector source, int start, int count, DecimalColumnVector target) {
    int scale = node.field().type().scale();
    for (int i = 0; i < count; i++) {
      if (target.isNull[i]) {
        continue;
      }
      long address = source.getBytes(start + i, view).address();
      for (int k = 0; k < 2 * Long.BYTES; k++) {
        bytes[k] = Memory.getByte(address + 2 * Long.BYTES - 1 - k);
      }
      target.vector[i].setFromBigIntegerBytesAndScale(bytes, 0, 2 * Long.BYTES, scale);
    }
  }

  /** Copies all bytes into one array, which the vector refers to. */
  private void strings(ColumnVector source, int start, int count, BytesColumnVector target) {
    long total = 0;
    for (int i = 0; i < count; i++) {
      total += source.getBytes(start + i, view).length();
    }
    if (total > bytes.length) {
      bytes = new byte[Math.toIntExact(Math.max(total, Math.min(2L * bytes.length, 1 << 30)))];
    }
    int at = 0;
    for (int i = 0; i < count; i++) {
      source.getBytes(start + i, view);
      view.copyTo(bytes, at);
      if (maxCharacters != Integer.MAX_VALUE) {
        requireLength(at, view.length());
      }
      target.setRef(i, bytes, at, view.length());
      at += view.length();
    }
  }

  private void requireLength(int offset, int length) {
    int characters = 0;
    for (int i = offset; i < offset + length; i++) {
      characters += (bytes[i] & 0xc0) == 0x80 ? 0 : 1;
    }
    if (characters > maxCharacters) {
      throw new InvalidArgumentException(
          "Cannot export column "
              + node.path()
              + ": a string of "
              + characters
              + " characters is longer than its type in ORC permits ("
              + maxCharacters
              + ")");
    }
  }

  private static ElementRange offsets(
      ColumnVector source, int start, int count, MultiValuedColumnVector target) {
    ElementRange elements = ElementRange.of(source, start, count);
    for (int i = 0; i < count; i++) {
      target.offsets[i] = (long) source.elementStart(start + i) - elements.start();
      target.lengths[i] = source.elementCount(start + i);
    }
    target.childCount = elements.count();
    return elements;
  }

  private static void elements(
      OrcColumnWriter column,
      org.apache.hadoop.hive.ql.exec.vector.ColumnVector target,
      ElementRange elements) {
    if (elements.count() > 0) {
      target.ensureSize(elements.count(), false);
      column.set(target, elements.start(), elements.count());
    }
  }
}
