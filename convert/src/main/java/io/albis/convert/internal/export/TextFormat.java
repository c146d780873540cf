// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import com.fasterxml.jackson.core.io.NumberOutput;
import io.albis.convert.internal.literal.ValueText;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.reader.BytesView;
import io.albis.reader.ColumnVector;
import io.albis.storage.internal.memory.Memory;
import java.time.LocalDate;
import java.util.Base64;

/**
 * Appends values as text, as {@link ValueText} formats them, without objects for the usual ones.
 * Not thread-safe.
 */
final class TextFormat {

  private static final int SECONDS_PER_DAY = 86_400;
  private static final long MIN_DAY = -719_528;
  private static final long MAX_DAY = 2_932_896;

  private final Utf8Buffer digits = new Utf8Buffer();
  private final BytesView view = new BytesView();

  /**
   * Appends a value that is not null.
   *
   * @param vector neither of strings nor nested
   */
  void append(ColumnVector vector, int row, Utf8Buffer out) {
    Type type = vector.type();
    switch (type.physicalType()) {
      case BOOLEAN -> out.appendAscii(vector.getBoolean(row) ? "true" : "false");
      case INT8 -> out.append((long) vector.getByte(row));
      case INT16 -> out.append((long) vector.getShort(row));
      case INT32 -> ofInt(type, vector.getInt(row), out);
      case INT64 -> ofLong(type, vector.getLong(row), out);
      case FLOAT -> out.appendAscii(NumberOutput.toString(vector.getFloat(row), true));
      case DOUBLE -> out.appendAscii(NumberOutput.toString(vector.getDouble(row), true));
      case DECIMAL32, DECIMAL64, DECIMAL128 -> decimal(vector, row, out);
      case BINARY, FIXED_BINARY -> base64(vector, row, out);
      case UUID -> out.appendAscii(vector.getUuid(row).toString());
      case STRING, STRUCT, LIST, MAP ->
          throw new IllegalStateException("Not formatted as text: " + type);
    }
  }

  private static void ofInt(Type type, int value, Utf8Buffer out) {
    if (type.isNumber()) {
      out.append((long) value);
    } else if (type.kind() == TypeKind.DATE) {
      date(value, out);
    } else {
      out.appendAscii(ValueText.of(type, value));
    }
  }

  private static void ofLong(Type type, long value, Utf8Buffer out) {
    if (type.isNumber()) {
      out.append(value);
    } else if (type.kind() == TypeKind.TIME) {
      time(type, value, out);
    } else if (type.kind() == TypeKind.TIMESTAMP) {
      timestamp(type, value, out);
    } else {
      out.appendAscii(ValueText.of(type, value));
    }
  }

  private void decimal(ColumnVector vector, int row, Utf8Buffer out) {
    Type type = vector.type();
    long unscaled;
    if (type.precision() <= 18) {
      unscaled = vector.getUnscaledLong(row);
    } else {
      long address = vector.getBytes(row, view).address();
      unscaled = Memory.getLong(address);
      if (Memory.getLong(address + Long.BYTES) != unscaled >> 63) {
        out.appendAscii(vector.getDecimal(row).toPlainString());
        return;
      }
    }
    digits.clear();
    digits.append(unscaled);
    int sign = unscaled < 0 ? 1 : 0;
    int count = digits.length() - sign;
    int integers = Math.max(0, count - type.scale());
    if (sign == 1) {
      out.append('-');
    }
    if (integers == 0) {
      out.append('0');
    }
    out.append(digits.bytes(), sign, integers);
    if (type.scale() > 0) {
      out.append('.');
      for (int i = count; i < type.scale(); i++) {
        out.append('0');
      }
      out.append(digits.bytes(), sign + integers, count - integers);
    }
  }

  private static void date(long day, Utf8Buffer out) {
    if (day < MIN_DAY || day > MAX_DAY) {
      out.appendAscii(LocalDate.ofEpochDay(day).toString());
      return;
    }
    LocalDate date = LocalDate.ofEpochDay(day);
    out.appendDigits(date.getYear(), 4).append('-').appendDigits(date.getMonthValue(), 2);
    out.append('-').appendDigits(date.getDayOfMonth(), 2);
  }

  /** Appends a time of day; values outside of a day, which the format allows, as numbers. */
  private static void time(Type type, long value, Utf8Buffer out) {
    long perSecond = type.unit().perSecond();
    if (value < 0 || value / perSecond >= SECONDS_PER_DAY) {
      out.append(value);
    } else {
      timeOfDay((int) (value / perSecond), value % perSecond, perSecond, out);
    }
  }

  private static void timestamp(Type type, long value, Utf8Buffer out) {
    long perSecond = type.unit().perSecond();
    long seconds = Math.floorDiv(value, perSecond);
    long day = Math.floorDiv(seconds, SECONDS_PER_DAY);
    if (day < MIN_DAY || day > MAX_DAY) {
      out.appendAscii(ValueText.of(type, value));
      return;
    }
    date(day, out);
    out.append('T');
    int secondOfDay = (int) (seconds - day * SECONDS_PER_DAY);
    timeOfDay(secondOfDay, Math.floorMod(value, perSecond), perSecond, out);
    if (type.withZone()) {
      out.append('Z');
    }
  }

  /** Appends a time with as many decimals as needed. */
  private static void timeOfDay(int seconds, long fraction, long perSecond, Utf8Buffer out) {
    out.appendDigits(seconds / 3600, 2).append(':').appendDigits(seconds / 60 % 60, 2);
    out.append(':').appendDigits(seconds % 60, 2);
    if (fraction != 0) {
      long rest = fraction;
      int count = 0;
      for (long power = perSecond; power > 1; power /= 10) {
        count++;
      }
      while (rest % 10 == 0) {
        rest /= 10;
        count--;
      }
      out.append('.').appendDigits(rest, count);
    }
  }

  private void base64(ColumnVector vector, int row, Utf8Buffer out) {
    vector.getBytes(row, view);
    out.append(Base64.getEncoder().encode(view.toByteArray()));
  }
}
