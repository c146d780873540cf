// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import io.albis.convert.internal.batch.BatchColumnValues;
import io.albis.convert.internal.row.RowField;
import io.albis.format.schema.Type;
import io.albis.reader.BytesView;
import io.albis.reader.ColumnVector;
import java.util.Arrays;

/** Compares values of a batch with those of a scan; floats by their bits. For one thread. */
final class ValueComparison {

  private final BytesView view = new BytesView();
  private byte[] a = new byte[64];
  private byte[] b = new byte[64];

  /** Returns whether two values of one type are the same, nested ones in any depth. */
  boolean areSame(BatchColumnValues expected, int row, RowField found, int at) {
    if (expected.isNullAt(row) || found.isNullAt(at)) {
      return expected.isNullAt(row) && found.isNullAt(at);
    }
    return switch (expected.type().nesting()) {
      case STRUCT -> {
        boolean areSame = true;
        for (int i = 0; areSame && i < expected.children().size(); i++) {
          areSame = areSame(expected.child(i), row, found.children().get(i), at);
        }
        yield areSame;
      }
      case LIST, MAP -> areSameElements(expected, row, found, at);
      case NONE -> areSameLeaves(expected, row, found.vector(), at);
    };
  }

  private boolean areSameElements(BatchColumnValues expected, int row, RowField found, int at) {
    int count = found.vector().elementCount(at);
    boolean areSame = expected.end(row) - expected.start(row) == count;
    for (int i = 0; areSame && i < count; i++) {
      for (int c = 0; areSame && c < expected.children().size(); c++) {
        int element = found.vector().elementStart(at) + i;
        areSame =
            areSame(expected.child(c), expected.start(row) + i, found.children().get(c), element);
      }
    }
    return areSame;
  }

  private boolean areSameLeaves(BatchColumnValues expected, int row, ColumnVector found, int at) {
    Type type = expected.type();
    return switch (type.physicalType()) {
      case BOOLEAN -> (expected.number(row) != 0) == found.getBoolean(at);
      case INT8 -> expected.number(row) == found.getByte(at);
      case INT16 -> expected.number(row) == found.getShort(at);
      case INT32 -> expected.number(row) == found.getInt(at);
      case INT64 -> expected.number(row) == found.getLong(at);
      case FLOAT -> expected.number(row) == Float.floatToRawIntBits(found.getFloat(at));
      case DOUBLE -> expected.number(row) == Double.doubleToRawLongBits(found.getDouble(at));
      case DECIMAL32, DECIMAL64 -> expected.number(row) == found.getUnscaledLong(at);
      case STRING, BINARY -> areSameBytes(expected, row, found.getBytes(at, view));
      case FIXED_BINARY ->
          Arrays.equals((byte[]) expected.object(row), (byte[]) found.getObject(at));
      case DECIMAL128, UUID -> expected.object(row).equals(found.getObject(at));
      case STRUCT, LIST, MAP -> throw new IllegalStateException("Not a leaf: " + type);
    };
  }

  private boolean areSameBytes(BatchColumnValues expected, int row, BytesView found) {
    int length = expected.byteLength(row);
    if (length != found.length()) {
      return false;
    }
    if (a.length < length) {
      a = new byte[length];
      b = new byte[length];
    }
    expected.copyBytes(row, a, 0);
    found.copyTo(b, 0);
    return Arrays.equals(a, 0, length, b, 0, length);
  }
}
