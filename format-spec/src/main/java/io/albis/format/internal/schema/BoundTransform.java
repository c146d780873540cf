// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.schema;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.PhysicalType;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Transform;
import io.albis.format.schema.TransformKind;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import java.math.BigInteger;
import java.util.Arrays;
import org.apache.commons.codec.digest.MurmurHash3;

/**
 * A {@link Transform} for values of one type. {@link #ofLong} and {@link #bucketOfBytes} transform
 * without allocation; {@link #apply} transforms everything. Immutable and thread-safe.
 */
public final class BoundTransform {

  private final Transform transform;
  private final Type source;
  private final Type result;

  /** Units of the source in a microsecond, for times and timestamps in nanoseconds; else 1. */
  private final long perMicro;

  /** Microseconds in a unit of the source; 1 where that is less than a microsecond. */
  private final long micros;

  /** Units of the source in an hour; of a date, 0. */
  private final long perHour;

  /**
   * The function of a transform for values of one type.
   *
   * @throws InvalidArgumentException if values of the type cannot be transformed
   */
  public BoundTransform(Transform transform, Type source) {
    this.transform = transform;
    this.source = source;
    this.result = transform.resultType(source);
    TimeUnit unit = source.unit();
    long perSecond = unit == null ? TimeUnit.MICROS.perSecond() : unit.perSecond();
    this.perMicro = Math.max(1, perSecond / TimeUnit.MICROS.perSecond());
    this.micros = Math.max(1, TimeUnit.MICROS.perSecond() / perSecond);
    this.perHour = unit == null ? 0 : 3600 * perSecond;
  }

  /** The type of the values. */
  public Type source() {
    return source;
  }

  /** The type of the results. */
  public Type result() {
    return result;
  }

  /**
   * Whether {@link #ofLong} can be used: source and result are numbers of at most 8 bytes, or
   * dates, times, timestamps or booleans.
   */
  public boolean isOfLong() {
    boolean isWideDecimal =
        source.kind() == TypeKind.DECIMAL && transform.kind() == TransformKind.TRUNCATE;
    return !isWideDecimal
        && switch (source.physicalType()) {
          case BOOLEAN, INT8, INT16, INT32, INT64, DECIMAL32, DECIMAL64 -> true;
          case DECIMAL128, FLOAT, DOUBLE, STRING, BINARY, FIXED_BINARY, UUID -> false;
          case STRUCT, LIST, MAP -> false;
        };
  }

  /**
   * Transforms a number. Only where {@link #isOfLong}.
   *
   * @param value the number; of a decimal, the unscaled one; false is 0 and true is 1
   */
  public long ofLong(long value) {
    return switch (transform.kind()) {
      case IDENTITY -> value;
      case BUCKET -> bucketOfLong(value);
      case TRUNCATE -> truncated(value);
      case YEAR -> toInt(yearOf(days(value)));
      case MONTH -> toInt(monthOf(days(value)));
      case DAY -> toInt(days(value));
      case HOUR -> toInt(Math.floorDiv(value, perHour));
      case UNKNOWN -> throw new IllegalStateException("Unknown transform");
    };
  }

