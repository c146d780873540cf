// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import io.albis.cli.row.RowColumn;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.reader.BytesView;
import io.albis.reader.ColumnVector;
import io.albis.storage.internal.memory.Memory;
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

/**
 * Sets rows of a column and its children in ORC vectors, with one loop for each type. Not
 * thread-safe.
 */
final class OrcColumnWriter {

  private final RowColumn node;

  /** Null if the column has other values. */
  private final OrcTimes times;

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
  OrcColumnWriter(RowColumn node, TypeDescription target) {
    this.node = node;
    this.times = OrcTimes.of(node, target);
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
      case BOOLEAN -> booleans(source, start, count, ((LongColumnVector) target).vector);
      case INT8 -> bytes(source, start, count, ((LongColumnVector) target).vector);
      case INT16 -> shorts(source, start, count, ((LongColumnVector) target).vector);
      case INT32 -> ints(source, start, count, ((LongColumnVector) target).vector);
      case INT64 -> {
        if (target instanceof TimestampColumnVector timestamps) {
          new OrcTimestamps(type.unit(), node.path()).set(source, start, count, timestamps);
        } else if (type.kind() == TypeKind.TIME) {
          times.set(source, start, count, (LongColumnVector) target);
        } else {
          // Spark stores timestamps in the unit of the type.
          longs(source, start, count, ((LongColumnVector) target).vector);
        }
      }
      case FLOAT -> floats(source, start, count, ((DoubleColumnVector) target).vector);
      case DOUBLE -> doubles(source, start, count, ((DoubleColumnVector) target).vector);
      case DECIMAL32, DECIMAL64, DECIMAL128 -> {
        if (target instanceof LongColumnVector unscaled) {
          unscaled(source, start, count, unscaled.vector);
        } else {
          wideDecimals(source, start, count, (DecimalColumnVector) target);
        }
      }
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

  private static void booleans(ColumnVector source, int start, int count, long[] target) {
    for (int i = 0; i < count; i++) {
      target[i] = source.getBoolean(start + i) ? 1 : 0;
    }
  }

  private static void bytes(ColumnVector source, int start, int count, long[] target) {
    for (int i = 0; i < count; i++) {
      target[i] = source.getByte(start + i);
    }
  }

  private static void shorts(ColumnVector source, int start, int count, long[] target) {
    for (int i = 0; i < count; i++) {
      target[i] = source.getShort(start + i);
    }
  }

  private static void ints(ColumnVector source, int start, int count, long[] target) {
    for (int i = 0; i < count; i++) {
      target[i] = source.getInt(start + i);
    }
  }

  private static void longs(ColumnVector source, int start, int count, long[] target) {
    for (int i = 0; i < count; i++) {
      target[i] = source.getLong(start + i);
    }
  }

  private static void floats(ColumnVector source, int start, int count, double[] target) {
    for (int i = 0; i < count; i++) {
      target[i] = source.getFloat(start + i);
    }
  }

  private static void doubles(ColumnVector source, int start, int count, double[] target) {
    for (int i = 0; i < count; i++) {
      target[i] = source.getDouble(start + i);
    }
  }

  private static void unscaled(ColumnVector source, int start, int count, long[] target) {
    for (int i = 0; i < count; i++) {
      target[i] = source.getUnscaledLong(start + i);
    }
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
