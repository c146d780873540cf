// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.sort;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.RowWriter;
import io.albis.writer.ValueWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.UUID;

/** Writes rows that were kept as bytes ({@link RowRecorder}) to a row writer. */
final class RowPlayer {

  private final Field[] fields;
  private final ValueWriter[] targets;
  private final RowWriter rows;

  RowPlayer(Schema schema, RowWriter rows) {
    this.rows = rows;
    this.fields = schema.fields().toArray(Field[]::new);
    this.targets = new ValueWriter[fields.length];
    for (int i = 0; i < fields.length; i++) {
      targets[i] = rows.value(i);
    }
  }

  /** Writes one row. */
  void play(RowBytes row) {
    for (int i = 0; i < fields.length; i++) {
      play(row, fields[i].type(), targets[i]);
    }
    rows.endRow();
  }

  private static void play(RowBytes row, Type type, ValueWriter target) {
    if (row.readByte() == RowRecorder.NULL) {
      target.setNull();
    } else {
      playValue(row, type, target);
    }
  }

  private static void playValue(RowBytes row, Type type, ValueWriter target) {
    switch (type.physicalType()) {
      case BOOLEAN -> target.setBoolean(row.readByte() != 0);
      case INT8 -> target.setByte(row.readByte());
      case INT16 -> target.setShort((short) row.readNumber(Short.BYTES));
      case INT32 -> target.setInt((int) row.readNumber(Integer.BYTES));
      case INT64 -> target.setLong(row.readNumber(Long.BYTES));
      case FLOAT -> target.setFloat(Float.intBitsToFloat((int) row.readNumber(Float.BYTES)));
      case DOUBLE -> target.setDouble(Double.longBitsToDouble(row.readNumber(Double.BYTES)));
      case DECIMAL32, DECIMAL64 -> target.setUnscaledDecimal(row.readNumber(type.fixedWidth()));
      case DECIMAL128 -> {
        int start = row.skip(type.fixedWidth());
        byte[] digits = Arrays.copyOfRange(row.array(), start, start + type.fixedWidth());
        target.setDecimal(new BigDecimal(new BigInteger(digits), type.scale()));
      }
      case STRING, BINARY -> {
        int length = (int) row.readNumber(Integer.BYTES);
        target.setBytes(row.array(), row.skip(length), length);
      }
      case FIXED_BINARY ->
          target.setBytes(row.array(), row.skip(type.fixedWidth()), type.fixedWidth());
      case UUID -> {
        long high = Long.reverseBytes(row.readNumber(Long.BYTES));
        target.setUuid(new UUID(high, Long.reverseBytes(row.readNumber(Long.BYTES))));
      }
      case STRUCT -> {
        target.beginStruct();
        for (int i = 0; i < type.children().size(); i++) {
          play(row, type.children().get(i).type(), target.field(i));
        }
        target.endStruct();
      }
      case LIST -> {
        target.beginList();
        for (long left = row.readNumber(Integer.BYTES); left > 0; left--) {
          play(row, type.children().get(0).type(), target.element());
        }
        target.endList();
      }
      case MAP -> {
        target.beginMap();
        for (long left = row.readNumber(Integer.BYTES); left > 0; left--) {
          play(row, type.children().get(0).type(), target.key());
          play(row, type.children().get(1).type(), target.value());
        }
        target.endMap();
      }
    }
  }
}
