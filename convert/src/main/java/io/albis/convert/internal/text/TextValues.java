// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import com.fasterxml.jackson.core.io.NumberInput;
import io.albis.format.schema.Type;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Period;
import java.util.Base64;
import java.util.UUID;

/** Parses values as CSV has them. Not thread-safe. */
public final class TextValues {

  private static final int UUID_LENGTH = 36;
  private static final int MAX_LONG_DIGITS = 18;

  private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
  private byte[] utf8 = new byte[1 << 10];

  /** Creates a parser, which can be used for any number of values. */
  public TextValues() {}

  /**
   * Adds a value of a type that is not nested.
   *
   * @throws IllegalArgumentException if the text is not a value of the type
   */
  public void add(Type type, char[] text, int offset, int length, TextColumn target) {
    try {
      parse(type, text, offset, length, target);
    } catch (DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private void parse(Type type, char[] text, int offset, int length, TextColumn target) {
    switch (type.kind()) {
      case BOOLEAN -> target.addNumber(bool(string(text, offset, length)) ? 1 : 0);
      case INT8 -> target.addNumber(integer(text, offset, length, Byte.MAX_VALUE));
      case INT16 -> target.addNumber(integer(text, offset, length, Short.MAX_VALUE));
      case INT32 -> target.addNumber(integer(text, offset, length, Integer.MAX_VALUE));
      case INT64 -> target.addNumber(integer(text, offset, length, Long.MAX_VALUE));
      case FLOAT -> target.addNumber(Float.floatToRawIntBits(single(string(text, offset, length))));
      case DOUBLE -> target.addNumber(Double.doubleToRawLongBits(real(text, offset, length)));
      case DECIMAL -> target.addDecimal(decimal(type, text, offset, length).unscaledValue());
      case DATE -> target.addNumber(TextTimes.date(string(text, offset, length)));
      case TIME -> target.addNumber(TextTimes.time(type.unit(), string(text, offset, length)));
      case TIMESTAMP ->
          target.addNumber(
              TextTimes.timestamp(type.unit(), type.withZone(), string(text, offset, length)));
      case STRING -> text(text, offset, length, target);
      case BINARY -> {
        byte[] bytes = Base64.getDecoder().decode(string(text, offset, length));
        target.addBytes(bytes, 0, bytes.length);
      }
      case FIXED_BINARY -> fixed(type, string(text, offset, length), target);
      case UUID -> target.addBytes(uuid(string(text, offset, length)), 0, 2 * Long.BYTES);
      case YEAR_MONTH_INTERVAL -> target.addNumber(months(string(text, offset, length)));
      case DAY_TIME_INTERVAL -> target.addNumber(micros(string(text, offset, length)));
      case STRUCT, LIST, MAP -> throw new IllegalArgumentException("text is no nested value");
    }
  }

  private static String string(char[] text, int offset, int length) {
    return new String(text, offset, length);
  }

  private static boolean bool(String text) {
    if (text.equalsIgnoreCase("true")) {
      return true;
    }
    if (text.equalsIgnoreCase("false")) {
      return false;
    }
    throw new IllegalArgumentException("expected true or false");
  }

  /** Parses an integer between -max - 1 and max. */
  private static long integer(char[] text, int offset, int length, long max) {
    int at = offset;
    int end = offset + length;
    boolean isNegative = length > 0 && text[at] == '-';
    at += isNegative || (length > 0 && text[at] == '+') ? 1 : 0;
    long value = 0;
    if (end - at > MAX_LONG_DIGITS) {
      value = Long.parseLong(string(text, offset, length));
    } else {
      if (at == end) {
        throw new IllegalArgumentException("expected digits");
      }
      for (; at < end; at++) {
        int digit = text[at] - '0';
        if (digit < 0 || digit > 9) {
          throw new IllegalArgumentException("expected digits");
        }
        value = value * 10 + digit;
      }
      value = isNegative ? -value : value;
    }
    if (value > max || value < -max - 1) {
      throw new IllegalArgumentException("out of range");
    }
    return value;
  }

  /** Requires the characters of a number: Java's parsers accept more, such as 1d and 0x1p3. */
  private static void requireNumber(char[] text, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      char c = text[i];
      boolean isKnown =
          (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
      if (!isKnown) {
        throw new IllegalArgumentException("expected a number");
      }
    }
  }

  private static double real(char[] text, int offset, int length) {
    if (length > 0 && text[offset + length - 1] > '9') {
      return notFinite(string(text, offset, length));
    }
    requireNumber(text, offset, length);
    return NumberInput.parseDouble(text, offset, length, true);
  }

  private static float single(String text) {
    if (!text.isEmpty() && text.charAt(text.length() - 1) > '9') {
      return (float) notFinite(text);
    }
    requireNumber(text.toCharArray(), 0, text.length());
    return Float.parseFloat(text);
  }

  private static double notFinite(String text) {
    return switch (text) {
      case "NaN" -> Double.NaN;
      case "Infinity", "+Infinity" -> Double.POSITIVE_INFINITY;
      case "-Infinity" -> Double.NEGATIVE_INFINITY;
      default -> throw new IllegalArgumentException("expected a number");
    };
  }

  private static BigDecimal decimal(Type type, char[] text, int offset, int length) {
    requireNumber(text, offset, length);
    BigDecimal value = new BigDecimal(text, offset, length);
    if (Math.abs((long) value.scale()) > 2L * Type.MAX_PRECISION && value.signum() != 0) {
      throw new IllegalArgumentException("out of range");
    }
    BigDecimal scaled = value.setScale(type.scale(), RoundingMode.UNNECESSARY);
    if (scaled.precision() > type.precision()) {
      throw new IllegalArgumentException("out of range");
    }
    return scaled;
  }

  private static void fixed(Type type, String text, TextColumn target) {
    byte[] bytes = Base64.getDecoder().decode(text);
    if (bytes.length != type.length()) {
      throw new IllegalArgumentException("expected " + type.length() + " bytes");
    }
    target.addBytes(bytes, 0, bytes.length);
  }

  private static byte[] uuid(String text) {
    if (text.length() != UUID_LENGTH) {
      throw new IllegalArgumentException("expected " + UUID_LENGTH + " characters");
    }
    UUID uuid = UUID.fromString(text);
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(uuid.getMostSignificantBits())
        .putLong(uuid.getLeastSignificantBits())
        .array();
  }

  private static int months(String text) {
    Period period = Period.parse(text);
    if (!period.equals(period.withDays(0))) {
      throw new IllegalArgumentException("expected years and months");
    }
    return Math.toIntExact(period.toTotalMonths());
  }

  private static long micros(String text) {
    Duration duration = Duration.parse(text);
    if (duration.getNano() % 1000 != 0) {
      throw new IllegalArgumentException("more decimals than microseconds");
    }
    return Math.addExact(
        Math.multiplyExact(duration.getSeconds(), 1_000_000L), duration.getNano() / 1000);
  }

  /** Encodes text as UTF-8 into an array that is used again. */
  private void text(char[] text, int offset, int length, TextColumn target) {
    if (utf8.length < 3L * length) {
      utf8 = new byte[Math.toIntExact(3L * length)];
    }
    ByteBuffer bytes = ByteBuffer.wrap(utf8);
    CharBuffer characters = CharBuffer.wrap(text, offset, length);
    if (encoder.reset().encode(characters, bytes, true).isError()) {
      throw new IllegalArgumentException("half of a surrogate pair");
    }
    target.addBytes(utf8, 0, bytes.position());
  }
}
