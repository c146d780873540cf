// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import com.fasterxml.jackson.core.io.NumberOutput;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/**
 * The type of a column, inferred from texts: boolean, int64, double, decimal where a double would
 * change a number, date, timestamp, or string. Numbers with leading zeros or a plus sign are
 * strings, because they would be written differently.
 */
final class InferredType {

  private static final Pattern INTEGER = Pattern.compile("0|-?[1-9]\\d*");
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d*)?([eE][+-]?\\d{1,4})?");
  private static final Pattern NOT_FINITE = Pattern.compile("NaN|-?Infinity");
  private static final Pattern BOOLEAN = Pattern.compile("true|false", Pattern.CASE_INSENSITIVE);
  private static final int MAX_NUMBER = 400;

  private boolean hasBooleans;
  private boolean hasIntegers;
  private boolean hasNumbers;
  private boolean hasDates;
  private boolean hasTimestamps;
  private boolean hasInstants;
  private boolean hasText;

  /** Whether a double stands for all numbers exactly. */
  private boolean isDouble = true;

  private boolean isDecimal = true;
  private int integerDigits;
  private int scale;
  private boolean hasNanos;

  /** Adds a value that is not null, as text. */
  void add(String text) {
    if (text.length() <= MAX_NUMBER && INTEGER.matcher(text).matches()) {
      hasIntegers = true;
      number(text);
    } else if (text.length() <= MAX_NUMBER && NUMBER.matcher(text).matches()) {
      hasNumbers = true;
      number(text);
    } else if (NOT_FINITE.matcher(text).matches()) {
      hasNumbers = true;
      isDecimal = false;
    } else if (BOOLEAN.matcher(text).matches()) {
      hasBooleans = true;
    } else {
      addText(text);
    }
  }

  /** Adds a string of JSON, which is neither a number nor a boolean. */
  void addText(String text) {
    if (TextTimes.isDate(text)) {
      hasDates = true;
    } else if (TextTimes.isTimestamp(text)) {
      hasTimestamps = true;
      hasNanos |= TextTimes.hasNanos(text);
    } else if (TextTimes.isInstant(text)) {
      hasInstants = true;
      hasNanos |= TextTimes.hasNanos(text);
    } else {
      hasText = true;
    }
  }

  /** Adds a boolean of JSON. */
  void addBoolean() {
    hasBooleans = true;
  }

  private void number(String text) {
    BigDecimal number = new BigDecimal(text);
    String printed = NumberOutput.toString(Double.parseDouble(text), true);
    isDouble &= printed.indexOf('I') < 0 && new BigDecimal(printed).compareTo(number) == 0;
    int decimals = Math.max(0, number.scale());
    scale = Math.max(scale, decimals);
    integerDigits = Math.max(integerDigits, number.precision() - number.scale());
    isDecimal &= text.indexOf('e') < 0 && text.indexOf('E') < 0;
  }

  /** Returns the narrowest type that all values have; string if there are none. */
  Type type() {
    int kinds =
        (hasBooleans ? 1 : 0)
            + (hasIntegers || hasNumbers ? 1 : 0)
            + (hasDates || hasTimestamps ? 1 : 0)
            + (hasInstants ? 1 : 0);
    if (hasText || kinds != 1) {
      return Type.string();
    }
    if (hasBooleans) {
      return Type.bool();
    }
    if (hasIntegers || hasNumbers) {
      return numberType();
    }
    TimeUnit unit = hasNanos ? TimeUnit.NANOS : TimeUnit.MICROS;
    if (hasInstants) {
      return Type.timestampWithZone(unit);
    }
    return hasTimestamps ? Type.timestamp(unit) : Type.date();
  }

  private Type numberType() {
    if (!hasNumbers && integerDigits <= 18) {
      return Type.int64();
    }
    if (hasNumbers && isDouble) {
      return Type.float64();
    }
    int precision = Math.max(1, integerDigits + scale);
    return isDecimal && precision <= Type.MAX_PRECISION
        ? Type.decimal(precision, scale)
        : Type.string();
  }
}