  /** The nearest number of 4 bytes, so that the order of values is kept. */
  private static long toInt(long value) {
    return Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value));
  }

  private long truncated(long value) {
    long truncated = value - Math.floorMod(value, (long) transform.parameter());
    return result.physicalType() == PhysicalType.INT32 ? (int) truncated : truncated;
  }

  private long days(long value) {
    return perHour == 0 ? value : Math.floorDiv(value, perHour * 24);
  }

  /** Without {@code LocalDate}, which has a smaller range and allocates. */
  private static long yearOf(long days) {
    return Math.floorDiv(monthOf(days), 12);
  }

  private static long monthOf(long days) {
    // Days since 0000-03-01, in cycles of 400 years.
    long shifted = days + 719_468;
    long cycle = Math.floorDiv(shifted, 146_097);
    long day = Math.floorMod(shifted, 146_097L);
    long year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    long dayOfYear = day - (365 * year + year / 4 - year / 100);
    long monthFromMarch = (5 * dayOfYear + 2) / 153;
    // March is month 2 from January.
    return (cycle * 400 + year - 1970) * 12 + monthFromMarch + 2;
  }

  private int bucketOfLong(long value) {
    int hash =
        source.kind() == TypeKind.DECIMAL
            ? hash(BigInteger.valueOf(value).toByteArray())
            : hash(source.unit() == null ? value : Math.floorDiv(value, perMicro) * micros);
    return bucket(hash);
  }

  /** The bucket of a string, binary, fixed binary or UUID: of its bytes. */
  public int bucketOfBytes(byte[] bytes, int from, int length) {
    return bucket(MurmurHash3.hash32x86(bytes, from, length, 0));
  }

  private int bucket(int hash) {
    return (hash & Integer.MAX_VALUE) % transform.parameter();
  }

  /** Hashes the 8 bytes of a number, the lowest first. */
  public static int hash(long value) {
    return MurmurHash3.hash32(Long.reverseBytes(value), 0);
  }

  public static int hash(byte[] bytes) {
    return MurmurHash3.hash32x86(bytes, 0, bytes.length, 0);
  }

  /** Whether results are the first bytes of values, so that {@link #prefixLength} can be used. */
  public boolean isPrefix() {
    return switch (transform.kind()) {
      case IDENTITY -> true;
      case TRUNCATE -> source.isVariableLength();
      case BUCKET, YEAR, MONTH, DAY, HOUR, UNKNOWN -> false;
    };
  }

  /**
   * How many of the first bytes of a value are the result. Only where {@link #isPrefix}, and for
   * values in the width of the source type.
   *
   * @param bytes start with the value
   * @param length of the value
   */
  public int prefixLength(byte[] bytes, int length) {
    if (transform.kind() == TransformKind.IDENTITY) {
      return length;
    }
    return source.kind() == TypeKind.STRING
        ? truncatedStringLength(bytes, length)
        : Math.min(length, transform.parameter());
  }

  /**
   * Transforms a value in plain encoding.
   *
   * @param plainValue of the source type or one that widens to it; null for null
   * @return in plain encoding of {@link #result}; null for null
   * @throws io.albis.format.error.InvalidArgumentException if the value has an invalid length
   */
  public byte[] apply(byte[] plainValue) {
    if (plainValue == null) {
      return null;
    }
    if (transform.kind() == TransformKind.IDENTITY) {
      return PlainEncoding.widen(source, plainValue);
    }
    if (isOfLong()) {
      long value = ofLong(PlainEncoding.toLong(source, plainValue));
      return PlainEncoding.ofLong(value, result.fixedWidth());
    }
    if (transform.kind() == TransformKind.BUCKET) {
      int hash =
          source.kind() == TypeKind.DECIMAL
              ? hash(PlainEncoding.toBigInteger(source, plainValue).toByteArray())
              : hash(plainValue);
      return PlainEncoding.ofLong(bucket(hash), result.fixedWidth());
    }
    return isPrefix()
        ? Arrays.copyOf(plainValue, prefixLength(plainValue, plainValue.length))
        : truncatedDecimal(plainValue);
  }

  private byte[] truncatedDecimal(byte[] plainValue) {
    BigInteger value = PlainEncoding.toBigInteger(source, plainValue);
    BigInteger width = BigInteger.valueOf(transform.parameter());
    return PlainEncoding.ofDecimal(source, value.subtract(value.mod(width)));
  }

  /** Bytes of the first code points; bytes that are not UTF-8 count as they come. */
  private int truncatedStringLength(byte[] utf8, int length) {
    int codePoints = 0;
    for (int i = 0; i < length; i++) {
      boolean startsCodePoint = (utf8[i] & 0xc0) != 0x80;
      if (startsCodePoint && codePoints++ == transform.parameter()) {
        return i;
      }
    }
    return length;
  }

  @Override
  public String toString() {
    return transform + " of " + source;
  }
}
